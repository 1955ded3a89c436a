/** @module Converts either form of a turn reply to ICE servers of `RTCPeerConnection`. */
import type { IceServer, TurnReply, TurnServer } from './ice-server.ts';

const SCHEME = /^(stun|turn)s?:/i;

/** Scheme, host, port and transport (section 3.1 of RFC 7064 and RFC 7065). */
const ICE_URL = /^(?:(stun)|turn)s?:(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d+))?(\?transport=(?:udp|tcp))?$/i;

/** Most characters of a TURN user name (RFC 8489, section 14.3). */
const MAX_USERNAME = 508;

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
  const url = SCHEME.test(hostname) ? hostname : `turn:${hostWithPort(hostname, port)}`;
  return /^turn/i.test(url) ? { urls: [url], username, credential: password } : { urls: [url] };
}

function hostWithPort(hostname: string, port: number): string {
  const isBareIpv6 = hostname.includes(':') && !hostname.startsWith('[');
  const host = isBareIpv6 ? `[${hostname}]` : hostname;
  return port === 0 ? host : `${host}:${port}`;
}

function usable(server: IceServer): IceServer[] {
  const urls = server.urls.filter((url) => isUsable(url, server));
  return urls.length === 0 ? [] : [{ ...server, urls }];
}

function isUsable(url: string, { username = '', credential = '' }: IceServer): boolean {
  const [found, isStun, port = 1, transport] = ICE_URL.exec(url) ?? [];
  if (!found || +port < 1 || +port > 65_535) return false;
  return isStun ? !transport : credential !== '' && username !== '' && username.length <= MAX_USERNAME;
}
