/** @module Audit records in words. */

import type { service } from '../messages/service-en.ts';

type Words = typeof service.record;

/** The action; an unknown one is shown by its code. */
export function actionText(action: string, words: Words): string {
  return Object.entries(words.actions).find(([code]) => code === action)?.[1] ?? action;
}

/** The actor: `operator:ada`, `key:ci`, or one of the fixed words. */
export function actorText(actor: string, words: Words): string {
  const colon = actor.indexOf(':');
  const [kind, name] = colon === -1 ? [actor, ''] : [actor.slice(0, colon), actor.slice(colon + 1)];
  const { actors } = words;
  if (kind === 'operator') return actors.operator(name);
  if (kind === 'key') return actors.key(name);
  if (kind === 'cli' || kind === 'client' || kind === 'device' || kind === 'anonymous') return actors[kind];
  return actor;
}
