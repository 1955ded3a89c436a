/** @module Where the service listens. */
import type { AddressInfo } from 'node:net';
import { EdgeError } from '@longwire/protocol';
import type { FastifyInstance } from 'fastify';

/**
 * Connections that wait to be accepted; the kernel takes no more than net.core.somaxconn. Reason: after a restart thousands of devices come
 * back within seconds, and what finds the 511 places of Node's own choice taken is dropped without a word, tries again after 1, 3 and 7 s, or is reset.
 */
const BACKLOG = 4_096;

/** Where to listen, and how that is called. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
}

/** Listens, and says where: `http://host:port`. @throws EdgeError ERR_LISTEN */
export async function listen(http: FastifyInstance, options: ListenOptions): Promise<string> {
  const { host, port, scheme } = options;
  try {
    await http.listen({ host, port, backlog: BACKLOG, listenTextResolver: () => 'listening' });
  } catch (cause) {
    throw new EdgeError('ERR_LISTEN', `address expected a free one, got ${host} port ${port}`, { cause });
  }
  return urlOf(http.addresses(), scheme);
}

function urlOf(addresses: readonly (AddressInfo | string)[], scheme: string): string {
  const address = addresses.find((candidate) => typeof candidate === 'object');
  if (address === undefined) throw new EdgeError('ERR_LISTEN', 'address expected after listening, got none');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${scheme}://${host}:${address.port}`;
}
