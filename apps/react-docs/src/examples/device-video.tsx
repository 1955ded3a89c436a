/** @module The front door: video, sound, and a status line. */
import { DeviceVideo } from '@longwire/react';
import { useState } from 'react';

export function FrontDoor() {
  const [isMuted, setIsMuted] = useState(true);
  return (
    <DeviceVideo
      trackId="frontdoor-video"
      soundTrackId="frontdoor-audio"
      label="The front door"
      isMuted={isMuted}
      onMutedByBrowser={() => setIsMuted(true)}
    >
      {({ phase, error, play }) => (
        <p style={{ position: 'absolute', inset: 'auto 0 0' }}>
          {phase === 'blocked' && <button onClick={play}>Play</button>}
          {phase === 'failed' ? error?.code : phase}{' '}
          <button onClick={() => setIsMuted(!isMuted)}>{isMuted ? 'Sound on' : 'Sound off'}</button>
        </p>
      )}
    </DeviceVideo>
  );
}
