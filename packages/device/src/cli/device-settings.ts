/** @module What a device was told when it was set up: which device of which product it is, and which service it attaches to. */
import { readFile } from 'node:fs/promises';
import { EdgeError, signalingUrl } from '@longwire/protocol';
import { replaceFile } from '../store/replace-file.ts';

/** The settings that `init` writes and `run` reads. */
export interface DeviceSettings {
  readonly productId: string;
  readonly deviceId: string;
  /** `ws://` or `wss://`. */
  readonly service: string;
}

function textOf(value: object, key: keyof DeviceSettings): string {
  const text: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  if (typeof text !== 'string' || text === '')
    throw new EdgeError('ERR_CONFIG', `device settings expected '${key}' as text`);
  return text;
}

/** Checks settings. @throws EdgeError ERR_CONFIG, or ERR_SIGNALING_URL for a service with another scheme. */
export function parseDeviceSettings(value: unknown): DeviceSettings {
  if (typeof value !== 'object' || value === null)
    throw new EdgeError('ERR_CONFIG', 'device settings expected an object');
  const settings = {
    productId: textOf(value, 'productId'),
    deviceId: textOf(value, 'deviceId'),
    // People copy the address of the page; the socket is at the same place.
    service: textOf(value, 'service').replace(/^http/iu, 'ws'),
  };
  signalingUrl(settings.service);
  return settings;
}

/** Reads the settings of a device. @throws EdgeError ERR_CONFIG when there are none, or damaged ones. */
export async function readDeviceSettings(file: string): Promise<DeviceSettings> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `device settings expected in ${file}: run longwire-device init`, {
      cause,
    });
  }
  return parseDeviceSettings(value);
}

/** Writes the settings of a device. */
export async function writeDeviceSettings(file: string, settings: DeviceSettings): Promise<void> {
  await replaceFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}
