/** @module What there is to say when there is no picture, or not all of the sound. */

import { Button } from '@mantine/core';
import type { DeviceTrack } from '@longwire/react';
import { trackTrouble } from '../../../live/track-trouble.ts';
import { messages } from '../../../messages/messages.ts';
import type { MediaState } from '../../../session/media-state.ts';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.live;

/** What arrived, and what did not. */
export interface MediaNoteProps {
  readonly hasVideo: boolean;
  readonly troubledAudio: readonly DeviceTrack[];
}

/** One note, or none. */
export function MediaNote({ hasVideo, troubledAudio }: MediaNoteProps) {
  const { session, state } = useLiveDevice();
  if (hasVideo) {
    const [audio] = troubledAudio;
    const trouble = audio === undefined ? undefined : trackTrouble(audio, messages.track);
    if (audio === undefined || trouble === undefined) return null;
    return <output className="lw-live-note">{messages.track.named(audio.id, trouble)}</output>;
  }
  const note = noteOf(state.media);
  if (note.title === undefined) {
    return <output className="lw-tile-wait">{words.waiting}</output>;
  }
  return (
    <section className="lw-panel" aria-live="polite" data-testid="media-note">
      <h2>{note.title}</h2>
      <p className="lw-soft">{note.hint}</p>
      <div className="lw-actions">
        <Button onClick={() => void session.askForMediaAgain()}>{words.askAgain}</Button>
        {state.media.kind === 'denied' && (
          <Button variant="default" className="lw-button-quiet" onClick={() => session.changeUser()}>
            {messages.failure.action.otherUser}
          </Button>
        )}
      </div>
    </section>
  );
}

function noteOf(media: MediaState): { readonly title?: string; readonly hint?: string } {
  if (media.kind === 'denied') return { title: words.denied, hint: words.deniedWho };
  if (media.kind === 'none') return { title: words.noFeed, hint: words.noFeedHint };
  if (media.kind === 'failed')
    return { title: words.mediaFailed, hint: messages.failure[media.failure.kind].hint };
  return {};
}
