/** @module Checks whether a service can be reached from outside its own network, by the address that links contain. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { bad, good, skipped, withLimits, type Verdict } from '@longwire/protocol';
import { isPublicAddress } from '../../request/public-address.ts';
import { checkPublic } from './check-public.ts';
import { faultOf } from '../../log/fault-of.ts';

/** Options of {@link checkOutside}. */
export interface OutsideCheck {
  /** The address that links contain; undefined without a public name. */
  readonly url: string | undefined;
  readonly timeoutMs?: number;
  /** The addresses of a name; those of the system's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

const TIMEOUT_MS = 5_000;

const GUIDE = 'docs/guides/from-outside.md shows the ways';

/** Checks the name, where it leads, and that the service answers there. */
export async function* checkOutside({
  url,
  timeoutMs = TIMEOUT_MS,
  resolve = resolveBySystem,
}: OutsideCheck): AsyncGenerator<Verdict> {
  if (url === undefined) {
    yield bad('outside', 'there is no public name: links work in this network only', GUIDE);
    return;
  }
  const name = new URL(url).hostname.replaceAll(/^\[|\]$/gu, '');
  const verdict = await checkName(
    name,
    async () => await withLimits({ owner: AbortSignal.timeout(timeoutMs) }, () => resolve(name)),
  );
  yield verdict;
  if (verdict.kind === 'bad') yield skipped('public', 'the name does not lead to this network from outside');
  else yield* (await checkPublic(url, timeoutMs)).verdicts;
}

async function checkName(name: string, resolve: () => Promise<readonly string[]>): Promise<Verdict> {
  try {
    const addresses = isIP(name) === 0 ? await resolve() : [name];
    const inside = addresses.filter((address) => !isPublicAddress(address));
    if (inside.length === 0) return good('outside', `${name} is ${addresses.join(', ')}`);
    const todo = `let the name's DNS entry name the public address of your router or server: ${GUIDE}`;
    return bad('outside', `${name} is ${inside.join(', ')}, which leads nowhere from outside`, todo);
  } catch (error) {
    return bad('outside', `${name} is not found (${faultOf(error)})`, "check the name's DNS entry");
  }
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
