/** @module Reads the current user and all users; a missing user is a result here, not an error. */
import type { ErrorCode, User } from '@longwire/protocol';
import { EdgeError, StatusError } from '@longwire/protocol/base';
import type { CallOptions } from '../request/request-options.ts';
import type { IamClient } from './iam-calls.ts';

const NOT_FOUND = 404;

/** Records requested concurrently. Reason: a device answers them one by one, and other requests should get through. */
const USERS_AT_ONCE = 8;

/** Most names of a list that are read; the rest is dropped. Reason: the device controls the length. */
export const MAX_USERS = 10_000;

/** Errors that concern a single record: a refusal, an invalid name in the list, or an answer without a readable record. */
const ABOUT_RECORD: ReadonlySet<string> = new Set<ErrorCode>([
  'ERR_GET_USER',
  'ERR_USERNAME',
  'ERR_PAYLOAD_FORMAT',
  'ERR_CBOR',
  'ERR_IAM_RECORD',
]);

/** Options of {@link readUsers}. */
export interface ReadUsersOptions extends CallOptions {
  /**
   * Returns a substitute for a record that is refused or cannot be read; if missing, or if it throws, no users are
   * returned. Not called for a closed connection, a timeout or an abort, which end the whole read.
   */
  readonly otherwise?: ((username: string, error: unknown) => User) | undefined;
}

/** The user of this connection; `undefined` if it has none. */
export async function readMe(
  iam: Pick<IamClient, 'getMe'>,
  options?: CallOptions,
): Promise<User | undefined> {
  return await unlessMissing(iam.getMe(options));
}

/** The records of all users, up to {@link MAX_USERS}; omits users that were removed since they were listed. */
export async function readUsers(
  iam: Pick<IamClient, 'listUsers' | 'getUser'>,
  { otherwise, ...options }: ReadUsersOptions = {},
): Promise<User[]> {
  const read = async (name: string): Promise<User | undefined> => {
    try {
      return await unlessMissing(iam.getUser(name, options));
    } catch (error) {
      const isAboutRecord = error instanceof EdgeError && ABOUT_RECORD.has(error.code);
      if (isAboutRecord && otherwise !== undefined && !options.signal?.aborted) return otherwise(name, error);
      throw error;
    }
  };
  const names = (await iam.listUsers(options)).slice(0, MAX_USERS);
  const users: User[] = [];
  for (let next = 0; next < names.length; next += USERS_AT_ONCE) {
    const some = await Promise.all(names.slice(next, next + USERS_AT_ONCE).map(read));
    users.push(...some.filter((user) => user !== undefined));
  }
  return users;
}

async function unlessMissing(user: Promise<User>): Promise<User | undefined> {
  try {
    return await user;
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === NOT_FOUND) return undefined;
    throw error;
  }
}
