/** @module Tries the way that a link offered before the one that is kept, and goes on by that one where the other does not lead to the device. */

import { endsTrial, type Route, type Routed } from '../devices/offered-route.ts';
import type { DeviceSession } from './device-session.ts';
import type { SessionState } from './session-state.ts';

/** What it works with. */
export interface RouteTrialOptions {
  /** Keeps what became of it. */
  readonly note: (tried: Route, hasLedThere: boolean) => void;
}

/** The trials of one device's session. */
export class RouteTrial {
  readonly #options: RouteTrialOptions;
  #tried: { readonly kept: Route; readonly offered: Route } | undefined;

  constructor(options: RouteTrialOptions) {
    this.#options = options;
  }

  /** The device by the way that its next session takes. */
  begin<Device extends Routed>(device: Device): Device {
    const { service, sct, offered } = device;
    this.#tried = offered === undefined ? undefined : { kept: { service, sct }, offered };
    return { ...device, ...offered };
  }

  /** Follows a session for as long as the page lives. */
  follow(session: Pick<DeviceSession, 'subscribe' | 'snapshot' | 'start'>): void {
    session.subscribe(() => {
      const tried = this.#tried;
      if (tried === undefined) return;
      const outcome = outcomeOf(session.snapshot(), tried);
      if (outcome === undefined) return;
      this.#tried = undefined;
      this.#options.note(tried.offered, outcome === 'there');
      // After the others have heard what this is the answer to.
      if (outcome === 'refused') queueMicrotask(() => session.start());
    });
  }
}

function outcomeOf(
  state: SessionState,
  { kept, offered }: { readonly kept: Route; readonly offered: Route },
): 'there' | 'refused' | undefined {
  if (state.kind === 'login' || state.kind === 'live') return 'there';
  if (state.kind !== 'failed') return undefined;
  return endsTrial(kept, offered, state.failure.kind) ? 'refused' : undefined;
}
