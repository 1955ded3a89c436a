/** @module The origins of the console. */
import { EdgeError } from '@longwire/protocol';
import type { DeviceZone } from './device-zone.ts';
import { ownerOf } from './device-zone.ts';

/** The service options that determine them. */
export interface ConsoleAddresses {
  readonly publicUrl: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly localHost?: LocalHost | undefined;
}

/** A service with its own authority. */
export interface LocalHost {
  /** `NAME.local`. */
  readonly hostName: string;
  /** https origins of this host for a port, which change with its addresses. */
  origins(port: number): readonly string[];
}

/**
 * Restricts origins to safe characters: they are written into a header and a page. A content security policy
 * cannot name IPv6 addresses.
 */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/u;

/**
 * Returns the console's origins for a listening port: that of the public URL, or of this machine without one,
 * plus the allowed origins. @throws EdgeError ERR_CONFIG for an address without an origin, or a console below
 * the devices' base domain
 */
export function consoleOrigins(
  places: ConsoleAddresses,
  zone: DeviceZone,
): (port: number) => readonly string[] {
  const { publicUrl, allowedOrigins, localHost } = places;
  const own = publicUrl === undefined ? [] : [publicUrl.replace(/^ws/iu, 'http')];
  const fixed = [...own, ...allowedOrigins].map(originOf);
  const inside = fixed.find((origin) => ownerOf(URL.parse(origin)?.host, zone) !== 'elsewhere');
  if (inside !== undefined) {
    throw new EdgeError('ERR_CONFIG', `device origin must not contain the console's host ${inside}`);
  }
  if (localHost !== undefined) {
    return (port) => [...localHost.origins(port).filter((origin) => ORIGIN.test(origin)), ...fixed];
  }
  if (publicUrl !== undefined) return () => fixed;
  return (port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...fixed];
}

function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? '';
  if (ORIGIN.test(origin)) return origin;
  throw new EdgeError('ERR_CONFIG', 'origin is invalid: want an address such as https://console.example');
}
