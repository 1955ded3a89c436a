/** @module Who is logged in, and the device's users. */
import { readMe, readUsers, type Session, type User } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { liveReading, readWhenReady, type UseReading } from './reading.ts';

/** The user of this connection, `undefined` for nobody and after a login that failed; read again after each recovery and login. */
export function useMe(): UseReading<User | undefined> {
  return useRead(me);
}

/** All users of the device, by what it says of each; read again after each recovery and login. */
export function useUsers(): UseReading<readonly User[]> {
  return useRead(users);
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

/** After a login that failed a deployed device may take the connection for that login's user. */
const me: Read<User | undefined> = async ({ iam, identity }, signal) =>
  identity.failedLogin === undefined ? await readMe(iam, { signal }) : undefined;

const users: Read<readonly User[]> = async ({ iam }, signal) => await readUsers(iam, { signal });
