/** @module The steps of connecting, as a person sees them. */

import { CONNECT_STEPS as CLIENT_STEPS, type ConnectTrace } from '@longwire/client';

/** The steps in order: finding the device, requesting a connection, opening it, checking the device, logging in. */
export const CONNECT_STEPS = ['finding', 'asking', 'opening', 'checking', 'login'] as const;

/** One step of connecting. */
export type ConnectStep = (typeof CONNECT_STEPS)[number];

const STEP_OF_CLIENT: { readonly [Step in (typeof CLIENT_STEPS)[number]]: ConnectStep } = {
  'opening-signaling': 'finding',
  'logging-in': 'finding',
  'requesting-turn': 'asking',
  'opening-peer': 'opening',
  'opening-channel': 'opening',
};

/** The current step of the newest attempt, by its trace. */
export function stepOfTrace(trace: ConnectTrace | undefined): ConnectStep {
  const steps = trace?.steps ?? [];
  if (steps.some(({ step }) => step === 'connected')) return 'checking';
  const last = CLIENT_STEPS.findLast((each) => steps.some(({ step }) => step === each));
  return last === undefined ? 'finding' : STEP_OF_CLIENT[last];
}
