/** @module Addresses that only this machine can reach. */

const LOOPBACK = /^(?:localhost|127\..*|::1)$/u;

/** Whether only this machine can reach a server on `host`. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
