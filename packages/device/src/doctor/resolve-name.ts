/** @module Resolves names in bounded time: the system keeps asking a name server that does not answer. */
import { lookup } from 'node:dns/promises';
import { withLimits } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';

/** The addresses of a name. */
export type ResolveName = (host: string, family: 0 | 4 | 6) => Promise<readonly string[]>;

/** Options of {@link resolveName}. */
export interface NameCheck {
  /** The address family; any unless given. */
  readonly family?: 4 | 6;
  readonly timeoutMs: number;
  /** The resolver; that of the system unless given. */
  readonly resolve?: ResolveName | undefined;
}

async function resolveBySystem(host: string, family: 0 | 4 | 6): Promise<readonly string[]> {
  const addresses = await lookup(host, { all: true, family });
  return addresses.map(({ address }) => address);
}

/** Resolves a name. @throws the system's error, or a TimeoutError. */
export async function resolveName(
  host: string,
  { family, timeoutMs, resolve = resolveBySystem }: NameCheck,
): Promise<readonly string[]> {
  const error = (): Error => new DOMException(`name ${host} not found in ${timeoutMs} ms`, 'TimeoutError');
  const time = { clock: systemClock, limitMs: timeoutMs, error };
  return await withLimits({ time }, async () => await resolve(host, family ?? 0));
}
