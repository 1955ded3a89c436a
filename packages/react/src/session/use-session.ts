/** @module Hooks for the nearest provider's session and its state. */
import type { ConnectionIdentity, ConnectionStats, Session, SessionState } from '@longwire/client';
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { followSlot, type LiveSlot } from './session-slot.ts';

const CONNECTING: SessionState = { kind: 'connecting' };
const NO_IDENTITY: ConnectionIdentity = {};
const ignore = (): void => undefined;

/** The session, for everything that has no hook; undefined before the provider is mounted and if its options allow none. */
export function useSession(): Session | undefined {
  const slot = useLive(useSessionSlot());
  return slot.kind === 'filled' ? slot.session : undefined;
}

/** The state of the session; options that allow no session are `ended` with the reason. */
export function useSessionState(): SessionState {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveState(slot), [slot]));
}

/** What has been proven over the connection and still holds: the device's key and the logged-in user. */
export function useIdentity(): ConnectionIdentity {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveIdentity(slot), [slot]));
}

/** Traffic statistics, once a second; undefined while the session is not ready. */
export function useConnectionStats(): ConnectionStats | undefined {
  const slot = useSessionSlot();
  return useLive(useMemo(() => liveStats(slot), [slot]));
}

function liveState(slot: LiveSlot): Live<SessionState> {
  return new Live(CONNECTING, (put) =>
    followSlot(slot, {
      filled: (session) => {
        put(session.state);
        return session.on('statechange', put);
      },
      failed: (reason) => put({ kind: 'ended', reason }),
    }),
  );
}

function liveIdentity(slot: LiveSlot): Live<ConnectionIdentity> {
  return new Live(NO_IDENTITY, (put) =>
    followSlot(slot, {
      filled: (session) => {
        const look = (): void => put(session.identity);
        const stops = [session.on('identitychange', look), session.on('statechange', look)];
        look();
        return () => stops.forEach((stop) => stop());
      },
      failed: ignore,
    }),
  );
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
      failed: ignore,
    }),
  );
}
