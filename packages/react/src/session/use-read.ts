/** @module Hook that reads a value from the device. */
import type { Session } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { liveReading, readWhenReady, type UseReading } from './reading.ts';

/** Reads a value over a ready session. */
export type Read<T> = (session: Session, signal: AbortSignal) => Promise<T>;

/** Reads when the session is ready, and again after each recovery and login; `read` must be the same function in each render. */
export function useRead<T>(read: Read<T>): UseReading<T> {
  const slot = useSessionSlot();
  const live = useMemo(
    () => liveReading<T>(slot, (session, port) => readWhenReady(session, read, port)),
    [slot, read],
  );
  return { state: useLive(live), refresh: live.restart };
}
