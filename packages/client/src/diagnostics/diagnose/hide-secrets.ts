/** @module Removes tokens, credentials and passwords from findings, and addresses unless they are requested. Every finding passes through it. */
import type { FindingFact, Verdict } from './finding.ts';

const HIDDEN = '[hidden]';
const ADDRESS = '[address]';

const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/gu;
const IPV6 = /\[?\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:\]|\b)/giu;

/** Shortest secret that is replaced: shorter texts occur in ordinary sentences. */
const MIN_SECRET_LENGTH = 4;

/** Texts that findings must not contain. */
export interface Secrets {
  readonly texts: readonly string[];
  readonly showsAddresses: boolean;
}

/** The same text without secrets. */
function hideIn(text: string, { texts, showsAddresses }: Secrets): string {
  let shown = text;
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  for (const secret of longestFirst) {
    if (secret.length >= MIN_SECRET_LENGTH) shown = shown.replaceAll(secret, HIDDEN);
  }
  return showsAddresses ? shown : shown.replaceAll(IPV4, ADDRESS).replaceAll(IPV6, ADDRESS);
}

/** The same verdict without secrets in its texts and facts. */
export function hideSecrets(verdict: Verdict, secrets: Secrets): Verdict {
  const { text, todo, facts } = verdict;
  return {
    ...verdict,
    text: hideIn(text, secrets),
    ...(todo === undefined ? {} : { todo: hideIn(todo, secrets) }),
    ...(facts === undefined ? {} : { facts: hideInFields(facts, secrets) }),
  };
}

function hideInFact(fact: FindingFact, secrets: Secrets): FindingFact {
  if (typeof fact === 'string') return hideIn(fact, secrets);
  if (typeof fact !== 'object') return fact;
  return isList(fact) ? fact.map((each) => hideInFact(each, secrets)) : hideInFields(fact, secrets);
}

function hideInFields(
  fields: Readonly<Record<string, FindingFact>>,
  secrets: Secrets,
): Record<string, FindingFact> {
  return Object.fromEntries(Object.entries(fields).map(([name, fact]) => [name, hideInFact(fact, secrets)]));
}

function isList(fact: object): fact is readonly FindingFact[] {
  return Array.isArray(fact);
}
