/** @module Users of the device: create, read, list and delete. */
import type { CborValue, RandomBytes, User } from '@longwire/protocol';
import { checkPassword, checkUsername, generatePassword } from '@longwire/protocol/base';
import { checkRoleName, parseUser } from '@longwire/protocol/iam';
import type { CallOptions } from '../request/request-options.ts';
import { Fail, failTo, get, getList, Status, type FailWith, type IamCaller } from './iam-call.ts';
import { userFieldPath, userPath } from './iam-path.ts';
import { secondsOf } from './user-fields.ts';

/** A user to be created. */
export interface NewUser {
  readonly username: string;
  readonly role: string;
  /** Generated when missing: 16 characters without look-alikes. */
  readonly password?: string | undefined;
  /** When the access ends; without it, or by null: never. A device on which access does not end refuses such a user (status 404). */
  readonly accessEnd?: Date | null | undefined;
}

/** A new user, with the password that only this result contains. */
export type CreatedUser = User & { readonly Password: string };

/** Requests about users as a whole. */
export interface UserCalls {
  /**
   * Creates a user, sets the end of its access, its password and role, and reads it back; the error says which step failed, and then the
   * user is removed again.
   */
  createUser(user: NewUser, options?: CallOptions): Promise<CreatedUser>;
  getUser(username: string, options?: CallOptions): Promise<User>;
  /** The user of this connection; rejects with ERR_GET_USER and status 404 when it has none. */
  getMe(options?: CallOptions): Promise<User>;
  listUsers(options?: CallOptions): Promise<string[]>;
  listRoles(options?: CallOptions): Promise<string[]>;
  deleteUser(username: string, options?: CallOptions): Promise<void>;
}

/** Creates the requests about users. */
export function createUserCalls(call: IamCaller, randomBytes: RandomBytes): UserCalls {
  const getUser = async (path: string, options: CallOptions): Promise<User> => {
    const response = await get(call, { path, fail: Fail.getUser }, options);
    return parseUser(await response.cbor());
  };
  const put = async (
    path: string,
    body: CborValue,
    { options, fail }: { options: CallOptions; fail: FailWith },
  ): Promise<void> => {
    await call({ method: 'PUT', path, body, expected: Status.changed, fail }, options);
  };
  const remove = async (username: string, options: CallOptions): Promise<void> => {
    const path = userPath(username);
    await call({ method: 'DELETE', path, expected: Status.deleted, fail: failTo('delete user') }, options);
  };
  /** Removes a user that was only partly created: its password is unknown, and its name would stay taken. */
  const takeBack = async (username: string, { signal, timeoutMs }: CallOptions): Promise<void> => {
    // Best effort: the caller needs the error of the step that failed.
    const removal = remove(username, { timeoutMs }).catch(() => undefined);
    // After an abort the caller does not wait for the removal either.
    if (!signal?.aborted) await removal;
  };
  return {
    createUser: async (user, options = {}) => {
      const Username = checkUsername(user.username);
      const role = checkRoleName(user.role);
      const Password =
        user.password === undefined ? generatePassword(randomBytes) : checkPassword(user.password);
      const end = secondsOf(user.accessEnd ?? null);
      const create = { path: '/iam/users', body: { Username }, fail: Fail.createUser };
      await call({ method: 'POST', expected: Status.created, ...create }, options);
      try {
        // Before the password: the user never has more access than this.
        if (end !== null) {
          const path = userFieldPath(Username, 'access-ends-at');
          await put(path, end, { options, fail: failTo('set end of access') });
        }
        await put(userFieldPath(Username, 'password'), Password, { options, fail: Fail.setPassword });
        await put(userFieldPath(Username, 'role'), role, { options, fail: Fail.setRole });
        return { ...(await getUser(userPath(Username), options)), Password };
      } catch (error) {
        await takeBack(Username, options);
        throw error;
      }
    },
    getUser: async (username, options = {}) => getUser(userPath(username), options),
    getMe: (options = {}) => getUser('/iam/me', options),
    listUsers: async (options = {}) =>
      getList(call, { path: '/iam/users', fail: failTo('list users') }, options),
    listRoles: async (options = {}) => getList(call, { path: '/iam/roles', fail: Fail.getRoles }, options),
    deleteUser: async (username, options = {}) => remove(username, options),
  };
}
