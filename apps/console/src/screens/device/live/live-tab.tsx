/** @module Live: the device's video as large as the screen allows, and what can be done with it. */

import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { useLiveDevice } from '../device-context.tsx';
import { Stage } from '../stage.tsx';
import { LiveControls } from './live-controls.tsx';
import { useDefaultTracks } from './use-default-tracks.ts';
import { VideoTile } from './video-tile.tsx';
import './live-tab.css';

/** The picture, and the controls. */
export function LiveTab() {
  const { device } = useLiveDevice();
  const tracks = useDefaultTracks();
  const [isMuted, setIsMuted] = useState(true);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  return (
    <div className="lw-live" ref={setStage}>
      <Stage pictureKey={device.key} isDimmed={false}>
        {tracks === undefined ? (
          <output className="lw-tile-wait">{messages.live.waiting}</output>
        ) : (
          <>
            <div className="lw-tiles">
              <VideoTile tracks={tracks} isMuted={isMuted} onMutedByBrowser={() => setIsMuted(true)} />
            </div>
            <LiveControls stage={stage} tracks={tracks} isMuted={isMuted} onMuted={setIsMuted} />
          </>
        )}
      </Stage>
    </div>
  );
}
