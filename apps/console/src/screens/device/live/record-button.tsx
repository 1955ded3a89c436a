/** @module Records a tile: from now on, including the last 30 seconds, or only those. */

import { Button } from '@mantine/core';
import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { View } from '../../../live/offered-tracks.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { messages } from '../../../messages/messages.ts';
import type { SaveOutcome } from '../../../recording/tile-recorder.ts';
import { preferences } from '../../../settings/preferences.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFlyout } from '../../../ui/use-flyout.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useTileRecorder } from './use-tile-recorder.ts';

const words = messages.recording;
const SECOND_MS = 1000;

const OUTCOMES: { readonly [Outcome in SaveOutcome]: string } = {
  saved: words.saved,
  nothing: words.nothing,
  failed: words.failed,
};

/** The stream to record. */
export interface RecordButtonProps {
  readonly view: View;
  readonly isLive: boolean;
  /** There is nothing to record now; a running recording continues and waits for the picture. */
  readonly hasFailed: boolean;
  /** The first tile keeps the last 30 seconds by default, unless the device is likely a phone. */
  readonly isMain: boolean;
  /** Shows the result of the recording. */
  readonly note: TileNote;
}

/** A button that opens the menu, and stops a running recording. */
export function RecordButton({ view, isLive, hasFailed, isMain, note }: RecordButtonProps) {
  const [isKept, setIsKept] = useState(() => isKeptReady(isMain));
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, close, place } = useFlyout<HTMLDivElement>(button);
  const save = async (saving: Promise<SaveOutcome>) => {
    close();
    note.stand('recording', words.saving);
    const outcome = await saving;
    note.stand('recording', outcome === 'failed' ? words.failed : '');
    if (outcome !== 'failed') note.pass(OUTCOMES[outcome]);
  };
  const noteBroken = async (saving: Promise<SaveOutcome>) => {
    note.stand('recording', words.saving);
    // The person may be away from the screen, so the note stays.
    note.stand('recording', words.broken(OUTCOMES[await saving]));
  };
  const { recorder, state } = useTileRecorder({
    view,
    isKept,
    onBroken: (saving) => void noteBroken(saving),
  });
  const isRecording = state.kind === 'recording';
  if (hasFailed && !isRecording) return null;
  const keep = (isWanted: boolean) => {
    preferences.set('keep-last', isWanted ? 'on' : 'off');
    setIsKept(isWanted);
  };
  const start = () => {
    close();
    note.stand('recording', '');
    recorder.start();
  };
  return (
    <>
      {isRecording && <Running startedAtMs={state.startedAtMs} />}
      <IconButton
        ref={button}
        label={isRecording ? words.stop : words.menu}
        {...(isRecording ? { className: 'lw-control-recording' } : { isExpanded: isOpen })}
        isDisabled={!isLive && !isRecording}
        onClick={isRecording ? () => void save(recorder.stop()) : toggle}
      >
        {isRecording ? <IconPlayerStopFilled size={22} /> : <IconPlayerRecordFilled size={22} />}
      </IconButton>
      {isOpen && !isRecording && (
        <div ref={place} className="lw-record-menu">
          <Button onClick={start}>{isKept ? words.startBefore : words.start}</Button>
          {isKept && (
            <Button
              variant="default"
              className="lw-button-quiet"
              onClick={() => void save(recorder.saveLast())}
            >
              {words.saveLast}
            </Button>
          )}
          <label className="lw-record-choice">
            <input type="checkbox" checked={isKept} onChange={(event) => keep(event.currentTarget.checked)} />
            <span>
              {words.keep}
              <small>{words.keepHint}</small>
            </span>
          </label>
        </div>
      )}
    </>
  );
}

/** The clock of {@link RecordingState}. */
const monotonic = () => performance.now();

function Running({ startedAtMs }: { readonly startedAtMs: number }) {
  const seconds = Math.max(0, Math.floor((useNow(SECOND_MS, monotonic) - startedAtMs) / SECOND_MS));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span
      className="lw-recording-time"
      role="timer"
      aria-label={words.running(clock)}
      data-testid="recording"
    >
      {clock}
    </span>
  );
}

/** The person's choice; by default on only if a mouse suggests that this is not a phone. */
function isKeptReady(isMain: boolean): boolean {
  const chosen = preferences.get('keep-last');
  if (chosen !== undefined) return chosen === 'on';
  return isMain && matchMedia('(pointer: fine)').matches;
}
