/** @module The note shown if there is no picture, or no sound. */

import { Button } from '@mantine/core';
import { useTrack } from '@longwire/react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { TrackError, type EdgeError } from '@longwire/client';
import type { TrackKind } from '../../../live/codec-trouble.ts';
import { mediaTrouble } from '../../../live/media-trouble.ts';
import { trackTrouble } from '../../../live/track-trouble.ts';
import { messages } from '../../../messages/messages.ts';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.live;
const route = getRouteApi('/device/$productId/$deviceId');

/** Why there is no picture. */
export interface MediaNoteProps {
  /** Undefined until the device has answered. */
  readonly error: EdgeError | undefined;
  /** The codecs the track is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
  readonly kind: TrackKind;
  /** The tile's name. */
  readonly name: string;
  readonly onAskAgain: () => void;
}

/** The note in place of the picture; nothing if there is no problem. */
export function MediaNote({ error, lacked, kind, name, onAskAgain }: MediaNoteProps) {
  const { session } = useLiveDevice();
  const note = mediaTrouble({ error, kind, lacked, isOnline: navigator.onLine }, messages);
  if (note === undefined) return null;
  const askAgain = () => {
    onAskAgain();
    // A track that is allowed now may have been refused for another role.
    void session.refreshUser();
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

/** Why a picture has no sound. */
export function SoundNote({ trackId }: { readonly trackId: string }) {
  const { state } = useTrack(trackId);
  if (state.kind !== 'failed' || !(state.error instanceof TrackError)) return null;
  const trouble = trackTrouble(state.error, messages.track);
  if (trouble === undefined) return null;
  return <output className="lw-live-note">{messages.track.ofSound(trouble)}</output>;
}

/** The text for a device that offers no media. */
export function NoTracks() {
  const navigate = useNavigate();
  const params = route.useParams();
  const openRequests = () =>
    navigate({
      to: '/device/$productId/$deviceId/controls',
      params,
      search: { any: true },
      replace: true,
    });
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
