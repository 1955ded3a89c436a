/** @module Hook that observes a resource of the device. */
import type { DeviceResponse, ObserveOptions, Session } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { liveReading, type ReadingPort, type UseReading } from './reading.ts';

/** Options of {@link useObserve}; the hook supplies the signal. */
export type UseObserveOptions = Omit<ObserveOptions, 'signal'>;

/** Observes a resource while mounted: its current value, then each change, also over recoveries. Does nothing without a path. */
export function useObserve(
  path: string | undefined,
  { query, pollMs, timeoutMs }: UseObserveOptions = {},
): UseReading<DeviceResponse> {
  const slot = useSessionSlot();
  const asked = JSON.stringify(query);
  const live = useMemo(
    () =>
      liveReading<DeviceResponse>(slot, (session, port) => {
        if (path !== undefined) follow(session, { path, query, pollMs, timeoutMs }, port);
      }),
    // A query is compared by value.
    // oxlint-disable-next-line react/exhaustive-deps
    [slot, path, asked, pollMs, timeoutMs],
  );
  return { state: useLive(live), refresh: live.restart };
}

interface Followed extends UseObserveOptions {
  readonly path: string;
}

/** Observes a resource; an observation that the device or a timeout has ended starts again over another connection or login. */
function follow(
  session: Session,
  { path, ...options }: Followed,
  { put, fail, signal }: ReadingPort<DeviceResponse>,
): void {
  let isFollowing = false;
  const begin = async (): Promise<void> => {
    if (isFollowing) return;
    isFollowing = true;
    try {
      for await (const response of session.observe(path, { ...options, signal })) put(response);
    } catch (cause) {
      isFollowing = false;
      if (!signal.aborted) fail(cause);
    }
  };
  signal.addEventListener(
    'abort',
    session.on('identitychange', () => void begin()),
  );
  void begin();
}
