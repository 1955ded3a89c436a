/** @module device.toml on disk: readable by its owner only, because the address of a camera may contain a password. */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import { createFile } from '../store/replace-file.ts';
import { formatConfig, type NewCamera } from './config-template.ts';
import type { DeviceConfig, DevicePlace } from './device-config.ts';
import { parseDeviceConfig } from './parse-device-config.ts';

/** Permissions of other users. */
const OTHERS_MODE = 0o077;

/** Permission of other users to create and remove files. */
const OTHERS_WRITE_MODE = 0o022;

/** Reads the settings of a device. @throws EdgeError ERR_CONFIG if they are missing or wrong, or if other users may read them or replace files beside them. */
export async function readConfig(file: string): Promise<DeviceConfig> {
  let text: string;
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS_MODE) !== 0)
      throw new EdgeError('ERR_CONFIG', `${file} is open to other users; close it: chmod 600 ${file}`);
    const directory = dirname(file);
    if (((await stat(directory)).mode & OTHERS_WRITE_MODE) !== 0)
      throw new EdgeError(
        'ERR_CONFIG',
        `${directory} can be changed by other users; close it: chmod 700 ${directory}`,
      );
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof EdgeError) throw cause;
    const hint = hasErrorCode(cause, 'ENOENT') ? 'no such file: run longwire-device init' : reasonOf(cause);
    throw new EdgeError('ERR_CONFIG', `no settings in ${file}: ${hint}`, { cause });
  }
  return parseDeviceConfig(text, file);
}

/** Writes the first settings of a device; existing ones are kept. */
export async function createConfig(
  file: string,
  place: DevicePlace,
  cameras: readonly NewCamera[] = [],
): Promise<void> {
  const text = formatConfig(place, cameras);
  parseDeviceConfig(text, file);
  await createFile(file, text);
}
