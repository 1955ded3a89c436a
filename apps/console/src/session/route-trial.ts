/**
 * @module Tries the route that a link offered: another service or a key before the kept route, which is used again if the offered one does not
 * lead to the device; another token only once the kept one is refused.
 */

import { assertNever } from '@longwire/protocol/base';
import { keptKeyOf } from '../devices/kept-key.ts';
import { isRefusal, mayBeKept, type Offer, type Route, type Routed } from '../devices/offered-route.ts';
import type { DeviceSession } from './device-session.ts';
import type { SessionState } from './session-state.ts';

/** Options of `RouteTrial`. */
export interface RouteTrialOptions {
  /** Stores the result. */
  readonly note: (tried: Offer, isToBeKept: boolean) => void;
}

/** The route of a session; `alone` is the offered one after the kept one was refused. */
type RouteChoice = 'offered' | 'kept' | 'alone';

/** One session of a device with an offered route. */
interface Trial {
  readonly kept: Route;
  readonly offered: Offer;
  readonly by: RouteChoice;
}

/** The consequence of a state. */
interface Outcome {
  /** Whether the route is kept or forgotten; undefined leaves it offered. */
  readonly isToBeKept?: boolean;
  /** The route for a restart. */
  readonly next?: RouteChoice;
}

/** The trials of one device's session. */
export class RouteTrial {
  readonly #options: RouteTrialOptions;
  #trial: Trial | undefined;
  #next: RouteChoice | undefined;
  #expected: string | undefined;

  constructor(options: RouteTrialOptions) {
    this.#options = options;
  }

  /** The key that the device has to prove in the session started last. */
  get expected(): string | undefined {
    return this.#expected;
  }

  /** The device with the route of its next session. */
  begin<Device extends Routed>(device: Device): Device {
    const { service, sct, offered } = device;
    const by = this.#next ?? firstChoice(device);
    this.#next = undefined;
    this.#trial = offered === undefined ? undefined : { kept: { service, sct }, offered, by };
    const taken = by === 'kept' ? undefined : offered;
    // A key may have been stored since the link came: then the link's key no longer counts.
    this.#expected = keptKeyOf(device) === undefined ? taken?.fingerprint : device.fingerprint;
    return { ...device, ...taken, fingerprint: this.#expected };
  }

  /** Follows a session as long as the page is open. */
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
      // After the other listeners have handled this state; they may have restarted or ended the session by then.
      queueMicrotask(() => {
        const now = session.snapshot();
        if (now !== state && now.kind !== 'failed') return;
        this.#next = next;
        session.start();
      });
    });
  }
}

/**
 * The author of a link holds its token too. In place of one that works, it would end a person's access together with its author's, such as
 * with that of a guest whom the person removes.
 */
function firstChoice({ service, sct, offered }: Routed): RouteChoice {
  const isOtherToken = offered?.service === service && offered.fingerprint === undefined;
  return isOtherToken && sct !== '' ? 'kept' : 'offered';
}

function outcomeOf(state: SessionState, { kept, offered, by }: Trial): Outcome | undefined {
  if (by === 'kept') {
    // The offered route may work later; the kept one no longer does.
    return state.kind === 'failed' && isRefusal(state.failure.kind) ? { next: 'alone' } : undefined;
  }
  const isElsewhere = offered.service !== kept.service;
  switch (state.kind) {
    case 'login':
    case 'live':
      return { isToBeKept: mayBeKept(kept, offered, state.verification === 'bound') };
    case 'stopped':
      if (state.reason.kind === 'other-key') return undefined;
      // At the same service, it is the device itself that has another key: the person has to see that, once.
      return isElsewhere ? { isToBeKept: false, next: 'kept' } : { isToBeKept: false };
    case 'failed': {
      const { kind } = state.failure;
      if (kind === 'offlineHere') return undefined;
      if (isElsewhere || isRefusal(kind)) return { isToBeKept: false, next: 'kept' };
      // That proves nothing about the token: it is tried again at the next visit, and is not the only route until then.
      return by === 'alone' ? undefined : { next: 'kept' };
    }
    case 'idle':
    case 'connecting':
      return undefined;
    default:
      return assertNever(state);
  }
}
