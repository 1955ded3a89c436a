/** @module The fields of a user, each set by its own request; null clears a field that may be empty. */
import type { CborValue } from '@longwire/protocol';
import {
  checkDisplayName,
  checkPassword,
  checkUsername,
  EdgeError,
  parseFingerprint,
} from '@longwire/protocol/base';
import { checkOauthSubject, checkRoleName, checkSct } from '@longwire/protocol/iam';
import type { CallOptions } from '../request/request-options.ts';
import { Fail, failTo, Status, type FailWith, type IamCaller } from './iam-call.ts';
import { userFieldPath, userFingerprintPath, type UserField } from './iam-path.ts';

/** Requests that change one user. */
export interface UserFieldCalls {
  setUsername(username: string, newUsername: string, options?: CallOptions): Promise<void>;
  setDisplayName(username: string, displayName: string | null, options?: CallOptions): Promise<void>;
  setPassword(username: string, password: string | null, options?: CallOptions): Promise<void>;
  setRole(username: string, role: string, options?: CallOptions): Promise<void>;
  /**
   * Sets when the user's access ends, to the second; null: never. The device enforces it, also on running sessions.
   * @throws EdgeError ERR_END_OF_ACCESS for an invalid date; ERR_IAM_REQUEST with status 400 for one that is past by the device's clock,
   * and with status 404 for an unknown user and from a device on which access does not end (`User.AccessEndsAt` is missing there).
   */
  setAccessEnd(username: string, end: Date | null, options?: CallOptions): Promise<void>;
  setSct(username: string, sct: string, options?: CallOptions): Promise<void>;
  setOauthSubject(username: string, subject: string | null, options?: CallOptions): Promise<void>;
  setNotificationCategories(
    username: string,
    categories: readonly string[],
    options?: CallOptions,
  ): Promise<void>;
  setFingerprint(username: string, fingerprint: string | null, options?: CallOptions): Promise<void>;
  /** Adds a fingerprint by which the device recognises the user, or renames it; a deployed device refuses one that it has (status 409). */
  addFingerprint(
    username: string,
    fingerprint: string,
    options?: CallOptions & { readonly name?: string | undefined },
  ): Promise<void>;
  removeFingerprint(username: string, fingerprint: string, options?: CallOptions): Promise<void>;
}

const MS_PER_S = 1000;

const orNull = (check: (text: string) => string, value: string | null): string | null =>
  value === null ? null : check(value);

/** The wire's form of an end of access: whole seconds since 1970, or null for none. @throws EdgeError ERR_END_OF_ACCESS for an invalid date */
export function secondsOf(end: Date | null): number | null {
  if (end === null) return null;
  const seconds = Math.ceil(end.getTime() / MS_PER_S);
  if (Number.isSafeInteger(seconds)) return seconds;
  throw new EdgeError('ERR_END_OF_ACCESS', 'end of access must be a valid date');
}

/** A null in the list crashes deployed devices, and JavaScript callers have no types. */
function checkCategories(categories: unknown): string[] {
  if (Array.isArray(categories) && categories.every((name) => typeof name === 'string')) return categories;
  throw new EdgeError('ERR_REQUEST_INVALID', 'notification categories must be a list of strings');
}

/** Creates the requests that change one user. */
export function createUserFieldCalls(call: IamCaller): UserFieldCalls {
  const put = async (
    [username, field]: readonly [string, UserField],
    body: CborValue,
    { options = {}, fail }: { options: CallOptions | undefined; fail: FailWith },
  ): Promise<void> => {
    const path = userFieldPath(username, field);
    await call({ method: 'PUT', path, body, expected: Status.changed, fail }, options);
  };
  return {
    setUsername: async (username, newUsername, options) =>
      put([username, 'username'], checkUsername(newUsername), { options, fail: failTo('set user name') }),
    setDisplayName: async (username, displayName, options) =>
      put([username, 'display-name'], orNull(checkDisplayName, displayName), {
        options,
        fail: failTo('set display name'),
      }),
    setPassword: async (username, password, options) =>
      put([username, 'password'], orNull(checkPassword, password), {
        options,
        fail: Fail.setPassword,
      }),
    setRole: async (username, role, options) =>
      put([username, 'role'], checkRoleName(role), { options, fail: Fail.setRole }),
    setAccessEnd: async (username, end, options) =>
      put([username, 'access-ends-at'], secondsOf(end), { options, fail: failTo('set end of access') }),
    setSct: async (username, sct, options) =>
      put([username, 'sct'], checkSct(sct), { options, fail: failTo('set sct') }),
    setOauthSubject: async (username, subject, options) =>
      put([username, 'oauth-subject'], orNull(checkOauthSubject, subject), {
        options,
        fail: failTo('set OAuth subject'),
      }),
    setNotificationCategories: async (username, categories, options) =>
      put([username, 'notification-categories'], checkCategories(categories), {
        options,
        fail: failTo('set notification categories'),
      }),
    setFingerprint: async (username, fingerprint, options) =>
      put([username, 'fingerprint'], orNull(parseFingerprint, fingerprint), {
        options,
        fail: failTo('set fingerprint'),
      }),
    addFingerprint: async (username, fingerprint, { name, ...options } = {}) => {
      const path = userFingerprintPath(username, fingerprint);
      const add = {
        path,
        body: name === undefined ? {} : { FingerprintName: name },
        fail: failTo('add fingerprint'),
      };
      await call({ method: 'PUT', expected: Status.changed, ...add }, options);
    },
    removeFingerprint: async (username, fingerprint, options = {}) => {
      const remove = { path: userFingerprintPath(username, fingerprint), fail: failTo('remove fingerprint') };
      await call({ method: 'DELETE', expected: Status.deleted, ...remove }, options);
    },
  };
}
