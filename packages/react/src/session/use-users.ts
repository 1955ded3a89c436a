/** @module Hooks for the logged-in user and the device's users. */
import { readMe, readUsers, type Session, type User } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { liveReading, readWhenReady, type UseReading } from './reading.ts';

/** The user of this connection, `undefined` without a user and after a failed login; read again after each recovery and login. */
export function useMe(): UseReading<User | undefined> {
  return useRead(me);
}

/** All users of the device; read again after each recovery and login. */
export function useUsers(): UseReading<readonly User[]> {
  return useRead(users);
}

type Read<T> = (session: Session, signal: AbortSignal) => Promise<T>;

function useRead<T>(read: Read<T>): UseReading<T> {
  const slot = useSessionSlot();
  const live = useMemo(
    () => liveReading<T>(slot, (session, port) => readWhenReady(session, read, port)),
    [slot, read],
  );
  return { state: useLive(live), refresh: live.restart };
}

/** After a failed login a deployed device may treat the connection as that login's user. */
const me: Read<User | undefined> = async ({ iam, identity }, signal) =>
  identity.failedLogin === undefined ? await readMe(iam, { signal }) : undefined;

const users: Read<readonly User[]> = async ({ iam }, signal) => await readUsers(iam, { signal });
