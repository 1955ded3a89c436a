/** @module Replaces addresses in ICE candidates, so that the ends of a connection reach each other only through a simulated line. */
import { LOOPBACK, type Endpoint } from './delay-datagrams.ts';

/** The address parts of a UDP candidate. */
const CANDIDATE = /(candidate:\S+ \d+ udp \d+) (\S+) (\d+) typ/giu;
/** A port without a listener: an address that the line does not carry must not be reached around it. */
export const NOWHERE: Endpoint = { address: LOOPBACK, port: 9 };

/** Replaces the addresses of all candidates in a text. */
export function moveCandidates(text: string, move: (place: Endpoint) => Endpoint | undefined): string {
  return text.replaceAll(CANDIDATE, (_all, before: string, address: string, port: string) => {
    const place = move({ address, port: Number(port) }) ?? NOWHERE;
    return `${before} ${place.address} ${place.port} typ`;
  });
}
