/** @module Live: everything that the device shows, as large as the screen allows, and what can be done with it. */

import { useTrackIds } from '@longwire/react';
import { useState } from 'react';
import { liveTiles, tileId, type LiveTile } from '../../../live/live-tiles.ts';
import { messages } from '../../../messages/messages.ts';
import { useOfferedTracks } from '../../use-offered-tracks.ts';
import { useLiveDevice } from '../device-context.tsx';
import { Stage } from '../stage.tsx';
import { AddTrack } from './add-track.tsx';
import { NoTracks } from './media-note.tsx';
import { OtherTile } from './other-tile.tsx';
import { SoundTile } from './sound-tile.tsx';
import { VideoTile } from './video-tile.tsx';
import './live-tab.css';

/** A tile for each picture, and for each sound that goes with none. */
export function LiveTab() {
  const { device } = useLiveDevice();
  const offered = useOfferedTracks();
  const named = useTrackIds();
  const [added, setAdded] = useState<readonly string[]>([]);
  const add = (trackId: string) => setAdded([...new Set([...added, trackId])]);
  const tiles = offered === undefined ? [] : liveTiles(offered, [...new Set([...named, ...added])]);
  return (
    <div className="lw-live">
      <Stage pictureKey={device.key} isDimmed={false}>
        {offered === undefined && <output className="lw-tile-wait">{messages.live.waiting}</output>}
        {offered !== undefined && tiles.length === 0 && <NoTracks />}
        <div className={tiles.length > 1 ? 'lw-tiles lw-tiles-many' : 'lw-tiles'}>
          {tiles.map((tile, index) => (
            <Tile
              key={tileId(tile)}
              tile={tile}
              isOnly={tiles.length === 1}
              talkTrackId={index === 0 ? offered?.talkTrackId : undefined}
            />
          ))}
        </div>
        {offered !== undefined && <AddTrack onAdd={add} />}
      </Stage>
    </div>
  );
}

interface TileProps {
  readonly tile: LiveTile;
  readonly isOnly: boolean;
  /** Where the voice goes, on the first tile, which also gives the device's last picture. */
  readonly talkTrackId: string | undefined;
}

function Tile({ tile, isOnly, talkTrackId }: TileProps) {
  if (tile.kind === 'sound') return <SoundTile trackId={tile.trackId} talkTrackId={talkTrackId} />;
  if (tile.kind === 'other') return <OtherTile trackId={tile.trackId} />;
  return <VideoTile view={tile} isOnly={isOnly} talkTrackId={talkTrackId} />;
}
