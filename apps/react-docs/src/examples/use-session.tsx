/** @module A button that starts the next attempt now. */
import { useSession, useSessionState } from '@longwire/react';

export function TryNow() {
  const session = useSession();
  const { kind, nextTryMs } = useSessionState();
  if (kind === 'ready') return <p>Connected</p>;
  if (kind === 'ended') return <p>Ended</p>;
  if (nextTryMs === undefined) return <p>Trying …</p>;
  return (
    <p>
      Waiting for the next attempt <button onClick={() => session?.retryNow()}>Try now</button>
    </p>
  );
}
