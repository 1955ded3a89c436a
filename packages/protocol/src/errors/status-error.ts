/** @module Errors for a device that answered with another status than the expected one. */
import { EdgeError } from './edge-error.ts';
import type { ErrorCode } from './error-code.ts';

/** A device answered with an unexpected status; its diagnostic text is for people, never to be tested on. */
export class StatusError extends EdgeError {
  override readonly name = 'StatusError';
  readonly statusCode: number;
  readonly diagnostic: string | undefined;

  constructor(code: ErrorCode, message: string, statusCode: number, diagnostic?: string) {
    super(code, message);
    this.statusCode = statusCode;
    this.diagnostic = diagnostic;
  }

  /** POST /iam/users was not answered with 201. */
  static createUser(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_CREATE_USER', 'Failed to create user', statusCode, diagnostic);
  }

  /** PUT /iam/users/{u}/password was not answered with 204. */
  static setPassword(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_SET_PASSWORD', 'Failed to set password for user', statusCode, diagnostic);
  }

  /** PUT /iam/users/{u}/role was not answered with 204. */
  static setRole(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_SET_ROLE', 'Failed to set role for user', statusCode, diagnostic);
  }

  /** GET /iam/users/{u} or /iam/me was not answered with 205. */
  static getUser(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_GET_USER', 'Failed to get user', statusCode, diagnostic);
  }

  /** GET /iam/roles was not answered with 205; the fixed message names no status. */
  static getRoles(statusCode: number, diagnostic?: string): StatusError {
    return new StatusError('ERR_GET_ROLES', 'Failed to get IAM roles', statusCode, diagnostic);
  }

  /** POST /webrtc/challenge was not answered with 205. */
  static validateFingerprint(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_VALIDATE_FINGERPRINT', 'Failed validate fingerprint', statusCode, diagnostic);
  }

  /** Any other IAM request failed; `verbPhrase` completes "Failed to …", for example `list users`. */
  static iamRequest(verbPhrase: string, statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_IAM_REQUEST', `Failed to ${verbPhrase}`, statusCode, diagnostic);
  }

  /** A round of the password login was answered with neither 201 nor 401. */
  static login(statusCode: number, diagnostic?: string): StatusError {
    return StatusError.#of('ERR_LOGIN_STATUS', 'Failed to log in', statusCode, diagnostic);
  }

  static #of(code: ErrorCode, words: string, statusCode: number, diagnostic?: string): StatusError {
    return new StatusError(code, `${words} with status ${statusCode}`, statusCode, diagnostic);
  }
}
