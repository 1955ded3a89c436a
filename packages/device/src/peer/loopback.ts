/** @module Machines without a network: the library leaves loopback out, so there would be no candidate at all. */
import { networkInterfaces } from 'node:os';

/** The address to bind when loopback is all there is, else undefined: every interface. */
export function onlyLoopbackAddress(
  interfaces: typeof networkInterfaces = networkInterfaces,
): string | undefined {
  const addresses = Object.values(interfaces()).flatMap((list) => list ?? []);
  return addresses.every(({ internal }) => internal) ? '127.0.0.1' : undefined;
}
