/** @module The videos that the device lists, and the chosen one. */
import { DeviceVideo, useTracks } from '@longwire/react';
import { useState } from 'react';

export function Cameras() {
  const { state } = useTracks();
  const [shown, setShown] = useState<string>();
  if (state.kind === 'waiting') return <p>…</p>;
  const videos = state.value?.filter(({ kind }) => kind === 'video') ?? [];
  return (
    <>
      {videos.map(({ trackId, title = trackId }) => (
        <button key={trackId} onClick={() => setShown(trackId)}>
          Show {title}
        </button>
      ))}
      {state.kind === 'failed' && <p role="alert">{state.error.code}</p>}
      {shown !== undefined && <DeviceVideo trackId={shown} label={shown} />}
    </>
  );
}
