/** @module The action that a person can take for each kind of failure, so that every failure has a button. */

import type { FailureKind } from './failure.ts';

/** The best action. "Connect again" is offered beside it unless it cannot help at all. */
export type FailureAction = 'again' | 'newLink' | 'edit' | 'editAddress' | 'otherUser' | 'secure';

const ACTIONS: { readonly [Kind in FailureKind]: FailureAction } = {
  denied: 'otherUser',
  full: 'again',
  evicted: 'again',
  busy: 'again',
  tokenRejected: 'newLink',
  tokenUnchecked: 'again',
  tokenMissing: 'newLink',
  offline: 'again',
  noSuchDevice: 'edit',
  timeout: 'again',
  deviceFault: 'again',
  deviceClosed: 'again',
  unreachable: 'editAddress',
  notListed: 'editAddress',
  offlineHere: 'again',
  restarting: 'again',
  noPath: 'again',
  lost: 'again',
  unproven: 'again',
  noWebrtc: 'again',
  insecurePage: 'secure',
  forbidden: 'otherUser',
  noAnswer: 'again',
  badAnswer: 'again',
  unknown: 'again',
};

/** Failures whose message already explains the cause. */
const PLAIN: ReadonlySet<FailureKind> = new Set([
  'denied',
  'full',
  'evicted',
  'busy',
  'tokenRejected',
  'tokenUnchecked',
  'tokenMissing',
  'noSuchDevice',
  'notListed',
  'noWebrtc',
  'insecurePage',
  'forbidden',
  'badAnswer',
] as const);

/** Whether the doctor may find out more about a failure. */
export function isForDoctor(kind: FailureKind): boolean {
  return !PLAIN.has(kind);
}

/** Whether its action comes before "Connect again", which cannot help. */
export function isActionFirst(kind: FailureKind): boolean {
  return ['edit', 'secure'].includes(actionFor(kind));
}

/** Whether "Connect again" is offered: the same page stays insecure. */
export function isAgainOffered(kind: FailureKind): boolean {
  return actionFor(kind) !== 'secure';
}

/** The https address of an insecure page, on the default port: which other one there is, is unknown. */
export function secureAddress(href: string): string {
  return `https://${new URL(href).hostname}/`;
}

/** The best action for a failure. */
export function actionFor(kind: FailureKind): FailureAction {
  return ACTIONS[kind];
}
