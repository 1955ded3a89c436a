/** @module The Live tab: all tracks of the device as large as possible, with their controls. */

import { useTrackIds, useTrack } from '@longwire/react';
import { useRef, useSyncExternalStore } from 'react';
import { lackedCodecs } from '../../../live/lacked-codecs.ts';
import { liveTiles, tileId, type LiveTile } from '../../../live/live-tiles.ts';
import { tileChoiceOf } from '../../../live/tile-choice.ts';
import { messages } from '../../../messages/messages.ts';
import { useOfferedTracks } from '../../use-offered-tracks.ts';
import { useLiveDevice } from '../device-context.tsx';
import { Stage } from '../stage.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { AddTrack } from './add-track.tsx';
import { NoTracks } from './media-note.tsx';
import { SoundTile } from './sound-tile.tsx';
import { VideoTile } from './video-tile.tsx';
import './live-tab.css';
import './tile.css';
import './tile-controls.css';
import './add-track.css';

/** A tile for each video, and for each audio track without a video. */
export function LiveTab() {
  const { device, state } = useLiveDevice();
  const away = useDisconnectedText();
  const offered = useOfferedTracks();
  const named = useTrackIds();
  const choice = tileChoiceOf(state.session);
  const { added, hidden } = useSyncExternalStore(choice.subscribe, choice.snapshot);
  const opener = useRef<HTMLButtonElement>(null);
  const tiles = offered === undefined ? [] : liveTiles(offered, { named: [...named, ...added], hidden });
  const hide = (trackId: string) => {
    choice.hide(trackId);
    // The pressed button disappears; the focus moves to the button that adds another track.
    opener.current?.focus();
  };
  return (
    <div className="lw-live">
      <Stage pictureKey={device.key} isDimmed={false}>
        {offered === undefined && <output className="lw-tile-wait">{away ?? messages.live.waiting}</output>}
        {offered !== undefined && tiles.length === 0 && <NoTracks />}
        {tiles.length > 0 && (
          <div className={tiles.length > 1 ? 'lw-tiles lw-tiles-many' : 'lw-tiles'}>
            {tiles.map((tile, index) => (
              <Tile
                key={tileId(tile)}
                tile={tile}
                number={index + 1}
                title={offered?.titles.get(tileId(tile))}
                isOnly={tiles.length === 1}
                lacked={lackedCodecs(offered?.codecs.get(tileId(tile)) ?? [])}
                talkTrackId={index === 0 ? offered?.talkTrackId : undefined}
                onHide={() => hide(tileId(tile))}
              />
            ))}
          </div>
        )}
        {offered !== undefined && <AddTrack opener={opener} onAdd={(trackId) => choice.add(trackId)} />}
      </Stage>
    </div>
  );
}

interface TileProps {
  readonly tile: LiveTile;
  /** Its number, from 1. */
  readonly number: number;
  /** The device's words for it, if it has any. */
  readonly title: string | undefined;
  readonly isOnly: boolean;
  /** The codecs the track is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
  /** Push-to-talk, on the first tile only; this tile also provides the device's last picture. */
  readonly talkTrackId: string | undefined;
  readonly onHide: () => void;
}

function Tile({ tile, number, title, isOnly, lacked, talkTrackId, onHide }: TileProps) {
  if (tile.kind === 'other') return <OtherTile trackId={tile.trackId} number={number} onHide={onHide} />;
  const rest = { number, title, lacked, talkTrackId };
  if (tile.kind === 'view') return <VideoTile view={tile} isOnly={isOnly} {...rest} />;
  return <SoundTile trackId={tile.trackId} {...rest} />;
}

/** A track that the person added by name. */
interface OtherTileProps {
  readonly trackId: string;
  readonly number: number;
  readonly onHide: () => void;
}

/** A tile for either kind of track. */
function OtherTile({ trackId, number, onHide }: OtherTileProps) {
  const { state } = useTrack(trackId);
  const isSound = state.kind === 'live' ? state.track.kind === 'audio' : /audio|sound|mic/iu.test(trackId);
  const rest = { number, title: undefined, lacked: [], talkTrackId: undefined, onHide };
  if (isSound) return <SoundTile trackId={trackId} {...rest} />;
  return <VideoTile view={{ videoTrackId: trackId }} isOnly={false} {...rest} />;
}
