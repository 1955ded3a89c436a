/** @module A resource of the device, as it changes. */
import type { DeviceResponse, ObserveOptions } from '@longwire/client';
import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { liveReading, type UseReading } from './reading.ts';

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
      liveReading<DeviceResponse>(seat, (session, { put, fail, signal }) => {
        if (path === undefined) return;
        const follow = async (): Promise<void> => {
          try {
            for await (const response of session.observe(path, { query, pollMs, timeoutMs, signal }))
              put(response);
          } catch (cause) {
            if (!signal.aborted) fail(cause);
          }
        };
        void follow();
      }),
    // A query is compared by what it says.
    // oxlint-disable-next-line react/exhaustive-deps
    [seat, path, asked, pollMs, timeoutMs],
  );
  return { state: useLive(live), refresh: live.restart };
}
