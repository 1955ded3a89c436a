/** @module The session of a provider: none yet, a session, or the error that prevented one. */
import { createSession, type EdgeError, type Session, type SessionOptions } from '@longwire/client';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { latestOptions } from './latest-options.ts';

/** The state of a provider's session. */
export type SessionSlot =
  | { readonly kind: 'empty' }
  | { readonly kind: 'filled'; readonly session: Session }
  /** The options do not allow a session. */
  | { readonly kind: 'failed'; readonly error: EdgeError };

/** A session slot that is filled while it has subscribers. */
export type LiveSlot = Live<SessionSlot>;

const EMPTY: SessionSlot = { kind: 'empty' };

/** The session slot of a provider. */
export interface ProvidedSlot {
  readonly slot: LiveSlot;
  /** Stores the options of the latest render, for their functions. */
  readonly keep: (options: SessionOptions) => void;
}

/** A slot whose session is created for the first subscriber and ended after the last. */
export function ownedSlot(options: SessionOptions): ProvidedSlot {
  let latest = options;
  const slot: LiveSlot = new Live(EMPTY, (put) => {
    try {
      const session = createSession(latestOptions(() => latest));
      put({ kind: 'filled', session });
      return () => void session.end();
    } catch (cause) {
      put({ kind: 'failed', error: asEdgeError(cause) });
      return () => undefined;
    }
  });
  return { slot, keep: (newest) => void (latest = newest) };
}

/** A slot with a session that the application creates and ends. */
export function givenSlot(session: Session): ProvidedSlot {
  const slot: LiveSlot = new Live<SessionSlot>({ kind: 'filled', session }, () => () => undefined);
  return { slot, keep: () => undefined };
}

/** Handlers for the states of a slot. */
export interface SlotHandlers {
  /** Returns a function that is called when the session leaves the slot. */
  readonly filled: (session: Session) => () => void;
  readonly failed: (error: EdgeError) => void;
}

/** Follows the session in a slot; returns a function that stops it. */
export function followSlot(slot: LiveSlot, { filled, failed }: SlotHandlers): () => void {
  let session: Session | undefined;
  let stop: (() => void) | undefined;
  const look = (): void => {
    const now = slot.snapshot();
    if (now.kind === 'failed') failed(now.error);
    const next = now.kind === 'filled' ? now.session : undefined;
    if (next === session) return;
    session = next;
    stop?.();
    stop = now.kind === 'filled' ? filled(now.session) : undefined;
  };
  const leave = slot.subscribe(look);
  look();
  return () => {
    leave();
    stop?.();
  };
}
