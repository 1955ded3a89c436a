/** @module The session of the nearest provider, and where it stands. */
import type { ConnectionIdentity, ConnectionStats, Session, SessionState } from '@longwire/client';
import { useMemo } from 'react';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { followSeat, type LiveSeat } from './seat.ts';

const CONNECTING: SessionState = { kind: 'connecting' };
const NOBODY: ConnectionIdentity = {};
const ignore = (): void => undefined;

/** The session, for everything that has no hook; none before the provider is mounted, and where its options allow none. */
export function useSession(): Session | undefined {
  const seat = useLive(useSeat());
  return seat.kind === 'taken' ? seat.session : undefined;
}

/** Where the session stands; `ended`, with the reason, also where none could be made of the options. */
export function useSessionState(): SessionState {
  const seat = useSeat();
  return useLive(useMemo(() => liveState(seat), [seat]));
}

/** What was proven over the connection and still holds: the device's key, and who is logged in. */
export function useIdentity(): ConnectionIdentity {
  const seat = useSeat();
  return useLive(useMemo(() => liveIdentity(seat), [seat]));
}

/** The traffic, once a second; nothing while the session is not ready. */
export function useConnectionStats(): ConnectionStats | undefined {
  const seat = useSeat();
  return useLive(useMemo(() => liveStats(seat), [seat]));
}

function liveState(seat: LiveSeat): Live<SessionState> {
  return new Live(CONNECTING, (put) =>
    followSeat(seat, {
      taken: (session) => {
        put(session.state);
        return session.on('statechange', put);
      },
      refused: (reason) => put({ kind: 'ended', reason }),
    }),
  );
}

function liveIdentity(seat: LiveSeat): Live<ConnectionIdentity> {
  return new Live(NOBODY, (put) =>
    followSeat(seat, {
      taken: (session) => {
        const look = (): void => put(session.identity);
        const stops = [session.on('identitychange', look), session.on('statechange', look)];
        look();
        return () => stops.forEach((stop) => stop());
      },
      refused: ignore,
    }),
  );
}

function liveStats(seat: LiveSeat): Live<ConnectionStats | undefined> {
  return new Live<ConnectionStats | undefined>(undefined, (put) =>
    followSeat(seat, {
      taken: (session) => {
        const stops = [
          session.on('stats', put),
          session.on('statechange', ({ kind }) => {
            if (kind !== 'ready') put(undefined);
          }),
        ];
        return () => stops.forEach((stop) => stop());
      },
      refused: ignore,
    }),
  );
}
