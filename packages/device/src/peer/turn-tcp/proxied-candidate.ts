/** @module Candidate lines that the TURN-TCP proxy adds, rewrites or withholds from the library (RFC 8839 section 5.1). */
import type { StunEndpoint } from '@longwire/protocol';
import { isIPv4 } from 'node:net';

const CANDIDATE = /^(a=)?candidate:(\S+) (\d+) (\S+) (\d+) (\S+) (\d+) typ (\S+)/u;

/** How much lower the priority of a proxy candidate is: clients prefer the library's own socket where they can use it. */
const PRIORITY_STEP = 0x1000;

/** The highest and the lowest priority that a candidate can have (RFC 8445 section 5.1.2.1). */
const HIGHEST_PRIORITY = 0x7fff_ffff;
const LOWEST_PRIORITY = 1;

/**
 * The proxy handles relays with a type preference below this: Chromium assigns at least 2 to a relay it reaches over UDP,
 * 1 over TCP, 0 over TLS. Any other relay with such a low preference works through the proxy as well.
 */
const FIRST_UDP_PREFERENCE = 2;

/** The proxy's candidate at the same address as a host candidate of the library; undefined for all other candidates. */
export function proxiedHostCandidate(line: string, proxyPort: number): string | undefined {
  const [
    ,
    prefix = '',
    foundation = '',
    component = '',
    transport = '',
    priority = '',
    address = '',
    ,
    type,
  ] = CANDIDATE.exec(line) ?? [];
  if (type !== 'host' || !isIPv4(address) || transport.toLowerCase() !== 'udp') return undefined;
  const lower = Math.max(1, Number(priority) - PRIORITY_STEP);
  return `${prefix}candidate:d${foundation} ${component} ${transport} ${lower} ${address} ${proxyPort} typ host`;
}

/** A description with each proxy candidate after the library's own, and `reflexive` after the last candidate. */
export function withProxiedCandidates(sdp: string, proxyPort: number, reflexive: string | undefined): string {
  const lines = sdp.split('\r\n');
  const last = lines.findLastIndex((line) => line.startsWith('a=candidate:'));
  return lines
    .flatMap((line, index) => [
      line,
      proxiedHostCandidate(line, proxyPort),
      index === last && reflexive !== undefined ? `a=${reflexive}` : undefined,
    ])
    .filter((line) => line !== undefined)
    .join('\r\n');
}

/** The server-reflexive candidate for the proxy's address as a STUN server reports it. */
export function reflexiveCandidate({ address, port }: StunEndpoint): string {
  const priority = 0x647f_ffff - PRIORITY_STEP;
  return `candidate:ds 1 UDP ${priority} ${address} ${port} typ srflx raddr 0.0.0.0 rport 0`;
}

/** The candidate under which the library sees a relay socket: preferred to all other candidates of the client, or least preferred. */
export function relaySocketCandidate({ address, port }: StunEndpoint, isBest: boolean): string {
  return `candidate:d 1 UDP ${isBest ? HIGHEST_PRIORITY : LOWEST_PRIORITY} ${address} ${port} typ host`;
}

/** The address of a client's relay that the client reaches over TCP or TLS; undefined for all other candidates. */
export function streamRelayOf(line: string): StunEndpoint | undefined {
  const [, , , , transport = '', priority = '', address = '', port = '', type] = CANDIDATE.exec(line) ?? [];
  if (type !== 'relay' || !isIPv4(address) || transport.toLowerCase() !== 'udp') return undefined;
  if (Math.floor(Number(priority) / 2 ** 24) >= FIRST_UDP_PREFERENCE) return undefined;
  return { address, port: Number(port) };
}

/** The port of the library's socket, read from one of its descriptions. */
export function hostPortOf(sdp: string): number | undefined {
  const port = sdp
    .split(/\r?\n/u)
    .map((line) => CANDIDATE.exec(line))
    .find((match) => match?.[8] === 'host')?.[7];
  return port === undefined ? undefined : Number(port);
}
