/** @module Who somebody is and who there is, where being nobody is an answer and no error. */
import type { User } from '@longwire/protocol';
import { StatusError } from '@longwire/protocol/base';
import type { CallOptions } from '../request/request-options.ts';
import type { IamClient } from './iam-client.ts';

const NOT_FOUND = 404;

/** Records that are asked for at once. Reason: a device answers each alone, and other requests want to come through. */
const USERS_AT_ONCE = 8;

/** What may stand in the place of a record. */
export interface ReadUsersOptions extends CallOptions {
  /** A user whose record cannot be read; without it, or where it throws, nobody is read. */
  readonly otherwise?: (username: string, error: unknown) => User;
}

/** The user of this connection, `undefined` for nobody. */
export async function readMe(
  iam: Pick<IamClient, 'getMe'>,
  options?: CallOptions,
): Promise<User | undefined> {
  return await unlessMissing(iam.getMe(options));
}

/** The records of all users; whoever was removed since they were listed is none of them. */
export async function readUsers(
  iam: Pick<IamClient, 'listUsers' | 'getUser'>,
  { otherwise, ...options }: ReadUsersOptions = {},
): Promise<User[]> {
  const read = async (name: string): Promise<User | undefined> => {
    try {
      return await unlessMissing(iam.getUser(name, options));
    } catch (error) {
      if (otherwise === undefined) throw error;
      return otherwise(name, error);
    }
  };
  const names = await iam.listUsers(options);
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
