/** @module All tracks and their states. */
import { useTrack, useTrackIds } from '@longwire/react';
import { useState } from 'react';

export function Tracks() {
  const trackIds = useTrackIds();
  return (
    <>
      <Ask />
      <ul>
        {trackIds.map((trackId) => (
          <Track key={trackId} trackId={trackId} />
        ))}
      </ul>
    </>
  );
}

function Ask() {
  const [wanted, setWanted] = useState<string>();
  useTrack(wanted);
  return (
    <>
      <button onClick={() => setWanted('frontdoor-video')}>Ask for the video</button>
      <button onClick={() => setWanted('cellar-video')}>Ask for one that does not exist</button>
    </>
  );
}

function Track({ trackId }: { trackId: string }) {
  const { state } = useTrack(trackId);
  return (
    <li>
      {trackId}: {state.kind === 'failed' ? state.error.code : state.kind}
    </li>
  );
}
