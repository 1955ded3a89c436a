/** @module Placeholder for data that the device has not sent. */

import { Button, Loader } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import type { PeopleReading } from '../../../people/people-reading.ts';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { usePeople } from './people-context.tsx';
import { problemText } from './problem-note.tsx';
import './problem-note.css';

const words = messages.people;

/** A reading without a value, and the text for a device that does not support it. */
export interface ReadingNoteProps {
  readonly reading: PeopleReading<unknown>;
  readonly missing: string;
}

/** The reason the value is missing: loading, disconnected, forbidden, unsupported, or failed, which offers a retry. */
export function ReadingNote({ reading, missing }: ReadingNoteProps) {
  const { directory, people } = usePeople();
  const away = useDisconnectedText();
  if (reading.kind === 'waiting') {
    if (away !== undefined) return <p className="lw-soft">{away}</p>;
    return (
      <output>
        <Loader size="sm" aria-hidden />
        <span className="lw-hidden">{words.reading}</span>
      </output>
    );
  }
  if (reading.kind === 'value') return null;
  const { error } = reading;
  if (error.kind === 'missing') return <p className="lw-soft">{missing}</p>;
  if (error.kind === 'denied') return <p className="lw-soft">{problemText(error, people)}</p>;
  return (
    <div className="lw-people-alert">
      <p>{problemText(error, people)}</p>
      <div className="lw-actions">
        <Button variant="default" onClick={() => void directory.refresh()}>
          {words.askAgain}
        </Button>
      </div>
    </div>
  );
}
