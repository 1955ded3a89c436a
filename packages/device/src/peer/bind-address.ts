/** @module The address that a peer connection binds to, which the library neither chooses on every machine nor checks. */
import { networkInterfaces } from 'node:os';
import { EdgeError } from '@longwire/protocol';

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Returns the address if one of this machine's interfaces has it at the moment. Reason: the library ends the process when binding fails.
 * @throws EdgeError ERR_DEVICE_OPTIONS otherwise.
 */
export function requireOwnAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): string {
  const own = Object.values(interfaces()).flatMap((list) => list ?? []);
  if (!ANY_ADDRESS.has(address) && own.every((entry) => entry.address !== address)) {
    throw new EdgeError(
      'ERR_DEVICE_OPTIONS',
      `cannot bind to "${address}": no network interface has this address`,
    );
  }
  return address;
}

/**
 * The loopback address if the machine has no other interface; otherwise undefined, for all interfaces. Reason: the library skips
 * loopback by default and would find no candidate.
 */
export function onlyLoopbackAddress(
  interfaces: typeof networkInterfaces = networkInterfaces,
): string | undefined {
  const addresses = Object.values(interfaces()).flatMap((list) => list ?? []);
  return addresses.every(({ internal }) => internal) ? '127.0.0.1' : undefined;
}
