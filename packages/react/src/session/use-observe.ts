/** @module A resource of the device, as it changes. */
import type { DeviceResponse, ObserveOptions, Session } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { liveReading, type ReadingPort, type UseReading } from './reading.ts';

/** How a resource is followed; the signal is the hook's. */
export type UseObserveOptions = Omit<ObserveOptions, 'signal'>;

/** Follows a resource while mounted: its value now, then each change, also over recoveries. Without a path nothing is followed. */
export function useObserve(
  path: string | undefined,
  { query, pollMs, timeoutMs }: UseObserveOptions = {},
): UseReading<DeviceResponse> {
  const seat = useSeat();
  const asked = JSON.stringify(query);
  const live = useMemo(
    () =>
      liveReading<DeviceResponse>(seat, (session, port) => {
        if (path !== undefined) follow(session, { path, query, pollMs, timeoutMs }, port);
      }),
    // A query is compared by what it says.
    // oxlint-disable-next-line react/exhaustive-deps
    [seat, path, asked, pollMs, timeoutMs],
  );
  return { state: useLive(live), refresh: live.restart };
}

interface Followed extends UseObserveOptions {
  readonly path: string;
}

/** Follows a resource; one that the device, or its silence, has ended is followed again over another connection or login. */
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
