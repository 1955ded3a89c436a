/** @module Live: the device's video as large as the screen allows, and what can be done with it. */

import { useTracks, type DeviceTrack } from '@longwire/react';
import { useState } from 'react';
import { MediaNote } from './media-note.tsx';
import { LiveControls } from './live-controls.tsx';
import { Stage } from '../stage.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { VideoTile } from './video-tile.tsx';
import './live-tab.css';

/** One tile for each video track, and the controls. */
export function LiveTab() {
  const { device, state } = useLiveDevice();
  const tracks = useTracks();
  const [isMuted, setIsMuted] = useState(true);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const { media } = state;
  const expectedVideo = media.kind === 'asked' ? media.videoTrackId : undefined;
  const videos = tracks.filter((track) => isVideo(track, expectedVideo));
  const audio = tracks.filter((track) => !isVideo(track, expectedVideo) && track.track?.kind !== 'video');
  const sounding = audio.filter(({ error, isEnded }) => error === undefined && !isEnded);
  return (
    <div className="lw-live" ref={setStage}>
      <Stage pictureKey={device.key} isDimmed={false}>
        <div className={videos.length > 1 ? 'lw-tiles lw-tiles-many' : 'lw-tiles'}>
          {videos.map((video, index) => (
            <VideoTile
              key={video.id}
              video={video}
              audio={index === 0 ? sounding : []}
              isMuted={isMuted}
              isMain={index === 0}
              onMutedByBrowser={() => setIsMuted(true)}
            />
          ))}
        </div>
        <MediaNote
          hasVideo={videos.length > 0}
          troubledAudio={audio.filter(({ error }) => error !== undefined)}
        />
        {(videos.length > 0 || media.kind === 'asked') && (
          <LiveControls
            stage={stage}
            hasVideo={videos.some(
              ({ track, error, isEnded }) => track !== undefined && error === undefined && !isEnded,
            )}
            hasSound={sounding.length > 0}
            isMuted={isMuted}
            onMuted={setIsMuted}
          />
        )}
      </Stage>
    </div>
  );
}

/** A track that never arrived is known by its name only. */
function isVideo({ id, track }: DeviceTrack, expectedVideo: string | undefined): boolean {
  return track === undefined ? id === expectedVideo || id.includes('video') : track.kind === 'video';
}
