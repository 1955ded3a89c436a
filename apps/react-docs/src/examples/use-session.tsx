/** @module A button that does not wait for the next try. */
import { useSession, useSessionState } from '@longwire/react';

export function TryNow() {
  const session = useSession();
  const { kind, nextTryMs } = useSessionState();
  if (kind === 'ready') return <p>Connected</p>;
  if (kind === 'ended') return <p>Ended</p>;
  if (nextTryMs === undefined) return <p>Trying …</p>;
  return (
    <p>
      Waiting for the next try <button onClick={() => session?.hurry()}>Try now</button>
    </p>
  );
}
