/** @module `[network]`: the addresses that peer connections use. */
import { isIP } from 'node:net';
import { given, type IceServer } from '@longwire/protocol';
import type { TableReader } from './table-reader.ts';

/** The network settings of peer connections. */
export interface NetworkConfig {
  readonly bindAddress?: string;
  /** The highest rate of pictures and sound to one viewer. */
  readonly maxBitsPerSecond?: number;
  readonly iceServers: readonly IceServer[];
}

/** Most ICE servers. Reason: each costs every session a lookup and traffic. */
export const MAX_ICE_SERVERS = 8;

/** The range of the highest rate, in Mbit/s. Reason: less carries no picture, and more overflows the viewer's socket. */
export const MAX_RATE: { readonly min: number; readonly max: number } = { min: 0.5, max: 1_000 };

const SERVER_URL = /^(?:stun|turn):(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?(?:\?transport=udp)?$/iu;

/** Reads `[network]`. @throws EdgeError ERR_CONFIG */
export function parseNetwork(table: TableReader | undefined): NetworkConfig {
  if (table === undefined) return { iceServers: [] };
  const bindAddress = table.text('bind_address');
  if (bindAddress !== undefined && isIP(bindAddress) === 0)
    throw table.error('bind_address', 'must be an IP address of this machine');
  const maxRate = table.number('max_mbit_per_viewer', MAX_RATE);
  const servers = table.tables('ice_server');
  if (servers.length > MAX_ICE_SERVERS)
    throw table.error('ice_server', `must have at most ${MAX_ICE_SERVERS} entries, got ${servers.length}`);
  const iceServers = servers.map(parseIceServer);
  table.end();
  return {
    iceServers,
    ...given({ bindAddress }),
    ...(maxRate === undefined ? {} : { maxBitsPerSecond: maxRate * 1_000_000 }),
  };
}

function parseIceServer(table: TableReader): IceServer {
  const url = table.requiredText('url');
  if (!SERVER_URL.test(url))
    throw table.error(
      'url',
      'must be stun:host:port or turn:host:port (TURN over TCP and TLS is not possible)',
    );
  const username = table.text('username');
  const credential = table.text('credential');
  table.end();
  if (/^turn:/iu.test(url) && (username === undefined || credential === undefined))
    throw table.problem('a TURN server needs "username" and "credential"');
  return {
    urls: [url],
    ...given({ username, credential }),
  };
}
