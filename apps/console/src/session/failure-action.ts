/** @module What a person can do about each kind of failure: never a dead end without a button. */

import type { FailureKind } from './failure.ts';

/** What fits it best. "Connect again" is always offered beside it. */
export type FailureAction = 'again' | 'newLink' | 'edit' | 'editAddress' | 'otherUser';

const ACTIONS: { readonly [Kind in FailureKind]: FailureAction } = {
  denied: 'otherUser',
  full: 'again',
  gaveWay: 'again',
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
  insecurePage: 'again',
  forbidden: 'otherUser',
  noAnswer: 'again',
  badAnswer: 'again',
  unknown: 'again',
};

/** What is plain without an examination: the words say all there is to know. */
const PLAIN: ReadonlySet<FailureKind> = new Set([
  'denied',
  'full',
  'gaveWay',
  'busy',
  'tokenRejected',
  'tokenUnchecked',
  'tokenMissing',
  'noSuchDevice',
  'notListed',
  'insecurePage',
  'forbidden',
  'badAnswer',
] as const);

/** Whether the doctor may find out more about it. */
export function isForDoctor(kind: FailureKind): boolean {
  return !PLAIN.has(kind);
}

/** Whether its action is offered before "Connect again", which cannot help. */
export function isActionFirst(kind: FailureKind): boolean {
  return actionFor(kind) === 'edit';
}

/** The action that fits a failure best. */
export function actionFor(kind: FailureKind): FailureAction {
  return ACTIONS[kind];
}
