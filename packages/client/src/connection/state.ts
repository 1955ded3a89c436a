/** @module The states of a connection and the one pure function that moves between them (SPEC.md section 4). */
import { assertNever } from '@longwire/protocol/base';

/** The steps of connecting, in order. */
export const CONNECT_STEPS = [
  'opening-signaling',
  'logging-in',
  'requesting-turn',
  'opening-peer',
  'opening-channel',
] as const;

/** One of {@link CONNECT_STEPS}. */
export type ConnectStep = (typeof CONNECT_STEPS)[number];

/** Each state carries exactly what it needs: an attempt while connecting, a link when connected. */
export type ConnectionState<Attempt, Link> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly step: ConnectStep; readonly attempt: Attempt }
  | { readonly kind: 'connected'; readonly attempt: Attempt; readonly link: Link }
  | { readonly kind: 'closed'; readonly wasConnected: boolean; readonly cause: Error | undefined };

/** The names of the states. */
export type ConnectionStateName = ConnectionState<unknown, unknown>['kind'];

/** What changes the state of a connection. */
export type ConnectionEvent<Attempt, Link> =
  | { readonly type: 'start'; readonly attempt: Attempt }
  | { readonly type: 'step'; readonly step: ConnectStep }
  | { readonly type: 'opened'; readonly link: Link }
  | { readonly type: 'ended'; readonly cause: Error | undefined };

/** The state after an event; unchanged if the event does not apply to it. */
export function nextState<Attempt, Link>(
  state: ConnectionState<Attempt, Link>,
  event: ConnectionEvent<Attempt, Link>,
): ConnectionState<Attempt, Link> {
  switch (event.type) {
    case 'start':
      if (state.kind !== 'idle') return state;
      return { kind: 'connecting', step: CONNECT_STEPS[0], attempt: event.attempt };
    case 'step':
      if (state.kind !== 'connecting' || state.step === event.step) return state;
      return { ...state, step: event.step };
    case 'opened':
      if (state.kind !== 'connecting') return state;
      return { kind: 'connected', attempt: state.attempt, link: event.link };
    case 'ended':
      if (state.kind === 'closed') return state;
      return { kind: 'closed', wasConnected: state.kind === 'connected', cause: event.cause };
    default:
      return assertNever(event);
  }
}
