/** @module The fixed words of the connection's own errors, which applications in the field show and compare. */
import { EdgeError } from './edge-error.ts';

/** Code to message, exactly as deployed clients word them. */
export const SPEC_MESSAGES = {
  ERR_MISSING_OPTIONS: 'Missing connection options',
  ERR_INVALID_STATE: 'Invalid state',
  ERR_NOT_CONNECTED: 'Not Connected',
  ERR_WEBSOCKET: 'Websocket connection error',
  ERR_UNKNOWN: 'Unknown error',
  ERR_INVALID_CREDENTIALS: 'Invalid username/password',
} as const;

/** A code whose message is fixed. */
export type SpecErrorCode = keyof typeof SPEC_MESSAGES;

/** Makes the error of a code whose message is fixed. */
export function specError(code: SpecErrorCode, options?: ErrorOptions): EdgeError {
  return new EdgeError(code, SPEC_MESSAGES[code], options);
}
