/** @module The place of a session under a provider: nothing yet, a session, or why there is none. */
import { createSession, type EdgeError, type Session, type SessionOptions } from '@longwire/client';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { latestOptions } from './latest-options.ts';
import { TrackDesk } from './track-desk.ts';

/** What a provider has. */
export type Seat =
  | { readonly kind: 'empty' }
  | { readonly kind: 'taken'; readonly session: Session; readonly tracks: TrackDesk }
  /** No session can be made of the options. */
  | { readonly kind: 'refused'; readonly error: EdgeError };

/** A seat that is taken while somebody looks. */
export type LiveSeat = Live<Seat>;

const EMPTY: Seat = { kind: 'empty' };

/** A seat under a provider. */
export interface ProvidedSeat {
  readonly seat: LiveSeat;
  /** Keeps the options of the latest render, for their functions. */
  readonly keep: (options: SessionOptions) => void;
}

/** A session that is made when it is wanted, and ended when nobody wants it any more. */
export function ownSeat(options: SessionOptions): ProvidedSeat {
  let latest = options;
  const seat: LiveSeat = new Live(EMPTY, (put) => {
    try {
      const session = createSession(latestOptions(() => latest));
      const leave = take(session, put);
      return () => {
        leave();
        void session.end();
      };
    } catch (cause) {
      put({ kind: 'refused', error: asEdgeError(cause) });
      return () => undefined;
    }
  });
  return { seat, keep: (newest) => void (latest = newest) };
}

/** A session that the application made and ends. */
export function givenSeat(session: Session): ProvidedSeat {
  return { seat: new Live(EMPTY, (put) => take(session, put)), keep: () => undefined };
}

function take(session: Session, put: (seat: Seat) => void): () => void {
  const tracks = new TrackDesk(session);
  put({ kind: 'taken', session, tracks });
  return () => tracks.close();
}

/** What to do with a seat, by what it has. */
export interface SeatCase {
  /** The answer ends it. */
  readonly taken: (session: Session, tracks: TrackDesk) => () => void;
  readonly refused: (error: EdgeError) => void;
}

/** Follows whoever has the seat; the answer ends it. */
export function followSeat(seat: LiveSeat, { taken, refused }: SeatCase): () => void {
  let session: Session | undefined;
  let stop: (() => void) | undefined;
  const look = (): void => {
    const now = seat.snapshot();
    if (now.kind === 'refused') refused(now.error);
    const next = now.kind === 'taken' ? now.session : undefined;
    if (next === session) return;
    session = next;
    stop?.();
    stop = now.kind === 'taken' ? taken(now.session, now.tracks) : undefined;
  };
  const leave = seat.subscribe(look);
  look();
  return () => {
    leave();
    stop?.();
  };
}
