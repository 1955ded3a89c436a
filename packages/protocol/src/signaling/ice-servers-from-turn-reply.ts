/** @module Converts either form of a turn reply to ICE servers of `RTCPeerConnection`. */
import type { IceServer, TurnReply, TurnServer } from './ice-server.ts';

const ICE_URL = /^(stun|stuns|turn|turns):[^\s]+$/i;
const TURN_URL = /^turns?:/i;

/**
 * The servers of a turn reply: `iceServers` takes precedence over `servers`; with neither the defaults apply; an
 * empty list means none. A server that would make the constructor of `RTCPeerConnection` throw is left out, so that
 * one bad entry in a service's configuration does not break every connection.
 */
export function iceServersFromTurnReply(
  reply: Pick<TurnReply, 'iceServers' | 'servers'>,
  defaults: readonly IceServer[],
): IceServer[] {
  if (reply.iceServers !== undefined) return reply.iceServers.flatMap(usable);
  if (reply.servers !== undefined) return reply.servers.map(fromTurnServer).flatMap(usable);
  return [...defaults];
}

function fromTurnServer({ hostname, port, username, password }: TurnServer): IceServer {
  const url = ICE_URL.test(hostname) ? hostname : `turn:${hostWithPort(hostname, port)}`;
  return TURN_URL.test(url) ? { urls: [url], username, credential: password } : { urls: [url] };
}

function hostWithPort(hostname: string, port: number): string {
  const isBareIpv6 = hostname.includes(':') && !hostname.startsWith('[');
  const host = isBareIpv6 ? `[${hostname}]` : hostname;
  return port === 0 ? host : `${host}:${port}`;
}

function usable(server: IceServer): IceServer[] {
  const hasCredential = server.username !== undefined && server.credential !== undefined;
  const urls = server.urls.filter((url) => ICE_URL.test(url) && (hasCredential || !TURN_URL.test(url)));
  return urls.length === 0 ? [] : [{ ...server, urls }];
}
