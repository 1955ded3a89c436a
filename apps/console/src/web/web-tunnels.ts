/** @module Which of a device's streams leads to its web server. */
import { StatusError, type Session } from '../wire.ts';

/** A stream that leads to a TCP address. */
export interface WebTunnel {
  readonly port: number;
  readonly name: string;
}

/** What is known of a device's streams. */
export interface WebTunnels {
  /** In the order of the device; none where it does not tell. */
  readonly tunnels: readonly WebTunnel[];
  /** Whether the device tells what there is. */
  readonly isListed: boolean;
}

/** Where a web server is unless something else is known. */
const DEFAULT_WEB_PORT = 80;

/** Names and numbers of web servers, the likeliest first. */
const LIKELY_NAMES = ['web', 'http', 'www', 'ui'];
const LIKELY_PORTS = [80, 8080, 8000, 8081, 3000];

const MAX_TUNNELS = 64;

/** Longest list that is read, in bytes. Reason: the device chooses it. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The streams that the device lets this person open. */
export async function readWebTunnels(
  session: Pick<Session, 'request'>,
  signal: AbortSignal,
): Promise<WebTunnels> {
  try {
    const response = await session.request('GET', '/streams', { signal });
    const isTooLong = (response.payload?.length ?? 0) > MAX_ANSWER_BYTES;
    return { tunnels: isTooLong ? [] : parseTunnels(response.json()), isListed: true };
  } catch (error) {
    // Devices in the field have no such list.
    if (error instanceof StatusError) return { tunnels: [], isListed: false };
    throw error;
  }
}

/** The stream to try first; undefined where there is none. */
export function likelyWebPort({ tunnels, isListed }: WebTunnels): number | undefined {
  if (!isListed) return DEFAULT_WEB_PORT;
  const byName = LIKELY_NAMES.map((name) => tunnels.find((each) => each.name.toLowerCase() === name));
  const byPort = LIKELY_PORTS.map((port) => tunnels.find((each) => each.port === port));
  return [...byName, ...byPort, ...tunnels].find((each) => each !== undefined)?.port;
}

function parseTunnels(list: unknown): WebTunnel[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_TUNNELS).flatMap((each: unknown): WebTunnel[] => {
    if (typeof each !== 'object' || each === null) return [];
    const [port, name, service]: unknown[] = ['port', 'name', 'service'].map((key) => Reflect.get(each, key));
    const isTunnel = typeof port === 'number' && typeof name === 'string' && (service ?? 'tcp') === 'tcp';
    return isTunnel ? [{ port, name: name.slice(0, 64) }] : [];
  });
}
