/** @module A stored user as clients see it: never with a password. */
import type { User } from '@longwire/protocol';
import { accessLeftMs } from './access-end.ts';
import type { StoredUser } from './iam-state.ts';

const MS_PER_S = 1000;

/** The record of a user; `Fingerprint` is the last of `Fingerprints`, for clients that know only one. */
export function userRecord(user: StoredUser, nowMs: number): User {
  const leftMs = accessLeftMs(user, nowMs);
  const last = user.fingerprints.at(-1);
  return {
    Username: user.username,
    ...(user.displayName === null ? {} : { DisplayName: user.displayName }),
    ...(user.role === null ? {} : { Role: user.role }),
    Fingerprints: user.fingerprints.map(({ fingerprint, name }) => ({
      Fingerprint: fingerprint,
      ...(name === null ? {} : { Name: name }),
    })),
    ...(last === undefined ? {} : { Fingerprint: last.fingerprint }),
    ...(user.sct === null ? {} : { Sct: user.sct }),
    ...(user.fcm === null ? {} : { Fcm: { Token: user.fcm.token, ProjectId: user.fcm.projectId } }),
    NotificationCategories: [...user.notificationCategories],
    ...(user.oauthSubject === null ? {} : { OauthSubject: user.oauthSubject }),
    AccessEndsAt: user.accessEnd === null ? null : Math.ceil(user.accessEnd.atMs / MS_PER_S),
    ...(leftMs === undefined ? {} : { AccessEndsIn: Math.ceil(leftMs / MS_PER_S) }),
  };
}
