/** @module The error for a closed signaling socket. */
import { CloseCode } from '../signaling/close-code.ts';
import { EdgeError } from './edge-error.ts';
import type { ErrorCode } from './error-code.ts';
import { SPEC_MESSAGES } from './spec-message.ts';

const MEANINGS: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [CloseCode.deviceClosed, ['ERR_DEVICE_CLOSED', 'Connection closed by device']],
  [CloseCode.signalingDenied, ['ERR_SIGNALING_DENIED', 'device signaling denied']],
  [CloseCode.tokenRejected, ['ERR_TOKEN_REJECTED', 'base station token rejected']],
  [CloseCode.deviceOffline, ['ERR_DEVICE_OFFLINE', 'device offline']],
  [CloseCode.unknownProduct, ['ERR_UNKNOWN_PRODUCT', 'unknown product id']],
  [CloseCode.unknownDevice, ['ERR_UNKNOWN_DEVICE', 'unknown device id']],
  [CloseCode.connectionTimeout, ['ERR_CONNECTION_TIMEOUT', 'connection timeout']],
  [CloseCode.deviceInternalError, ['ERR_DEVICE_INTERNAL', 'device internal error']],
]);

const UNKNOWN: readonly [ErrorCode, string] = ['ERR_UNKNOWN', SPEC_MESSAGES.ERR_UNKNOWN];

/** The signaling service closed the socket; keeps `closeCode` and the service's reason. */
export class SignalingCloseError extends EdgeError {
  override readonly name = 'SignalingCloseError';
  readonly closeCode: number;
  readonly reason: string;

  constructor(code: ErrorCode, message: string, closeCode: number, reason: string, options?: ErrorOptions) {
    super(code, message, options);
    this.closeCode = closeCode;
    this.reason = reason;
  }

  /** The error for a close code (SPEC.md section 8); any other code is "Unknown error". */
  static fromCloseCode(closeCode: number, reason = '', options?: ErrorOptions): SignalingCloseError {
    const [code, message] = MEANINGS.get(closeCode) ?? UNKNOWN;
    return new SignalingCloseError(code, message, closeCode, reason, options);
  }
}
