/** @module Creates the device origins from the service's options. */
import type { AddressInfo } from 'node:net';
import { EdgeError, type Clock } from '@longwire/protocol';
import { consoleOrigins, type ConsoleAddresses, type LocalHost } from './console-origins.ts';
import { DeviceOrigins } from './device-origins.ts';
import { DeviceLabels, type DeviceSource } from './device-labels.ts';
import { parseDeviceZone, type DeviceZone } from './device-zone.ts';

/** Options of {@link createDeviceOrigins}. */
export interface DeviceOriginSettings extends ConsoleAddresses {
  readonly registry: DeviceSource;
  readonly clock: Clock;
  /**
   * `https://*.devices.example`, or `none`; undefined: below localhost if only this machine can reach the
   * service.
   */
  readonly deviceOrigin: string | undefined;
  /** Whether only this machine can reach the service. */
  readonly isLoopback: boolean;
  /** The local name of a service with its own authority, whose certificate covers the hosts below it. */
  readonly localHost?: LocalHost | undefined;
}

/** Browsers resolve every name below localhost to this machine. */
const HOME_ZONE: DeviceZone = { scheme: 'http', base: 'localhost', port: '', isHome: true };

/**
 * Creates the device origins, or returns undefined if they are off; `address` is that of the listening
 * server. @throws EdgeError ERR_CONFIG
 */
export async function createDeviceOrigins(
  settings: DeviceOriginSettings,
  address: () => AddressInfo | string | null,
): Promise<DeviceOrigins | undefined> {
  const zone = zoneOf(settings);
  if (zone === undefined) return undefined;
  const { publicUrl, isLoopback, localHost, allowedOrigins } = settings;
  const isKnown = publicUrl !== undefined || isLoopback || localHost !== undefined;
  if (!isKnown && allowedOrigins.length === 0) {
    throw new EdgeError('ERR_CONFIG', 'device origin needs a public URL, whose console may frame its pages');
  }
  return await DeviceOrigins.load({
    zone,
    consoleOrigins: consoleOrigins(settings, zone),
    allowedOrigins,
    labels: new DeviceLabels(settings.registry, settings.clock),
    listeningPort: () => portOf(address()),
  });
}

function zoneOf({ deviceOrigin, localHost, ...places }: DeviceOriginSettings): DeviceZone | undefined {
  if (deviceOrigin !== undefined) return deviceOrigin === 'none' ? undefined : parseDeviceZone(deviceOrigin);
  if (localHost !== undefined) return { scheme: 'https', base: localHost.hostName, port: '', isHome: true };
  return places.isLoopback && places.publicUrl === undefined ? HOME_ZONE : undefined;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
