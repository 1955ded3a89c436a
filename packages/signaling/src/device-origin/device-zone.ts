/** @module The host names below which each device has an origin of its own. */
import { EdgeError, isDeviceLabel } from '@longwire/protocol';

/** `https://*.devices.example`, taken apart. */
export interface DeviceZone {
  readonly scheme: 'http' | 'https';
  /** What stands behind the star: `devices.example`. */
  readonly base: string;
  /** As in a URL: empty where it is the scheme's own. */
  readonly port: string;
  /** Below localhost, on whichever port the service listens. */
  readonly isHome: boolean;
}

/** Whose a host is: a device's, nobody's below the base, or not one of the zone at all. */
export type HostOwner = 'device' | 'nobody' | 'elsewhere';

const WILDCARD = /^(https?):\/\/\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?\/?$/u;
const HOST = /^([^:]*)(?::\d*)?$/u;

/**
 * Reads `https://*.devices.example`; plain http only below localhost, because browsers run the pages' service worker nowhere else without TLS.
 * @throws EdgeError ERR_CONFIG
 */
export function parseDeviceZone(text: string): DeviceZone {
  const [, scheme, base = '', port = ''] = WILDCARD.exec(text.toLowerCase()) ?? [];
  const isLocal = base === 'localhost' || base.endsWith('.localhost');
  if (scheme === 'https' || (scheme === 'http' && isLocal)) return { scheme, base, port, isHome: false };
  throw new EdgeError(
    'ERR_CONFIG',
    'device origin expected https://*.HOST, or http://*.localhost, with a port or without, got another address',
  );
}

/** Whose the host of a request is. The port does not count: no port of the zone's hosts leads to anything else. */
export function ownerOf(host: string | undefined, { base }: DeviceZone): HostOwner {
  const name = HOST.exec((host ?? '').trim().toLowerCase())?.[1] ?? '';
  const isDotted = name.endsWith('.');
  const plain = isDotted ? name.slice(0, -1) : name;
  if (!plain.endsWith(`.${base}`)) return 'elsewhere';
  return !isDotted && isDeviceLabel(plain.slice(0, -base.length - 1)) ? 'device' : 'nobody';
}
