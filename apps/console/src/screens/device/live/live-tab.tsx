/** @module The Live tab: all tracks of the device as large as possible, with their controls. */

import { useTrackIds, useTrack } from '@longwire/react';
import { useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { lackedCodecs } from '../../../live/lacked-codecs.ts';
import { liveTiles, tileId, type LiveTile } from '../../../live/live-tiles.ts';
import { tileChoices, type HiddenTile } from '../../../live/tile-choice.ts';
import { messages } from '../../../messages/messages.ts';
import { useOfferedTracks } from '../../use-offered-tracks.ts';
import { useLiveDevice } from '../device-context.tsx';
import { Stage } from '../stage.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { HiddenTiles } from './hidden-tiles.tsx';
import { NoTracks } from './media-note.tsx';
import { SoundTile } from './sound-tile.tsx';
import { TileGrid, type TilePlace } from './tile-grid.tsx';
import { useResting } from './use-resting.ts';
import { VideoTile } from './video-tile.tsx';
import './live-tab.css';
import './tile.css';
import './tile-controls.css';

/** A tile for each video, and for each audio track without a video. */
export function LiveTab() {
  const { device, state } = useLiveDevice();
  const away = useDisconnectedText();
  const offered = useOfferedTracks(state.session);
  const named = useTrackIds();
  const choice = tileChoices.of(state.session);
  const hidden = useSyncExternalStore(choice.subscribe, choice.snapshot);
  const opener = useRef<HTMLButtonElement>(null);
  const { isResting, ref } = useResting();
  const all = offered === undefined ? [] : liveTiles(offered, named);
  const tiles = all.filter((tile) => !hidden.some(({ id }) => id === tileId(tile)));
  const hide = (tile: HiddenTile) => {
    // The pressed button disappears; the focus moves to the button that shows the tile again.
    flushSync(() => choice.hide(tile));
    opener.current?.focus();
  };
  return (
    <div className={isResting ? 'lw-live lw-live-resting' : 'lw-live'} ref={ref}>
      <Stage pictureKey={device.key} isDimmed={false}>
        {offered === undefined && <output className="lw-tile-wait">{away ?? messages.live.waiting}</output>}
        {offered !== undefined && all.length === 0 && <NoTracks />}
        {tiles.length > 0 && (
          <TileGrid tiles={tiles}>
            {(tile, index, place) => (
              <Tile
                tile={tile}
                number={index + 1}
                title={offered?.titles.get(tileId(tile))}
                isOnly={tiles.length === 1}
                lacked={lackedCodecs(offered?.codecs.get(tileId(tile)) ?? [])}
                talkTrackId={index === 0 ? offered?.talkTrackId : undefined}
                place={place}
                onHide={tiles.length > 1 ? (name) => hide({ id: tileId(tile), name }) : undefined}
              />
            )}
          </TileGrid>
        )}
        {hidden.length > 0 && <HiddenTiles tiles={hidden} opener={opener} onShow={(id) => choice.show(id)} />}
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
  readonly place: TilePlace;
  /** Hides the tile, which has this name; undefined for the only one. */
  readonly onHide: ((name: string) => void) | undefined;
}

function Tile({ tile, number, title, isOnly, lacked, talkTrackId, place, onHide }: TileProps) {
  if (tile.kind === 'other')
    return <OtherTile trackId={tile.trackId} number={number} place={place} onHide={onHide} />;
  const rest = { number, title, lacked, talkTrackId, onHide };
  if (tile.kind === 'view') return <VideoTile view={tile} isOnly={isOnly} place={place} {...rest} />;
  return <SoundTile trackId={tile.trackId} {...rest} />;
}

/** A track of which only the name is known. */
interface OtherTileProps {
  readonly trackId: string;
  readonly number: number;
  readonly place: TilePlace;
  /** Hides the tile, which has this name; undefined for the only one. */
  readonly onHide: ((name: string) => void) | undefined;
}

/** A tile for either kind of track. */
function OtherTile({ trackId, number, place, onHide }: OtherTileProps) {
  const { state } = useTrack(trackId);
  const isSound = state.kind === 'live' ? state.track.kind === 'audio' : /audio|sound|mic/iu.test(trackId);
  const rest = { number, title: undefined, lacked: [], talkTrackId: undefined, onHide };
  if (isSound) return <SoundTile trackId={trackId} {...rest} />;
  return <VideoTile view={{ videoTrackId: trackId }} isOnly={false} place={place} {...rest} />;
}
