/** @module Audit records in words. */

import type { service } from '../messages/service-en.ts';
import { textOf } from '../read-field.ts';

type Words = typeof service.record;

/** The part of a row that its sentence is made of. */
export interface AuditEvent {
  readonly action: string;
  readonly outcome: 'allowed' | 'refused';
  readonly actor: string;
  readonly detail: string | null;
}

/** The action; an unknown one is shown by its code. */
export function actionText(action: string, words: Words): string {
  return textOf(words.actions, action) ?? action;
}

/** A decision as a sentence in the past tense; a refusal with its reason, or else with what was refused. */
export function auditSentence({ action, outcome, actor, detail }: AuditEvent, words: Words): string {
  const who = actorText(actor, words);
  if (outcome === 'refused') {
    // For a request to the API, the service records its route.
    const why = detail === null || /^[A-Z]+ /u.test(detail) ? actionText(action, words) : detail;
    return words.refused(who, textOf(words.reasons, why) ?? why);
  }
  return `${who} ${textOf(words.past, action) ?? action}`;
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
