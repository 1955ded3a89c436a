/** @module Paths of users; devices do not percent-decode, so only validated names go into a path. */
import { checkUsername, parseFingerprint } from '@longwire/protocol/base';

/** The fields of a user that are set separately. */
export type UserField =
  | 'username'
  | 'display-name'
  | 'password'
  | 'role'
  | 'access-ends-at'
  | 'sct'
  | 'oauth-subject'
  | 'notification-categories'
  | 'fingerprint';

/** The path of a user. @throws EdgeError ERR_USERNAME */
export function userPath(username: string): string {
  return `/iam/users/${checkUsername(username)}`;
}

/** The path of one field of a user. @throws EdgeError ERR_USERNAME */
export function userFieldPath(username: string, field: UserField): string {
  return `${userPath(username)}/${field}`;
}

/** The path of one fingerprint of a user. @throws EdgeError ERR_USERNAME, ERR_FINGERPRINT_FORMAT */
export function userFingerprintPath(username: string, fingerprint: string): string {
  return `${userPath(username)}/fingerprints/${parseFingerprint(fingerprint)}`;
}
