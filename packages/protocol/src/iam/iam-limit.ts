/** @module The limits of texts in UTF-8 bytes, and the checks of those that a person types. */
import { utf8Encode } from '../bytes/utf8.ts';
import { EdgeError } from '../errors/edge-error.ts';
import type { ErrorCode } from '../errors/error-code.ts';

/**
 * Smallest and largest sizes in UTF-8 bytes (PROTOCOL.md section 8); deployed devices count bytes, not characters.
 */
export const IAM_LIMITS = {
  username: { min: 1, max: 64 },
  /** Accepted at a login. */
  password: { min: 4, max: 64 },
  /** Required of a new password. */
  newPassword: { min: 8, max: 64 },
  displayName: { min: 0, max: 64 },
  sct: { min: 0, max: 64 },
  oauthSubject: { min: 0, max: 64 },
  friendlyName: { min: 0, max: 64 },
  /** Deployed devices treat any text of 1024 bytes or more as missing. */
  roleName: { min: 1, max: 1023 },
} as const;

interface Limit {
  readonly min: number;
  readonly max: number;
}

const USERNAME = /^[a-z0-9_.-]+$/;

/** Checks a user name, which goes into paths unencoded. @throws EdgeError ERR_USERNAME */
export function checkUsername(username: string): string {
  if (!USERNAME.test(username)) {
    throw new EdgeError('ERR_USERNAME', 'user name may only contain a-z, 0-9, "_", "-" and "."');
  }
  return checkBytes(username, 'ERR_USERNAME', 'user name', IAM_LIMITS.username);
}

/** Checks a new password (8 to 64 bytes) or one used at a login (4 to 64). @throws EdgeError ERR_PASSWORD_LENGTH */
export function checkPassword(password: string, use: 'new' | 'login' = 'new'): string {
  const limit = use === 'new' ? IAM_LIMITS.newPassword : IAM_LIMITS.password;
  return checkBytes(password, 'ERR_PASSWORD_LENGTH', 'password', limit);
}

/** Checks a display name. @throws EdgeError ERR_DISPLAY_NAME */
export function checkDisplayName(displayName: string): string {
  return checkBytes(displayName, 'ERR_DISPLAY_NAME', 'display name', IAM_LIMITS.displayName);
}

/** Checks the size of a text as devices count it. @throws EdgeError with `code` */
export function checkBytes(text: unknown, code: ErrorCode, what: string, { min, max }: Limit): string {
  // Untyped pages may pass null, and a null username crashes some deployed devices.
  if (typeof text !== 'string')
    throw new EdgeError(code, `${what} must be a string, got ${text === null ? 'null' : typeof text}`);
  // Deployed devices cut a text at a NUL: a password would silently become shorter.
  if (text.includes('\0')) throw new EdgeError(code, `${what} must not contain a NUL character`);
  const expected = `${what} must have ${min} to ${max} bytes of UTF-8`;
  // Each character takes at least one byte in UTF-8: no need to encode a text that is too long already.
  if (text.length > max) throw new EdgeError(code, `${expected}, got more`);
  const bytes = utf8Encode(text).length;
  if (bytes < min || bytes > max) throw new EdgeError(code, `${expected}, got ${bytes}`);
  return text;
}
