/** @module A value read from a device: waiting, a value, or an error. */

import { EdgeError, type Session } from '@longwire/client';
import { onAbort } from '@longwire/protocol/base';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { followSlot, type LiveSlot } from './session-slot.ts';

/** The state of a value that is read: from a device, or by the application from elsewhere with errors of its own. */
export type Reading<T, E = EdgeError> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'value'; readonly value: T }
  /** `value` is the last successful one, if any. */
  | { readonly kind: 'failed'; readonly error: E; readonly value?: T };

/** The state of a reading, and a function that reads again. */
export interface UseReading<T> {
  readonly state: Reading<T>;
  /** Reads again; the value stays until the next one arrives. */
  readonly refresh: () => void;
}

/** Callbacks for the results of a reading, and the signal that ends it. */
export interface ReadingPort<T> {
  readonly put: (value: T) => void;
  readonly fail: (cause: unknown) => void;
  readonly signal: AbortSignal;
}

const WAITING = { kind: 'waiting' } as const;

/** Reads from the session in the slot with `begin` while the value has subscribers. */
export function liveReading<T>(
  slot: LiveSlot,
  begin: (session: Session, port: ReadingPort<T>) => void,
): Live<Reading<T>> {
  return new Live<Reading<T>>(WAITING, (put, live) => {
    const fail = (cause: unknown): void => {
      const before = live.snapshot();
      const kept = before.kind === 'waiting' || !('value' in before) ? {} : { value: before.value };
      put({ kind: 'failed', error: asEdgeError(cause), ...kept });
    };
    return followSlot(slot, {
      filled: (session) => {
        const abort = new AbortController();
        begin(session, { put: (value) => put({ kind: 'value', value }), fail, signal: abort.signal });
        return () => abort.abort();
      },
      failed: fail,
    });
  });
}

/** Reads when the session is ready, and again after each change of the login or the connection. */
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
  onAbort(signal, () => stops.forEach((stop) => stop()));
  if (session.state.kind === 'ended') fail(sessionEnded(session.state.reason));
  else void look();
}

/** Creates the error of calls to a session that has ended. */
function sessionEnded(reason: EdgeError | undefined): EdgeError {
  const cause = reason === undefined ? {} : { cause: reason };
  return new EdgeError('ERR_SESSION_ENDED', 'the session has ended', cause);
}
