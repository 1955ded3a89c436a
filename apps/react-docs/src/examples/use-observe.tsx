/** @module A light whose state is observed. */
import type { DeviceResponse } from '@longwire/client';
import { useObserve } from '@longwire/react';

export function Light() {
  const { state, refresh } = useObserve('/light');
  if (state.kind === 'waiting') return <p>Reading …</p>;
  if (state.kind === 'value') return <p>The light is {wordOf(state.value)}</p>;
  return (
    <p>
      {state.error.code} <button onClick={refresh}>Read again</button>
    </p>
  );
}

function wordOf(answer: DeviceResponse): string {
  try {
    return answer.json() === true ? 'on' : 'off';
  } catch {
    // `json()` throws if the payload is not JSON, which would fail the rendering of the whole page.
    return 'something that this page cannot read';
  }
}
