/** @module Support for machines without a network: the library skips loopback by default and would find no candidate. */
import { networkInterfaces } from 'node:os';

/** The loopback address if the machine has no other interface; otherwise undefined, for all interfaces. */
export function onlyLoopbackAddress(
  interfaces: typeof networkInterfaces = networkInterfaces,
): string | undefined {
  const addresses = Object.values(interfaces()).flatMap((list) => list ?? []);
  return addresses.every(({ internal }) => internal) ? '127.0.0.1' : undefined;
}
