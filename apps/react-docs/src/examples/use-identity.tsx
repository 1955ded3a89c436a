/** @module The verified device and the logged-in user. */
import { useIdentity } from '@longwire/react';

export function Identity() {
  const { verified, login } = useIdentity();
  return (
    <dl>
      <dt>Device</dt>
      <dd>
        {verified === undefined ? 'not verified' : `verified, key ${verified.fingerprint.slice(0, 8)}…`}
      </dd>
      <dt>User</dt>
      <dd>{login?.username ?? 'not logged in'}</dd>
    </dl>
  );
}
