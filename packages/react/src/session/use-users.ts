/** @module Hooks for the logged-in user and the device's users. */
import { readMe, readUsers, type User } from '@longwire/client';
import type { UseReading } from './reading.ts';
import { useRead, type Read } from './use-read.ts';

/** The user of this connection, `undefined` without a user and after a failed login; read again after each recovery and login. */
export function useMe(): UseReading<User | undefined> {
  return useRead(me);
}

/** All users of the device; read again after each recovery and login. */
export function useUsers(): UseReading<readonly User[]> {
  return useRead(users);
}

/** After a failed login a deployed device may treat the connection as that login's user. */
const me: Read<User | undefined> = async ({ iam, identity }, signal) =>
  identity.failedLogin === undefined ? await readMe(iam, { signal }) : undefined;

const users: Read<readonly User[]> = async ({ iam }, signal) => await readUsers(iam, { signal });
