/** @module Which origins the console has. */
import { EdgeError } from '@longwire/protocol';
import type { DeviceZone } from './device-zone.ts';
import { ownerOf } from './device-zone.ts';

/** What of the service's options says where its console is. */
export interface ConsolePlaces {
  readonly publicUrl: string | undefined;
  readonly allowedOrigins: readonly string[];
}

/** Nothing but what an origin is made of: it is put into a header and a page. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/u;

/**
 * The origins of the console, by the service's listening port: of its public URL, or of the machine itself where it has none; and those that are allowed.
 * @throws EdgeError ERR_CONFIG for an address that has no origin, or a console below the devices' own base.
 */
export function consoleOrigins(places: ConsolePlaces, zone: DeviceZone): (port: number) => readonly string[] {
  const { publicUrl, allowedOrigins } = places;
  const own = publicUrl === undefined ? [] : [publicUrl.replace(/^ws/iu, 'http')];
  const fixed = [...own, ...allowedOrigins].map(originOf);
  const inside = fixed.find((origin) => ownerOf(URL.parse(origin)?.host, zone) !== 'elsewhere');
  if (inside !== undefined) {
    throw new EdgeError(
      'ERR_CONFIG',
      `device origin expected hosts that are not the console's, got ${inside}`,
    );
  }
  if (publicUrl !== undefined) return () => fixed;
  return (port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...fixed];
}

function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? '';
  if (ORIGIN.test(origin)) return origin;
  throw new EdgeError('ERR_CONFIG', 'origin expected an address such as https://console.example');
}
