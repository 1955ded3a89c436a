/** @module An audio track without a video. */

import { DeviceSound, useTrack } from '@longwire/react';
import { IconChartBar, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { tileName } from '../../../live/tile-name.ts';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MediaNote } from './media-note.tsx';
import { TileMenuItem, TileMenu } from './tile-menu.tsx';
import { TalkButton } from './talk-button.tsx';
import { TileNoteLine, useTileNote } from './tile-note-line.tsx';
import { TileStats } from './tile-stats.tsx';

const words = messages.live;

/** The audio track. */
export interface SoundTileProps {
  readonly trackId: string;
  /** Its number among the tiles, from 1. */
  readonly number: number;
  /** The device's words for it, if it has any. */
  readonly title: string | undefined;
  /** The codecs the track is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
  readonly talkTrackId: string | undefined;
  /** Hides the tile, which has this name; undefined for the only one. */
  readonly onHide: ((name: string) => void) | undefined;
}

/** The name and the audio, muted at first. */
export function SoundTile({ trackId, number, title, lacked, talkTrackId, onHide }: SoundTileProps) {
  const { state, refresh } = useTrack(trackId);
  const [isMuted, setIsMuted] = useState(true);
  const [hasStats, setHasStats] = useState(false);
  const note = useTileNote();
  const more = useRef<HTMLButtonElement>(null);
  const isLive = state.kind === 'live';
  const name = tileName(
    { kind: 'audio', trackId, title, isAuthenticated: state.isAuthenticated },
    number,
    words,
  );
  return (
    <figure className="lw-tile lw-tile-sound" data-testid={`sound-${trackId}`} data-phase={state.kind}>
      <figcaption className="lw-tile-name">{name}</figcaption>
      {isLive && !hasStats && (
        <IconVolume size={40} stroke={1.4} className="lw-tile-wait" aria-hidden="true" />
      )}
      <DeviceSound trackId={trackId} isMuted={isMuted} onMutedByBrowser={() => setIsMuted(true)} />
      {!isLive && (
        <MediaNote
          error={state.kind === 'failed' ? state.error : undefined}
          lacked={lacked}
          kind="audio"
          name={name}
          onAskAgain={refresh}
        />
      )}
      {hasStats && isLive && <TileStats track={state.track} />}
      <div className="lw-controls-area">
        <TileNoteLine note={note} />
        <fieldset className="lw-controls" aria-label={words.controls(name)}>
          <IconButton
            label={isMuted ? words.unmute : words.mute}
            isDisabled={!isLive}
            onClick={() => setIsMuted(!isMuted)}
          >
            {isMuted ? <IconVolumeOff size={24} /> : <IconVolume size={24} />}
          </IconButton>
          {talkTrackId !== undefined && <TalkButton trackId={talkTrackId} note={note} />}
          <TileMenu name={name} ref={more} onHide={onHide === undefined ? undefined : () => onHide(name)}>
            {(close) => (
              <TileMenuItem
                icon={<IconChartBar size={20} />}
                label={words.statistics}
                isPressed={hasStats}
                isDisabled={!isLive}
                onClick={() => setHasStats(!hasStats)}
                close={close}
              />
            )}
          </TileMenu>
        </fieldset>
      </div>
    </figure>
  );
}
