/** @module With which code and words the sessions across nodes end when it is neither side's wish. */
import { CloseCode } from '@longwire/protocol';

/** A close code and its words. */
export interface CloseWord {
  readonly code: number;
  readonly reason: string;
}

/** Either the other node is gone, or the way to it. */
export const CloseWords: Readonly<Record<'gone' | 'unreachable', CloseWord>> = {
  gone: { code: CloseCode.serviceRestart, reason: 'service restart' },
  // RFC 6455 registry: try again later
  unreachable: { code: 1013, reason: 'other nodes are out of reach' },
};

/** The last code of RFC 6455 and its registry that a close frame may carry, and those before it that it may not. */
const LAST_STANDARD_CODE = 1014;
const NEVER_SENT: ReadonlySet<number> = new Set([1004, 1005, 1006]);
const FIRST_OTHER_CODE = 3000;

/** A code that another node gave, as a close frame can carry it. */
export function sendableCode(code: number): number {
  const isStandard = code <= LAST_STANDARD_CODE && !NEVER_SENT.has(code);
  return isStandard || code >= FIRST_OTHER_CODE ? code : CloseCode.deviceInternalError;
}
