/** @module What there is to say when there is no picture, or not all of the sound. */

import { Button } from '@mantine/core';
import { useTrack } from '@longwire/react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { TrackKind } from '../../../live/codec-trouble.ts';
import { mediaTrouble } from '../../../live/media-trouble.ts';
import { trackTrouble } from '../../../live/track-trouble.ts';
import { messages } from '../../../messages/messages.ts';
import { TrackError, type EdgeError } from '../../../wire.ts';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.live;
const route = getRouteApi('/device/$productId/$deviceId');

/** Why there is no picture. */
export interface MediaNoteProps {
  /** Nothing while the device has not answered. */
  readonly error: EdgeError | undefined;
  /** The formats that it is sent as, where this browser has none of them. */
  readonly lacked: readonly string[];
  readonly kind: TrackKind;
  /** What the tile is called. */
  readonly name: string;
  /** A person has named it; the device has not. */
  readonly isAdded: boolean;
  readonly onAskAgain: () => void;
}

/** The note in the picture's place; none where there is no trouble. */
export function MediaNote({ error, lacked, kind, name, isAdded, onAskAgain }: MediaNoteProps) {
  const { session } = useLiveDevice();
  const note = mediaTrouble({ error, kind, lacked, isAdded, isOnline: navigator.onLine }, messages);
  if (note === undefined) return null;
  const askAgain = () => {
    onAskAgain();
    // What is allowed now may be another role's.
    void session.lookAgain();
  };
  return (
    <section className="lw-panel" aria-live="polite" data-testid="media-note">
      <h2>{note.title}</h2>
      {note.hint !== undefined && <p className="lw-soft">{note.hint}</p>}
      <p className="lw-mono lw-soft">{name}</p>
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
  const trouble = trackTrouble(state.error, messages.track);
  if (trouble === undefined) return null;
  return <output className="lw-live-note">{messages.track.ofSound(trouble)}</output>;
}

/** What is said of a device that has nothing to see and nothing to hear. */
export function NoTracks() {
  const navigate = useNavigate();
  const params = route.useParams();
  const openRequests = () => navigate({ to: '/device/$productId/$deviceId/requests', params, replace: true });
  return (
    <section className="lw-panel" data-testid="media-note">
      <h2>{words.noFeed}</h2>
      <p className="lw-soft">{words.noFeedHint}</p>
      <div className="lw-actions">
        <Button onClick={() => void openRequests()}>{words.openRequests}</Button>
      </div>
    </section>
  );
}
