/** @module The domain below which each device has its own origin. */
import { EdgeError, isDeviceLabel } from '@longwire/protocol';

/** Parsed form of `https://*.devices.example`. */
export interface DeviceZone {
  readonly scheme: 'http' | 'https';
  /** The part after the wildcard: `devices.example`. */
  readonly base: string;
  /** As in a URL: empty for the scheme's default. */
  readonly port: string;
  /** Below localhost or the service's local name, on the port on which the service listens. */
  readonly isHome: boolean;
}

/** Whether a host belongs to a device, to no device below the base, or is outside the zone. */
export type HostOwner = 'device' | 'unassigned' | 'elsewhere';

const WILDCARD = /^(https?):\/\/\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?\/?$/u;
const HOST = /^([^:]*)(?::\d*)?$/u;

/**
 * Parses `https://*.devices.example`; http is allowed only below localhost, because browsers run service
 * workers without TLS nowhere else. @throws EdgeError ERR_CONFIG
 */
export function parseDeviceZone(text: string): DeviceZone {
  const [, scheme, base = '', port = ''] = WILDCARD.exec(text.toLowerCase()) ?? [];
  const isLocal = base === 'localhost' || base.endsWith('.localhost');
  if (scheme === 'https' || (scheme === 'http' && isLocal)) return { scheme, base, port, isHome: false };
  throw new EdgeError(
    'ERR_CONFIG',
    'device origin is invalid: want https://*.HOST or http://*.localhost, optionally with a port',
  );
}

/** Classifies the host of a request. The port is ignored: all ports of the zone's hosts serve the same. */
export function ownerOf(host: string | undefined, { base }: DeviceZone): HostOwner {
  const name = HOST.exec((host ?? '').trim().toLowerCase())?.[1] ?? '';
  const isDotted = name.endsWith('.');
  const plain = isDotted ? name.slice(0, -1) : name;
  if (!plain.endsWith(`.${base}`)) return 'elsewhere';
  return !isDotted && isDeviceLabel(plain.slice(0, -base.length - 1)) ? 'device' : 'unassigned';
}
