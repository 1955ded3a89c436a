/** @module Something read from a device: not there yet, there, or why not. */
import type { EdgeError, Session } from '@longwire/client';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { followSeat, type LiveSeat } from './seat.ts';
import { sessionEnded } from './session-ended.ts';

/** Where a reading stands. */
export type Reading<T> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'value'; readonly value: T }
  /** `value` is the last one there was, if there was any. */
  | { readonly kind: 'failed'; readonly error: EdgeError; readonly value?: T };

/** A reading, and how to begin it anew. */
export interface UseReading<T> {
  readonly state: Reading<T>;
  /** Reads again; the value stays until there is another one. */
  readonly refresh: () => void;
}

/** What a reading is made with: how it is put, and the signal that ends it. */
export interface ReadingPort<T> {
  readonly put: (value: T) => void;
  readonly fail: (cause: unknown) => void;
  readonly signal: AbortSignal;
}

const WAITING = { kind: 'waiting' } as const;

/** A reading of whichever session has the seat, by `begin`, until nobody looks any more. */
export function liveReading<T>(
  seat: LiveSeat,
  begin: (session: Session, port: ReadingPort<T>) => void,
): Live<Reading<T>> {
  return new Live<Reading<T>>(WAITING, (put, live) => {
    const fail = (cause: unknown): void => {
      const before = live.snapshot();
      const kept = before.kind === 'waiting' || !('value' in before) ? {} : { value: before.value };
      put({ kind: 'failed', error: asEdgeError(cause), ...kept });
    };
    return followSeat(seat, {
      taken: (session) => {
        const abort = new AbortController();
        begin(session, { put: (value) => put({ kind: 'value', value }), fail, signal: abort.signal });
        return () => abort.abort();
      },
      refused: fail,
    });
  });
}

/** Reads when the session is ready, and again each time that who is logged in, or the connection, is another one. */
export function readWhenReady<T>(
  session: Session,
  read: (session: Session, signal: AbortSignal) => Promise<T>,
  { put, fail, signal }: ReadingPort<T>,
): void {
  let latest: AbortController | undefined;
  const look = async (): Promise<void> => {
    latest?.abort();
    if (session.state.kind !== 'ready') return;
    const own = new AbortController();
    latest = own;
    try {
      const value = await read(session, own.signal);
      if (!own.signal.aborted) put(value);
    } catch (cause) {
      if (!own.signal.aborted) fail(cause);
    }
  };
  const stops = [
    session.on('identitychange', () => void look()),
    session.on('end', (reason) => fail(sessionEnded(reason))),
    () => latest?.abort(),
  ];
  signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
  if (session.state.kind === 'ended') fail(sessionEnded(session.state.reason));
  else void look();
}
