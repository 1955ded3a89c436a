/** @module The fixed messages of the connection's own errors, which existing applications show and compare. */
import { EdgeError } from './edge-error.ts';

/** Message by code, exactly as in deployed clients. */
export const SPEC_MESSAGES = {
  ERR_MISSING_OPTIONS: 'Missing connection options',
  ERR_INVALID_STATE: 'Invalid state',
  ERR_NOT_CONNECTED: 'Not Connected',
  ERR_WEBSOCKET: 'Websocket connection error',
  ERR_UNKNOWN: 'Unknown error',
  ERR_INVALID_CREDENTIALS: 'Invalid username/password',
} as const;

/** A code with a fixed message. */
export type SpecErrorCode = keyof typeof SPEC_MESSAGES;

/** Creates the error of a code with a fixed message. */
export function specError(code: SpecErrorCode, options?: ErrorOptions): EdgeError {
  return new EdgeError(code, SPEC_MESSAGES[code], options);
}
