/** @module Tries the way that a link offered before the one that is kept, and goes on by that one where the other does not lead to the device. */

import { assertNever } from '../assert-never.ts';
import { keptKeyOf } from '../devices/kept-key.ts';
import { isRefusal, mayBeKept, type Offer, type Route, type Routed } from '../devices/offered-route.ts';
import type { DeviceSession } from './device-session.ts';
import type { SessionState } from './session-state.ts';

/** What it works with. */
export interface RouteTrialOptions {
  /** Keeps what became of it. */
  readonly note: (tried: Offer, isToBeKept: boolean) => void;
}

/** By which way a session goes; `alone` is the one that was offered, once the kept one was refused. */
type Way = 'offered' | 'kept' | 'alone';

/** One session of a device for which another way is offered. */
interface Trial {
  readonly kept: Route;
  readonly offered: Offer;
  readonly by: Way;
}

/** What comes of a state. */
interface Outcome {
  /** Whether the way is kept or forgotten; it stays offered where nothing is said. */
  readonly isToBeKept?: boolean;
  /** The way to begin anew by. */
  readonly next?: Way;
}

/** The trials of one device's session. */
export class RouteTrial {
  readonly #options: RouteTrialOptions;
  #trial: Trial | undefined;
  #next: Way = 'offered';
  #expected: string | undefined;

  constructor(options: RouteTrialOptions) {
    this.#options = options;
  }

  /** The key that the device has to prove in the session that was begun last. */
  get expected(): string | undefined {
    return this.#expected;
  }

  /** The device by the way that its next session takes. */
  begin<Device extends Routed>(device: Device): Device {
    const { service, sct, offered } = device;
    const by = this.#next;
    this.#next = 'offered';
    this.#trial = offered === undefined ? undefined : { kept: { service, sct }, offered, by };
    const taken = by === 'kept' ? undefined : offered;
    // A key may have been kept since the link came: the link's no longer counts then.
    this.#expected = keptKeyOf(device) === undefined ? taken?.fingerprint : device.fingerprint;
    return { ...device, ...taken, fingerprint: this.#expected };
  }

  /** Follows a session for as long as the page lives. */
  follow(session: Pick<DeviceSession, 'subscribe' | 'snapshot' | 'start'>): void {
    session.subscribe(() => {
      const trial = this.#trial;
      if (trial === undefined) return;
      const state = session.snapshot();
      const outcome = outcomeOf(state, trial);
      if (outcome === undefined) return;
      this.#trial = undefined;
      const { isToBeKept, next } = outcome;
      if (isToBeKept !== undefined) this.#options.note(trial.offered, isToBeKept);
      if (next === undefined) return;
      // After the others have heard what this is the answer to; they may have begun anew, or ended it, by then.
      queueMicrotask(() => {
        const now = session.snapshot();
        if (now !== state && now.kind !== 'failed') return;
        this.#next = next;
        session.start();
      });
    });
  }
}

function outcomeOf(state: SessionState, { kept, offered, by }: Trial): Outcome | undefined {
  if (by === 'kept') {
    // What was offered may work later, this one not any more.
    return state.kind === 'failed' && isRefusal(state.failure.kind) ? { next: 'alone' } : undefined;
  }
  const isElsewhere = offered.service !== kept.service;
  switch (state.kind) {
    case 'login':
    case 'live':
      return { isToBeKept: mayBeKept(kept, offered, state.verification === 'bound') };
    case 'stopped':
      if (state.reason.kind === 'other-key') return undefined;
      // At the same service it is the device itself that has another key: a person has to see that, once.
      return isElsewhere ? { isToBeKept: false, next: 'kept' } : { isToBeKept: false };
    case 'failed': {
      const { kind } = state.failure;
      if (kind === 'offlineHere') return undefined;
      if (isElsewhere || isRefusal(kind)) return { isToBeKept: false, next: 'kept' };
      // That says nothing about the token: it is tried again at the next visit, and is not the only way until then.
      return by === 'alone' ? undefined : { next: 'kept' };
    }
    case 'idle':
    case 'connecting':
      return undefined;
    default:
      return assertNever(state);
  }
}
