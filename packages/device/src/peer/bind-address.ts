/** @module The address that a peer connection is bound to: the library ends the process when it cannot be bound, so that is checked before. */
import { networkInterfaces } from 'node:os';
import { EdgeError } from '@longwire/protocol';

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Checks that the machine has an address now; addresses come and go with networks.
 * @throws EdgeError ERR_DEVICE_OPTIONS when it has not.
 */
export function requireOwnAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): string {
  const own = Object.values(interfaces()).flatMap((list) => list ?? []);
  if (!ANY_ADDRESS.has(address) && own.every((entry) => entry.address !== address)) {
    throw new EdgeError('ERR_DEVICE_OPTIONS', 'bind address expected to be one of this machine');
  }
  return address;
}
