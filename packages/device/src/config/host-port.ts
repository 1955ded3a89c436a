/** @module Addresses such as `127.0.0.1:22`. */
import { EdgeError } from '@longwire/protocol';

/** A host and a TCP or UDP port. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

const ADDRESS =
  /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?)):(?<port>\d{1,5})$/iu;

/** Reads `host:port` or `[IPv6]:port`. @throws EdgeError ERR_CONFIG for anything else. */
export function parseHostPort(text: string): HostPort {
  const groups = ADDRESS.exec(text)?.groups ?? {};
  const port = Number(groups['port']);
  const host = groups['six'] ?? groups['name'];
  if (host !== undefined && port >= 1 && port <= 65_535) return { host, port };
  throw new EdgeError('ERR_CONFIG', 'must be host:port, such as 127.0.0.1:22');
}
