/** @module Length checks of texts that are only sent in requests to a device. */
import { checkBytes, IAM_LIMITS } from './iam-limit.ts';

/** Checks a connection token to be assigned to a user. @throws EdgeError ERR_SCT */
export function checkSct(sct: string): string {
  return checkBytes(sct, 'ERR_SCT', 'sct', IAM_LIMITS.sct);
}

/** Checks an OAuth subject. @throws EdgeError ERR_OAUTH_SUBJECT */
export function checkOauthSubject(subject: string): string {
  return checkBytes(subject, 'ERR_OAUTH_SUBJECT', 'OAuth subject', IAM_LIMITS.oauthSubject);
}

/** Checks a device's friendly name. @throws EdgeError ERR_FRIENDLY_NAME */
export function checkFriendlyName(name: string): string {
  return checkBytes(name, 'ERR_FRIENDLY_NAME', 'friendly name', IAM_LIMITS.friendlyName);
}

/** Checks a role name; only the device knows which roles exist. @throws EdgeError ERR_ROLE_NAME */
export function checkRoleName(role: string): string {
  return checkBytes(role, 'ERR_ROLE_NAME', 'role name', IAM_LIMITS.roleName);
}
