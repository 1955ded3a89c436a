/** @module Errors for unexpected response statuses of a device. */
import { EdgeError } from './edge-error.ts';
import type { ErrorCode } from './error-code.ts';

/** Creates a request's error from the status and the device's diagnostic. */
type UnexpectedStatus = (statusCode: number, diagnostic?: string) => StatusError;

/** A device answered with an unexpected status. Its diagnostic is for people: code must not depend on it. */
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
  static readonly createUser: UnexpectedStatus = unexpected('ERR_CREATE_USER', 'Failed to create user');

  /** PUT /iam/users/{u}/password was not answered with 204. */
  static readonly setPassword: UnexpectedStatus = unexpected(
    'ERR_SET_PASSWORD',
    'Failed to set password for user',
  );

  /** PUT /iam/users/{u}/role was not answered with 204. */
  static readonly setRole: UnexpectedStatus = unexpected('ERR_SET_ROLE', 'Failed to set role for user');

  /** GET /iam/users/{u} or /iam/me was not answered with 205. */
  static readonly getUser: UnexpectedStatus = unexpected('ERR_GET_USER', 'Failed to get user');

  /** GET /iam/roles was not answered with 205; the fixed message names no status. */
  static getRoles(statusCode: number, diagnostic?: string): StatusError {
    return new StatusError('ERR_GET_ROLES', 'Failed to get IAM roles', statusCode, diagnostic);
  }

  /** POST /webrtc/challenge was not answered with 205. */
  static readonly validateFingerprint: UnexpectedStatus = unexpected(
    'ERR_VALIDATE_FINGERPRINT',
    'Failed validate fingerprint',
  );

  /** Any other IAM request failed; `verbPhrase` completes "Failed to …", for example `list users`. */
  static iamRequest(verbPhrase: string, statusCode: number, diagnostic?: string): StatusError {
    return unexpected('ERR_IAM_REQUEST', `Failed to ${verbPhrase}`)(statusCode, diagnostic);
  }

  /** A round of the password login was answered with neither 201 nor 401. */
  static readonly login: UnexpectedStatus = unexpected('ERR_LOGIN_STATUS', 'Failed to log in');
}

function unexpected(code: ErrorCode, words: string): UnexpectedStatus {
  return (statusCode, diagnostic) =>
    new StatusError(code, `${words} with status ${statusCode}`, statusCode, diagnostic);
}
