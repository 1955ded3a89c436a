/** @module Why a terminal's stream ended, in the kinds that a person can act on. */

import { EdgeError, StreamResetCode, StreamResetError } from '@longwire/client';

/** The kinds; each has its message. */
export type EndReason =
  /** The program at the other end has exited. */
  | 'done'
  | 'denied'
  | 'noListener'
  | 'unreachable'
  | 'limit'
  | 'fault'
  /** The connection was lost, and the stream with it. */
  | 'lost'
  /** The device closed it without a reason. */
  | 'closed'
  | 'silent'
  | 'unknown';

const REASON_OF_RESET: { readonly [code: number]: EndReason } = {
  [StreamResetCode.denied]: 'denied',
  [StreamResetCode.noListener]: 'noListener',
  [StreamResetCode.unreachable]: 'unreachable',
  [StreamResetCode.limit]: 'limit',
  [StreamResetCode.internal]: 'fault',
};

const REASON_OF_CODE: { readonly [code: string]: EndReason } = {
  ERR_CONNECTION_CLOSED: 'lost',
  ERR_NOT_CONNECTED: 'lost',
  ERR_SESSION_ENDED: 'lost',
  ERR_DEVICE_CLOSED: 'lost',
  ERR_PEER_FAILED: 'lost',
  ERR_CHANNEL_CLOSED: 'closed',
  ERR_STREAM_TIMEOUT: 'silent',
};

/** Classifies an error. Total: every thrown value has a kind. */
export function endReasonOf(error: unknown): EndReason {
  if (error instanceof StreamResetError) return REASON_OF_RESET[error.resetCode] ?? 'unknown';
  return error instanceof EdgeError ? (REASON_OF_CODE[error.code] ?? 'unknown') : 'unknown';
}
