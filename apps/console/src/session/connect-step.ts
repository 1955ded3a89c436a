/** @module The steps of connecting, as a person sees them. */

import { assertNever } from '../assert-never.ts';
import type { CONNECT_STEPS as CLIENT_STEPS } from '../wire.ts';

/** The steps in their order: finding the device, asking for a way, opening it, checking who it is, logging in. */
export const CONNECT_STEPS = ['finding', 'asking', 'opening', 'checking', 'login'] as const;

/** One step of connecting. */
export type ConnectStep = (typeof CONNECT_STEPS)[number];

/** What a person is told about a step of the client's. */
export function stepOfClient(step: (typeof CLIENT_STEPS)[number]): ConnectStep {
  switch (step) {
    case 'opening-signaling':
    case 'logging-in':
      return 'finding';
    case 'requesting-turn':
      return 'asking';
    case 'opening-peer':
    case 'opening-channel':
      return 'opening';
    default:
      return assertNever(step);
  }
}
