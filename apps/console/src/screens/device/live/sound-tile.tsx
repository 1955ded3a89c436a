/** @module A sound that goes with no picture. */

import { DeviceSound, useTrack } from '@longwire/react';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MediaNote } from './media-note.tsx';
import { TalkButton } from './talk-button.tsx';

const words = messages.live;

/** What is heard. */
export interface SoundTileProps {
  readonly trackId: string;
  readonly talkTrackId: string | undefined;
}

/** Its name and its sound, silent at first. */
export function SoundTile({ trackId, talkTrackId }: SoundTileProps) {
  const { state, refresh } = useTrack(trackId);
  const [isMuted, setIsMuted] = useState(true);
  const [note, setNote] = useState('');
  return (
    <figure className="lw-tile lw-tile-sound" data-testid={`sound-${trackId}`} data-phase={state.kind}>
      <figcaption>{trackId}</figcaption>
      <DeviceSound trackId={trackId} isMuted={isMuted} onMutedByBrowser={() => setIsMuted(true)} />
      {state.kind === 'failed' && <MediaNote error={state.error} trackId={trackId} onAskAgain={refresh} />}
      <div className="lw-controls-area">
        <output className="lw-controls-note">{note}</output>
        <fieldset className="lw-controls" aria-label={words.controls(trackId)}>
          <IconButton
            label={isMuted ? words.unmute : words.mute}
            isDisabled={state.kind !== 'live'}
            onClick={() => setIsMuted(!isMuted)}
          >
            {isMuted ? <IconVolumeOff size={24} /> : <IconVolume size={24} />}
          </IconButton>
          {talkTrackId !== undefined && <TalkButton trackId={talkTrackId} onNote={setNote} />}
        </fieldset>
      </div>
    </figure>
  );
}
