/** @module A track in a custom video element. */
import { useTrack } from '@longwire/react';
import { useEffect, useRef } from 'react';

export function Mirror() {
  const { state, refresh } = useTrack('frontdoor-video');
  const video = useRef<HTMLVideoElement>(null);
  const { stream } = state;
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream ?? null;
  }, [stream]);
  return (
    <>
      <video
        ref={video}
        aria-label="The front door, mirrored"
        style={{ transform: 'scaleX(-1)' }}
        autoPlay
        muted
        playsInline
      />
      <p>The track is {state.kind}</p>
      {state.kind === 'failed' && <button onClick={refresh}>{state.error.code}: ask again</button>}
    </>
  );
}
