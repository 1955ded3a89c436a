/** @module What a name stands for, in bounded time: a system whose name server is away asks it again and again. */
import { lookup } from 'node:dns/promises';

/** The addresses of a name. */
export type ResolveName = (host: string, family: 0 | 4 | 6) => Promise<readonly string[]>;

/** How a name is asked for. */
export interface NameCheck {
  /** Of any kind unless given. */
  readonly family?: 4 | 6;
  readonly timeoutMs: number;
  /** The system unless given. */
  readonly resolve?: ResolveName | undefined;
}

async function resolveBySystem(host: string, family: 0 | 4 | 6): Promise<readonly string[]> {
  const addresses = await lookup(host, { all: true, family });
  return addresses.map(({ address }) => address);
}

/** Asks for a name. @throws the system's error, or a TimeoutError. */
export async function resolveName(
  host: string,
  { family, timeoutMs, resolve = resolveBySystem }: NameCheck,
): Promise<readonly string[]> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new DOMException(`name ${host} not found in ${timeoutMs} ms`, 'TimeoutError');
  const timer = setTimeout(() => reject(late), timeoutMs);
  try {
    return await Promise.race([resolve(host, family ?? 0), promise]);
  } finally {
    clearTimeout(timer);
  }
}
