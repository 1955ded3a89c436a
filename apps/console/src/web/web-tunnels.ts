/** @module Which of a device's streams leads to its web server. */
import type { ListedStream } from '@longwire/client';
import type { StreamList } from '../streams/stream-list.ts';

/** A stream that leads to a TCP address. */
export type WebTunnel = Pick<ListedStream, 'port' | 'name'>;

/** Usual names and ports of web servers, the likeliest first. */
const LIKELY_NAMES = ['web', 'http', 'www', 'ui'];
const LIKELY_PORTS = [80, 8080, 8000, 8081, 3000];

/** Longest name that is shown. Reason: the device chooses it. */
const MAX_NAME_LENGTH = 64;

/** The streams that may lead to a web server, in the order of the device; none if the role may not read the list. */
export function webTunnelsOf(
  list: Exclude<StreamList, { kind: 'unlisted' | 'failed' }>,
): readonly WebTunnel[] {
  const services = list.kind === 'listed' ? list.services : [];
  return services
    .filter(({ service = 'tcp' }) => service === 'tcp')
    .map(({ port, name }) => ({ port, name: name.slice(0, MAX_NAME_LENGTH) }));
}

/** The stream to try first; undefined if none is likely. */
export function likelyWebPort(tunnels: readonly WebTunnel[]): number | undefined {
  const byName = LIKELY_NAMES.map((name) => tunnels.find((each) => each.name.toLowerCase() === name));
  const byPort = LIKELY_PORTS.map((port) => tunnels.find((each) => each.port === port));
  return [...byName, ...byPort, ...tunnels].find((each) => each !== undefined)?.port;
}
