/** @module Who is logged in, and the device's users. */
import { StatusError, type Session, type User } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { liveReading, readWhenReady, type UseReading } from './reading.ts';

const NOT_FOUND = 404;

/** The user of this connection, `undefined` for nobody; read again after each recovery and login. */
export function useMe(): UseReading<User | undefined> {
  return useRead(readMe);
}

/** All users of the device, by what it says of each; read again after each recovery and login. */
export function useUsers(): UseReading<readonly User[]> {
  return useRead(readUsers);
}

type Read<T> = (session: Session, signal: AbortSignal) => Promise<T>;

function useRead<T>(read: Read<T>): UseReading<T> {
  const seat = useSeat();
  const live = useMemo(
    () => liveReading<T>(seat, (session, port) => readWhenReady(session, read, port)),
    [seat, read],
  );
  return { state: useLive(live), refresh: live.restart };
}

const readMe: Read<User | undefined> = ({ iam }, signal) => unlessMissing(iam.getMe({ signal }));

const readUsers: Read<readonly User[]> = async ({ iam }, signal) => {
  const names = await iam.listUsers({ signal });
  const users = await Promise.all(names.map((name) => unlessMissing(iam.getUser(name, { signal }))));
  // Who was removed meanwhile is none of them.
  return users.filter((user) => user !== undefined);
};

async function unlessMissing(user: Promise<User>): Promise<User | undefined> {
  try {
    return await user;
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === NOT_FOUND) return undefined;
    throw error;
  }
}
