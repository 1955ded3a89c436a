/** @module A value that a session has at any time, so that a component sees it from its first render on. */
import type { EdgeError, Session } from '@longwire/client';
import { Live } from '../live.ts';
import { followSlot, type LiveSlot } from './session-slot.ts';

/** How a value is read, and when. */
export interface SessionValue<T> {
  /** Without a session; also what a server renders. */
  readonly none: T;
  readonly read: (session: Session) => T;
  /** The value if the options do not allow a session; `none` by default. */
  readonly failed?: (error: EdgeError) => T;
  /** Calls `handleChange` when the value may have changed; returns a function that stops it. */
  readonly listen: (session: Session, handleChange: () => void) => () => void;
}

/** The value of the session in a slot. */
export function liveValue<T>(slot: LiveSlot, { none, read, failed, listen }: SessionValue<T>): Live<T> {
  const look = (): T => {
    const now = slot.snapshot();
    if (now.kind === 'filled') return read(now.session);
    return now.kind === 'failed' && failed !== undefined ? failed(now.error) : none;
  };
  return new Live(
    none,
    (put) => {
      const update = (): void => put(look());
      return followSlot(slot, {
        filled: (session) => {
          update();
          return listen(session, update);
        },
        failed: update,
      });
    },
    look,
  );
}
