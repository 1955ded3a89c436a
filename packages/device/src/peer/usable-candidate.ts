/** @module Candidates of a client: which of them are worth handing to ICE (RFC 8839 section 5.1). */
import { isIP } from 'node:net';
import type { IceCandidate } from '@longwire/protocol';

/** A candidate line with the mid it belongs to. */
export interface RemoteCandidate {
  readonly line: string;
  readonly mid: string;
}

/** Most candidates taken of one client. Reason: each is a check list entry; browsers send fewer than 20. */
export const MAX_REMOTE_CANDIDATES = 64;

/** Longest candidate line read, in characters. */
const MAX_LINE_LENGTH = 512;

const CANDIDATE = /^(?:a=)?candidate:\S+ \d+ (\S+) \d+ (\S+) \d+ typ \S+/u;

/**
 * The candidate if it is one over UDP at a literal address, else undefined. A host name would make the device ask DNS
 * for whatever a client writes, one thread each; browsers hide their addresses behind `.local` names, and their checks
 * reach the device all the same, as peer-reflexive candidates.
 */
export function usableCandidate({ candidate, sdpMid }: IceCandidate): RemoteCandidate | undefined {
  if (candidate.length > MAX_LINE_LENGTH || /[\r\n]/u.test(candidate)) return undefined;
  const [, transport = '', address = ''] = CANDIDATE.exec(candidate) ?? [];
  if (transport.toLowerCase() !== 'udp' || isIP(address) === 0) return undefined;
  return { line: candidate, mid: sdpMid ?? '' };
}

/** A description without the candidates that {@link usableCandidate} would not take. */
export function withUsableCandidates(sdp: string): string {
  let count = 0;
  const isWanted = (line: string): boolean => {
    if (!line.startsWith('a=candidate:')) return true;
    count += 1;
    return count <= MAX_REMOTE_CANDIDATES && usableCandidate({ candidate: line.slice(2) }) !== undefined;
  };
  return sdp
    .split(/\r?\n/u)
    .filter((line) => isWanted(line))
    .join('\r\n');
}
