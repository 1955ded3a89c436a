/** @module Candidate lines that the door changes, adds or keeps for itself (RFC 8839 section 5.1). */
import { isIPv4 } from 'node:net';
import type { Endpoint } from './stun-message.ts';

const CANDIDATE = /^(a=)?candidate:(\S+) (\d+) (\S+) (\d+) (\S+) (\d+) typ (\S+)/u;

/** By how much the door is behind the library's own socket of the same address: it is for those who cannot use that. */
const PRIORITY_STEP = 0x1000;

/** Before all that a client can name (RFC 8445 section 5.1.2.1), and behind. */
const HIGHEST_PRIORITY = 0x7fff_ffff;
const LOWEST_PRIORITY = 1;

/**
 * Relays with a type preference below this are the door's: Chromium gives 2 and more to a relay it reaches by UDP, 1 to one
 * by TCP, 0 to one by TLS. What else is so low finds its way through the door as well.
 */
const FIRST_UDP_PREFERENCE = 2;

/** A host candidate of the library as one of the door, at the same address; undefined for all others. */
export function twinOf(line: string, doorPort: number): string | undefined {
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
  return `${prefix}candidate:d${foundation} ${component} ${transport} ${lower} ${address} ${doorPort} typ host`;
}

/** A description with the door's candidates after the library's own, and `reflexive` after them. */
export function withDoor(sdp: string, doorPort: number, reflexive: string | undefined): string {
  const lines = sdp.split('\r\n');
  const last = lines.findLastIndex((line) => line.startsWith('a=candidate:'));
  return lines
    .flatMap((line, index) => [
      line,
      twinOf(line, doorPort),
      index === last && reflexive !== undefined ? `a=${reflexive}` : undefined,
    ])
    .filter((line) => line !== undefined)
    .join('\r\n');
}

/** The door's address as a STUN server sees it. */
export function reflexiveCandidate({ address, port }: Endpoint): string {
  const priority = 0x647f_ffff - PRIORITY_STEP;
  return `candidate:ds 1 UDP ${priority} ${address} ${port} typ srflx raddr 0.0.0.0 rport 0`;
}

/** The door's end of a passage, as the library is to see it: better than all other ways to the client, or worse. */
export function passageCandidate({ address, port }: Endpoint, isBest: boolean): string {
  return `candidate:d 1 UDP ${isBest ? HIGHEST_PRIORITY : LOWEST_PRIORITY} ${address} ${port} typ host`;
}

/** Where a client's relay is that it reaches by TCP or TLS; undefined for all other candidates. */
export function streamRelayOf(line: string): Endpoint | undefined {
  const [, , , , transport = '', priority = '', address = '', port = '', type] = CANDIDATE.exec(line) ?? [];
  if (type !== 'relay' || !isIPv4(address) || transport.toLowerCase() !== 'udp') return undefined;
  if (Math.floor(Number(priority) / 2 ** 24) >= FIRST_UDP_PREFERENCE) return undefined;
  return { address, port: Number(port) };
}

/** The port of the library's socket, from one of its descriptions. */
export function hostPortOf(sdp: string): number | undefined {
  const port = sdp
    .split(/\r?\n/u)
    .map((line) => CANDIDATE.exec(line))
    .find((match) => match?.[8] === 'host')?.[7];
  return port === undefined ? undefined : Number(port);
}
