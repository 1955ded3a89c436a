/** @module The current user. */
import { useMe } from '@longwire/react';

export function Me() {
  const { state, refresh } = useMe();
  if (state.kind === 'waiting') return <p>…</p>;
  if (state.kind === 'failed') return <button onClick={refresh}>{state.error.code}: try again</button>;
  if (state.value === undefined) return <p>The device does not know you</p>;
  return (
    <p>
      {state.value.DisplayName ?? state.value.Username}, {state.value.Role}
    </p>
  );
}
