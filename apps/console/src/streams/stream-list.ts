/** @module The streams that a device lists. */

import { fieldOf, textOf } from '../read-field.ts';
import type { Session } from '../wire.ts';

/** A stream of the device. */
export interface StreamService {
  readonly port: number;
  readonly name: string;
  /** `shell`, `tcp`, or a name chosen by the device. */
  readonly service: string | undefined;
}

/** The stream list of a device. */
export type StreamList =
  | { readonly kind: 'listed'; readonly services: readonly StreamService[] }
  /** It has no such list, like deployed devices: the person has to know the port. */
  | { readonly kind: 'unlisted' }
  /** The current role may not read the list. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' };

/** Most streams that are read. Reason: the most that a device can configure. */
const MAX_SERVICES = 64;

/** Longest list that is read, in bytes. Reason: the device chooses it. */
const MAX_ANSWER_BYTES = 64 * 1024;

const MAX_PORT = 0xffff_ffff;

const CONTENT = 205;
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);
/** Statuses of a device without this resource or method. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

/** Asks a device for its streams other than files; never rejects because of the device or the network. */
export async function loadStreams(port: Pick<Session, 'request'>, signal: AbortSignal): Promise<StreamList> {
  try {
    const answer = await port.request('GET', '/streams', { signal });
    const { statusCode } = answer;
    if (NOT_ALLOWED.has(statusCode)) return { kind: 'denied' };
    if (NOT_OFFERED.has(statusCode)) return { kind: 'unlisted' };
    if (statusCode !== CONTENT) return { kind: 'failed' };
    const isTooLong = (answer.payload?.length ?? 0) > MAX_ANSWER_BYTES;
    return { kind: 'listed', services: isTooLong ? [] : readStreams(answer.json()) };
  } catch {
    // Whatever failed, the only remedy is to ask again.
    return { kind: 'failed' };
  }
}

/** The streams of a list that can be a terminal; files cannot. */
export function readStreams(list: unknown): readonly StreamService[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MAX_SERVICES)
    .map(readService)
    .filter((service) => service !== undefined)
    .filter(({ service }) => service !== 'files');
}

/** The stream to open first: a shell, else one with a usual terminal name, else none. */
export function firstStream(services: readonly StreamService[]): StreamService | undefined {
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

function readService(row: unknown): StreamService | undefined {
  const [port, name, service] = [fieldOf(row, 'port'), textOf(row, 'name'), textOf(row, 'service')];
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > MAX_PORT) return undefined;
  return name === undefined ? undefined : { port, name, service };
}
