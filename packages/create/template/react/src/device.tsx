/** @module Shows one device: its first camera, and a value that it reports. */
import { DeviceVideo, useObserve, useSessionState, useTracks } from '@longwire/react';
import type { JSX } from 'react';

/** The device of the provider above. */
export function Device(): JSX.Element {
  const { kind, reason } = useSessionState();
  const { state: tracks } = useTracks();
  const { state: temperature } = useObserve('/temperature');
  const listed = 'value' in tracks ? (tracks.value ?? []) : [];
  const camera = listed.find((track) => track.kind === 'video' && track.canWatch);
  return (
    <>
      <output>{reason?.message ?? kind}</output>
      {camera !== undefined && (
        <DeviceVideo trackId={camera.trackId} label={camera.title ?? 'The camera'}>
          {({ phase, play, error }) =>
            phase === 'blocked' ? <button onClick={play}>Play</button> : error?.message
          }
        </DeviceVideo>
      )}
      {tracks.kind === 'value' && camera === undefined && <p role="alert">The device lists no camera.</p>}
      {tracks.kind === 'failed' && <p role="alert">{tracks.error.message}</p>}
      <p>
        GET /temperature:{' '}
        <code>
          {temperature.kind === 'value' && temperature.value.text()}
          {temperature.kind === 'failed' && temperature.error.message}
        </code>
      </p>
    </>
  );
}
