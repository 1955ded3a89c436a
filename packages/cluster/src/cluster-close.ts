/** @module Close codes and reasons for sessions across nodes that neither side has ended. */
import { CloseCode } from '@longwire/protocol';

/** A close code and its reason. */
export interface ClusterClose {
  readonly code: number;
  readonly reason: string;
}

/** `gone`: the other node stopped; `unreachable`: the connection to it broke. */
export const ClusterCloses: Readonly<Record<'gone' | 'unreachable', ClusterClose>> = {
  gone: { code: CloseCode.serviceRestart, reason: 'service restart' },
  // RFC 6455 registry: try again later
  unreachable: { code: 1013, reason: 'other nodes are out of reach' },
};

/**
 * The last code of RFC 6455 and its registry that a close frame may carry, and lower codes that it may not.
 */
const LAST_STANDARD_CODE = 1014;
const NEVER_SENT: ReadonlySet<number> = new Set([1004, 1005, 1006]);
const FIRST_OTHER_CODE = 3000;

/** Maps a code from another node to one that a close frame may carry. */
export function sendableCode(code: number): number {
  const isStandard = code <= LAST_STANDARD_CODE && !NEVER_SENT.has(code);
  return isStandard || code >= FIRST_OTHER_CODE ? code : CloseCode.deviceInternalError;
}
