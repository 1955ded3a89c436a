/** @module Starts listening. */
import type { AddressInfo } from 'node:net';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance } from 'fastify';
import { faultOf } from './log/fault-of.ts';

/**
 * Pending connections; the kernel caps this at net.core.somaxconn. Reason: after a restart thousands of
 * devices reconnect within seconds, and beyond Node's default of 511 their SYNs are dropped silently and
 * retried after 1, 3 and 7 s, or reset.
 */
const BACKLOG = 4_096;

/** Options of {@link listen}. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
}

/** Listens and returns the URL: `http://host:port`. @throws EdgeError ERR_LISTEN */
export async function listen(http: FastifyInstance, options: ListenOptions): Promise<string> {
  const { host, port, scheme } = options;
  try {
    await http.listen({ host, port, backlog: BACKLOG, listenTextResolver: () => 'listening' });
  } catch (cause) {
    throw new EdgeError('ERR_LISTEN', `cannot listen on ${host} port ${port} (${faultOf(cause)})`, { cause });
  }
  return urlOf(http.addresses(), scheme);
}

function urlOf(addresses: readonly (AddressInfo | string)[], scheme: string): string {
  const address = addresses.find((candidate) => typeof candidate === 'object');
  if (address === undefined) throw new EdgeError('ERR_LISTEN', 'the server has no address after listening');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${scheme}://${host}:${address.port}`;
}
