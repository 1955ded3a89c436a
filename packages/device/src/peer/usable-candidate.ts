/** @module Selects those of the client's candidates that ICE should see (RFC 8839 section 5.1). */
import { isIP } from 'node:net';
import type { IceCandidate } from '@longwire/protocol';

/** A candidate line with the mid it belongs to. */
export interface RemoteCandidate {
  readonly line: string;
  readonly mid: string;
}

/** Most candidates accepted from one client. Reason: each is a check list entry; browsers send fewer than 20. */
export const MAX_REMOTE_CANDIDATES = 64;

/** Longest accepted candidate line, in characters. */
const MAX_LINE_LENGTH = 512;

const CANDIDATE = /^(?:a=)?candidate:\S+ \d+ (\S+) \d+ (\S+) \d+ typ \S+/u;

/**
 * The candidate if it has a literal address and uses UDP, else undefined. For a host name the device would look up any name
 * that a client writes, one thread each. Browsers hide their addresses behind `.local` names; their checks still reach the
 * device, as peer-reflexive candidates.
 */
export function usableCandidate({ candidate, sdpMid }: IceCandidate): RemoteCandidate | undefined {
  if (candidate.length > MAX_LINE_LENGTH || /[\r\n]/u.test(candidate)) return undefined;
  const [, transport = '', address = ''] = CANDIDATE.exec(candidate) ?? [];
  if (transport.toLowerCase() !== 'udp' || isIP(address) === 0) return undefined;
  return { line: candidate, mid: sdpMid ?? '' };
}

/** A description without the candidates that {@link usableCandidate} rejects. */
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
