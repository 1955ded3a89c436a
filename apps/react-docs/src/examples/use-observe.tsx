/** @module A light, as it changes. */
import { useObserve } from '@longwire/react';

export function Light() {
  const { state, refresh } = useObserve('/light');
  if (state.kind === 'waiting') return <p>Reading …</p>;
  if (state.kind === 'value') return <p>The light is {state.value.json() === true ? 'on' : 'off'}</p>;
  return (
    <p>
      {state.error.code} <button onClick={refresh}>Read again</button>
    </p>
  );
}
