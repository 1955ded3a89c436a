/** @module Hooks for the nearest provider's session and its state. */
import type { ConnectionIdentity, ConnectionStats, Session, SessionState } from '@longwire/client';
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { followSlot, type LiveSlot } from './session-slot.ts';
import { liveValue, type SessionValue } from './session-value.ts';

const STATE: SessionValue<SessionState> = {
  none: { kind: 'connecting' },
  read: ({ state }) => state,
  failed: (reason) => ({ kind: 'ended', reason }),
  listen: (session, handleChange) => session.on('statechange', handleChange),
};

const IDENTITY: SessionValue<ConnectionIdentity> = {
  none: {},
  read: ({ identity }) => identity,
  listen: (session, handleChange) => {
    const stops = [session.on('identitychange', handleChange), session.on('statechange', handleChange)];
    return () => stops.forEach((stop) => stop());
  },
};

/** The session, for everything that has no hook; undefined before a provider with options is mounted and if they allow none. */
export function useSession(): Session | undefined {
  const slot = useLive(useSessionSlot());
  return slot.kind === 'filled' ? slot.session : undefined;
}

/** The state of the session; options that allow no session are `ended` with the reason. */
export function useSessionState(): SessionState {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveValue(slot, STATE), [slot]));
}

/** What has been proven over the connection and still holds: the device's key and the logged-in user. */
export function useIdentity(): ConnectionIdentity {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveValue(slot, IDENTITY), [slot]));
}

/** Traffic statistics, once a second; undefined while the session is not ready. */
export function useConnectionStats(): ConnectionStats | undefined {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveStats(slot), [slot]));
}

function liveStats(slot: LiveSlot): Live<ConnectionStats | undefined> {
  return new Live<ConnectionStats | undefined>(undefined, (put) =>
    followSlot(slot, {
      filled: (session) => {
        const stops = [
          session.on('stats', put),
          session.on('statechange', ({ kind }) => {
            if (kind !== 'ready') put(undefined);
          }),
        ];
        return () => stops.forEach((stop) => stop());
      },
      failed: () => undefined,
    }),
  );
}
