/** @module All user-management resources by method and path. */
import type { Method } from '@longwire/protocol';
import type { IamResource } from '../iam-resource.ts';
import { deleteFingerprint, putFingerprint, putOnlyFingerprint } from './fingerprints.ts';
import { getPairing, pairLocal, pairPasswordInvite, pairPasswordOpen } from './pairing.ts';
import { getSettings, putDeviceInfo, putSetting } from './settings.ts';
import {
  postFcmTest,
  putAccessEnd,
  putDisplayName,
  putFcm,
  putNotificationCategories,
  putOauthSubject,
  putPassword,
  putRole,
  putSct,
  putUsername,
} from './user-fields.ts';
import {
  createUser,
  deleteUser,
  getMe,
  getUser,
  listNotificationCategories,
  listRoles,
  listUsers,
} from './users.ts';

/** One row: a resource with its method and path pattern. */
export interface IamResourceRow {
  readonly method: Method;
  readonly pattern: string;
  readonly resource: IamResource;
}

const row = (method: Method, pattern: string, resource: IamResource): IamResourceRow => ({
  method,
  pattern,
  resource,
});

/** PROTOCOL.md section 8, and the push resources that deployed clients know. */
export const IAM_RESOURCES: readonly IamResourceRow[] = [
  row('GET', '/iam/me', getMe),
  row('GET', '/iam/pairing', getPairing),
  row('POST', '/iam/pairing/password-open', pairPasswordOpen),
  row('POST', '/iam/pairing/password-invite', pairPasswordInvite),
  row('POST', '/iam/pairing/local-open', pairLocal),
  row('POST', '/iam/pairing/local-initial', pairLocal),
  row('GET', '/iam/users', listUsers),
  row('POST', '/iam/users', createUser),
  row('GET', '/iam/users/:username', getUser),
  row('DELETE', '/iam/users/:username', deleteUser),
  row('PUT', '/iam/users/:username/username', putUsername),
  row('PUT', '/iam/users/:username/display-name', putDisplayName),
  row('PUT', '/iam/users/:username/password', putPassword),
  row('PUT', '/iam/users/:username/role', putRole),
  row('PUT', '/iam/users/:username/access-ends-at', putAccessEnd),
  row('PUT', '/iam/users/:username/sct', putSct),
  row('PUT', '/iam/users/:username/oauth-subject', putOauthSubject),
  row('PUT', '/iam/users/:username/notification-categories', putNotificationCategories),
  row('PUT', '/iam/users/:username/fingerprint', putOnlyFingerprint),
  row('PUT', '/iam/users/:username/fingerprints/:fingerprint', putFingerprint),
  row('DELETE', '/iam/users/:username/fingerprints/:fingerprint', deleteFingerprint),
  row('PUT', '/iam/users/:username/fcm', putFcm),
  row('POST', '/iam/users/:username/fcm-test', postFcmTest),
  row('GET', '/iam/roles', listRoles),
  row('GET', '/iam/notification-categories', listNotificationCategories),
  row('GET', '/iam/settings', getSettings),
  row('PUT', '/iam/settings/:key', putSetting),
  row('PUT', '/iam/device-info/:key', putDeviceInfo),
];
