/** @module Who is at the other end, and who this end is. */
import { useIdentity } from '@longwire/react';

export function Identity() {
  const { verified, login } = useIdentity();
  return (
    <dl>
      <dt>Device</dt>
      <dd>
        {verified === undefined ? 'not verified' : `verified, key ${verified.fingerprint.slice(0, 8)}…`}
      </dd>
      <dt>Logged in as</dt>
      <dd>{login?.username ?? 'nobody'}</dd>
    </dl>
  );
}
