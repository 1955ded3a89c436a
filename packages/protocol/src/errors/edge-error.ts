/** @module The base class of every error that Longwire throws. */
import type { ErrorCode } from './error-code.ts';

/** An error with a stable `code`; docs/errors.md explains each code and what to do about it. */
export class EdgeError extends Error {
  override readonly name: string = 'EdgeError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
