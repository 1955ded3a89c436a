/** @module Errors of the page globals: numeric codes, and the CloseEvent as cause. */
import type { ErrorCode } from '@longwire/protocol';
import { EdgeError, SignalingCloseError, specError } from '@longwire/protocol/base';
import { numericEnum, type NumericEnum } from './numeric-enum.ts';

const CODES = {
  DEVICE_CLOSED: 0,
  DEVICE_SIGNALING_DENIED: 1,
  DEVICE_INTERNAL_ERROR: 2,
  BASESTATION_TOKEN_REJECTED: 3,
  BASESTATION_DEVICE_OFFLINE: 4,
  BASESTATION_UNKNOWN_PRODUCT_ID: 5,
  BASESTATION_UNKNOWN_DEVICE_ID: 6,
  CONNECTION_TIMEOUT: 7,
  UNKNOWN: 8,
} as const;

/** The codes of a {@link NabtoWebrtcError}. */
export const NabtoWebrtcErrorCode: NumericEnum<typeof CODES> = numericEnum(CODES);

/** Codes that are not listed are UNKNOWN. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  ERR_DEVICE_CLOSED: CODES.DEVICE_CLOSED,
  ERR_SIGNALING_DENIED: CODES.DEVICE_SIGNALING_DENIED,
  ERR_DEVICE_INTERNAL: CODES.DEVICE_INTERNAL_ERROR,
  ERR_TOKEN_REJECTED: CODES.BASESTATION_TOKEN_REJECTED,
  ERR_DEVICE_OFFLINE: CODES.BASESTATION_DEVICE_OFFLINE,
  ERR_UNKNOWN_PRODUCT: CODES.BASESTATION_UNKNOWN_PRODUCT_ID,
  ERR_UNKNOWN_DEVICE: CODES.BASESTATION_UNKNOWN_DEVICE_ID,
  ERR_CONNECTION_TIMEOUT: CODES.CONNECTION_TIMEOUT,
  ERR_CONNECT_TIMEOUT: CODES.CONNECTION_TIMEOUT,
};

/** Why connect() failed, or a connection ended; `code` is one of {@link NabtoWebrtcErrorCode}, `cause` the CloseEvent if there was one. */
export class NabtoWebrtcError extends Error {
  override readonly name = 'NabtoWebrtcError';
  readonly code: number;

  constructor(message: string, code: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Converts an error to what pages expect; the message of a close is the reason that the device or the service gave, if any. */
export function nabtoError(error: unknown): NabtoWebrtcError {
  const code = (error instanceof EdgeError ? NUMBERS[error.code] : undefined) ?? CODES.UNKNOWN;
  if (error instanceof SignalingCloseError) {
    const { reason, message, cause } = error;
    return new NabtoWebrtcError(reason || message, code, { cause });
  }
  // Pages compare the message.
  if (error instanceof EdgeError && error.code === 'ERR_MISSING_OPTIONS')
    return new NabtoWebrtcError(specError(error.code).message, code);
  return new NabtoWebrtcError(error instanceof Error ? error.message : String(error), code);
}
