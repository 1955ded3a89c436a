/** @module Converts ICE servers to node-datachannel's format. */
import type { IceServer } from '@longwire/protocol';
import type { IceServer as NativeIceServer } from 'node-datachannel';

const DEFAULT_PORT = 3478;

/** `stun:host[:port]` or `turn:host[:port][?transport=udp]`; the library has no TURN over TCP or TLS. */
const SERVER_URL = /^(stun|turn):(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?(?:\?transport=udp)?$/iu;

/** Most servers used of one list. Reason: the service chooses them, and each costs a DNS lookup and traffic. */
const MAX_SERVERS = 8;

/** The servers that the library can use; others are skipped. */
export function nativeIceServers(servers: readonly IceServer[]): NativeIceServer[] {
  return servers
    .flatMap(({ urls, username, credential }) =>
      urls.flatMap((url) => nativeServer(url, username, credential)),
    )
    .slice(0, MAX_SERVERS);
}

function nativeServer(url: string, username?: string, credential?: string): NativeIceServer[] {
  const match = SERVER_URL.exec(url);
  if (match === null) return [];
  const [, scheme = '', host = '', portText] = match;
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  if (port < 1 || port > 65_535) return [];
  const hostname = host.replace(/^\[|\]$/gu, '');
  if (scheme.toLowerCase() === 'stun') return [{ hostname, port }];
  if (username === undefined || credential === undefined) return [];
  return [{ hostname, port, username, password: credential, relayType: 'TurnUdp' }];
}
