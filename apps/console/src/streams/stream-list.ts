/** @module The streams that a device lists. */

import { StatusError, type ListedStream, type Session } from '@longwire/client';

/** The stream list of a device. */
export type StreamList =
  | { readonly kind: 'listed'; readonly services: readonly ListedStream[] }
  /** It has no such list, like deployed devices: the person has to know the port. */
  | { readonly kind: 'unlisted' }
  /** The current role may not read the list. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' };

/** The largest port of a stream: 32 bits on the wire. */
const MAX_PORT = 0xffff_ffff;

const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);

/** Asks a device for its streams other than files, which cannot be a terminal; never rejects because of the device or the network. */
export async function loadStreams(
  streams: Pick<Session['streams'], 'list'>,
  signal: AbortSignal,
): Promise<StreamList> {
  try {
    const listed = await streams.list({ signal });
    if (listed === undefined) return { kind: 'unlisted' };
    return { kind: 'listed', services: listed.filter(({ service }) => service !== 'files') };
  } catch (error) {
    // Whatever else failed, the only remedy is to ask again.
    const isDenied = error instanceof StatusError && NOT_ALLOWED.has(error.statusCode);
    return { kind: isDenied ? 'denied' : 'failed' };
  }
}

/** The stream to open first: a shell, else one with a usual terminal name, else none. */
export function firstStream(services: readonly ListedStream[]): ListedStream | undefined {
  return (
    services.find(({ service }) => service === 'shell') ??
    services.find(({ name }) => /console|serial|shell|telnet|terminal/iu.test(name))
  );
}

/** Parses a typed port. */
export function readPort(text: string): number | undefined {
  const port = /^\d{1,10}$/u.test(text.trim()) ? Number(text) : Number.NaN;
  return port >= 1 && port <= MAX_PORT ? port : undefined;
}
