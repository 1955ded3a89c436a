/** @module Removes tokens, credentials and passwords from findings, and addresses unless they are requested. Every finding passes through it. */
import type { FindingFact, Verdict } from './finding.ts';

const HIDDEN = '[hidden]';
const ADDRESS = '[address]';

const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/gu;
/** What may be an IPv6 address (RFC 4291 section 2.2), in brackets, with a zone (RFC 6874), or both; `isIpv6` decides. */
const MAYBE_IPV6 = /(?<!\w)\[?([\da-f:.]*(?:::|[\da-f]))(?:%[\w.-]*\w)?\]?/giu;

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
  return showsAddresses ? shown : hideAddressesIn(shown);
}

/** IPv6 first: an address may end with an IPv4 address. */
function hideAddressesIn(text: string): string {
  return text
    .replaceAll(MAYBE_IPV6, (match: string, address: string) => (isIpv6(address) ? ADDRESS : match))
    .replaceAll(IPV4, ADDRESS);
}

function isIpv6(text: string): boolean {
  return URL.canParse(`http://[${text}]`);
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
