/** @module A device: the state of its session, and one of its values. */
import type { SessionOptions } from '@longwire/client';
import { DeviceProvider, useObserve, useSessionState } from '@longwire/react';

export function Shed({ options }: { options: SessionOptions }) {
  return (
    <DeviceProvider options={options}>
      <Status />
      <Temperature />
    </DeviceProvider>
  );
}

function Status() {
  const { kind, reason } = useSessionState();
  return <p>{reason === undefined ? kind : `${kind}: ${reason.code}`}</p>;
}

function Temperature() {
  const { state, refresh } = useObserve('/temperature');
  if (state.kind === 'waiting') return <p>reading …</p>;
  if (state.kind === 'value') return <p>{state.value.text()}</p>;
  return <button onClick={refresh}>{state.error.code}: try again</button>;
}
