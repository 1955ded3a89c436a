/** @module What there is to say when there is no picture, or not all of the sound. */

import { Button } from '@mantine/core';
import { useTrack } from '@longwire/react';
import { trackTrouble } from '../../../live/track-trouble.ts';
import { messages } from '../../../messages/messages.ts';
import { failureOf } from '../../../session/failure.ts';
import { StatusError, TrackError, type EdgeError } from '../../../wire.ts';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.live;

/** Why there is no picture. */
export interface MediaNoteProps {
  readonly error: EdgeError;
  readonly onAskAgain: () => void;
}

/** The note in the picture's place. */
export function MediaNote({ error, onAskAgain }: MediaNoteProps) {
  const { session } = useLiveDevice();
  const note = noteOf(error);
  const askAgain = () => {
    onAskAgain();
    // What is allowed now may be another role's.
    void session.lookAgain();
  };
  return (
    <section className="lw-panel" aria-live="polite" data-testid="media-note">
      <h2>{note.title}</h2>
      <p className="lw-soft">{note.hint}</p>
      <div className="lw-actions">
        <Button onClick={askAgain}>{words.askAgain}</Button>
        {note.isDenied && (
          <Button variant="default" className="lw-button-quiet" onClick={() => session.changeUser()}>
            {messages.failure.action.otherUser}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Why there is a picture and no sound. */
export function SoundNote({ trackId }: { readonly trackId: string }) {
  const { state } = useTrack(trackId);
  if (state.kind !== 'failed' || !(state.error instanceof TrackError)) return null;
  const { reason, deviceMessage } = state.error;
  const trouble = trackTrouble({ error: reason, message: deviceMessage }, messages.track);
  if (trouble === undefined) return null;
  return <output className="lw-live-note">{messages.track.named(trackId, trouble)}</output>;
}

interface Note {
  readonly title: string;
  readonly hint: string | undefined;
  readonly isDenied: boolean;
}

const DENIED: Note = { title: words.denied, hint: words.deniedWho, isDenied: true };

function noteOf(error: EdgeError): Note {
  if (error instanceof TrackError) {
    if (error.reason === 'ACCESS_DENIED') return DENIED;
    const title = trackTrouble({ error: error.reason, message: error.deviceMessage }, messages.track);
    return { title: title ?? words.mediaFailed, hint: error.trackId, isDenied: false };
  }
  if (error instanceof StatusError && [401, 403].includes(error.statusCode)) return DENIED;
  if (error instanceof StatusError && error.statusCode === 404) {
    return { title: words.noFeed, hint: words.noFeedHint, isDenied: false };
  }
  const { kind } = failureOf(error, { isOnline: navigator.onLine });
  return { title: words.mediaFailed, hint: messages.failure[kind].hint, isDenied: false };
}
