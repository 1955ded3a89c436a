/** @module Addresses at which no other machine reaches the service. */

const LOOPBACK = /^(?:localhost|127\..*|::1)$/u;

/** Whether only this machine reaches what listens there. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
