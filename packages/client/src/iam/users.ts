/** @module Users of the device: create, read, list and delete them. */
import {
  checkPassword,
  checkRoleName,
  checkUsername,
  generatePassword,
  parseStringList,
  parseUser,
  type RandomBytes,
  type User,
} from '@longwire/protocol';
import type { CallOptions } from '../request/request-options.ts';
import { Fail, failTo, listOf, Status, type IamCaller } from './iam-call.ts';
import { userFieldPath, userPath } from './iam-path.ts';

/** A user to be created. */
export interface NewUser {
  readonly username: string;
  readonly role: string;
  /** Generated when missing: 16 characters without look-alikes. */
  readonly password?: string | undefined;
}

/** A user just created, with the password that only this answer holds. */
export type CreatedUser = User & { readonly Password: string };

/** Requests about users as a whole. */
export interface UserCalls {
  /** Creates a user, sets its password and role, and reads it back; the error says which step failed. */
  createUser(user: NewUser, options?: CallOptions): Promise<CreatedUser>;
  getUser(username: string, options?: CallOptions): Promise<User>;
  /** The user of this connection; rejects with ERR_GET_USER and status 404 when it has none. */
  getMe(options?: CallOptions): Promise<User>;
  listUsers(options?: CallOptions): Promise<string[]>;
  listRoles(options?: CallOptions): Promise<string[]>;
  deleteUser(username: string, options?: CallOptions): Promise<void>;
}

/** Makes the requests about users. */
export function createUserCalls(call: IamCaller, randomBytes: RandomBytes): UserCalls {
  const getUser = async (path: string, options: CallOptions): Promise<User> => {
    const fail = Fail.getUser;
    return parseUser(
      await (await call({ method: 'GET', path, expected: Status.content, fail }, options)).cbor(),
    );
  };
  return {
    createUser: async (user, options = {}) => {
      const Username = checkUsername(user.username);
      const role = checkRoleName(user.role);
      const Password =
        user.password === undefined ? generatePassword(randomBytes) : checkPassword(user.password);
      const create = { path: '/iam/users', body: { Username }, fail: Fail.createUser };
      await call({ method: 'POST', expected: Status.created, ...create }, options);
      const password = { path: userFieldPath(Username, 'password'), body: Password };
      const put = { method: 'PUT', expected: Status.changed } as const;
      await call({ ...put, ...password, fail: Fail.setPassword }, options);
      const assign = { path: userFieldPath(Username, 'role'), body: role, fail: Fail.setRole };
      await call({ ...put, ...assign }, options);
      return { ...(await getUser(userPath(Username), options)), Password };
    },
    getUser: async (username, options = {}) => getUser(userPath(username), options),
    getMe: (options = {}) => getUser('/iam/me', options),
    listUsers: async (options = {}) => {
      const list = { path: '/iam/users', fail: failTo('list users') };
      return listOf(
        await call({ method: 'GET', expected: Status.content, ...list }, options),
        parseStringList,
      );
    },
    listRoles: async (options = {}) => {
      const list = { path: '/iam/roles', fail: Fail.getRoles };
      return listOf(
        await call({ method: 'GET', expected: Status.content, ...list }, options),
        parseStringList,
      );
    },
    deleteUser: async (username, options = {}) => {
      const remove = { path: userPath(username), fail: failTo('delete user') };
      await call({ method: 'DELETE', expected: Status.deleted, ...remove }, options);
    },
  };
}
