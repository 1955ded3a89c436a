/** @module Who somebody is and who there is, where being nobody is an answer and no error. */
import type { ErrorCode, User } from '@longwire/protocol';
import { EdgeError, StatusError } from '@longwire/protocol/base';
import type { CallOptions } from '../request/request-options.ts';
import type { IamClient } from './iam-client.ts';

const NOT_FOUND = 404;

/** Records that are asked for at once. Reason: a device answers each alone, and other requests want to come through. */
const USERS_AT_ONCE = 8;

/** Most names of a list that are asked for; later ones are left out. Reason: the device chooses how long it is. */
export const MAX_USERS = 10_000;

/** What one record fails with: a refusal, a listed name that is none, an answer of another format, of none, or with no record in it. */
const ABOUT_RECORD: ReadonlySet<string> = new Set<ErrorCode>([
  'ERR_GET_USER',
  'ERR_USERNAME',
  'ERR_PAYLOAD_FORMAT',
  'ERR_CBOR',
  'ERR_IAM_RECORD',
]);

/** What may stand in the place of a record. */
export interface ReadUsersOptions extends CallOptions {
  /**
   * A user whose record is refused or cannot be read; without it, or where it throws, nobody is read. Not asked where there is no answer: a
   * connection that has ended, a time that is over, and a caller that has aborted end all.
   */
  readonly otherwise?: (username: string, error: unknown) => User;
}

/** The user of this connection, `undefined` for nobody. */
export async function readMe(
  iam: Pick<IamClient, 'getMe'>,
  options?: CallOptions,
): Promise<User | undefined> {
  return await unlessMissing(iam.getMe(options));
}

/** The records of all users, up to {@link MAX_USERS}; whoever was removed since they were listed is none of them. */
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
