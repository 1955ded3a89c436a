/** @module A connection token as the service lists it, and the device it is for. */
import type { AnswerOf } from '../../service/api/api.ts';

/** A token, without its value. */
export type Token = AnswerOf<'GET /tokens/{tokenId}'>;

/** The device the tokens are for. */
export interface TokenDevice {
  readonly deviceId: string;
  readonly fingerprint?: string;
}
