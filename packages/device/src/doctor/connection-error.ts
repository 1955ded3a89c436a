/** @module Checks whether a target accepts connections. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { HostPort } from '../config/host-port.ts';

/** Connects for a moment; returns why that fails, or undefined if it works. */
export async function connectionError({ host, port }: HostPort, timeoutMs: number): Promise<unknown> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    socket.destroy();
  }
}
