/** @module Checks the address that a peer connection binds to, because the library ends the process when binding fails. */
import { networkInterfaces } from 'node:os';
import { EdgeError } from '@longwire/protocol';

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Returns the address if one of this machine's interfaces has it at the moment.
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
