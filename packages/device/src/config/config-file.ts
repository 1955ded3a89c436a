/** @module device.toml on disk: for its owner's eyes only, because the address of a camera may hold a password. */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { createFile } from '../store/replace-file.ts';
import { formatConfig } from './config-template.ts';
import type { DeviceConfig, DevicePlace } from './device-config.ts';
import { parseDeviceConfig } from './parse-device-config.ts';

/** Permissions of anybody but the owner. */
const OTHERS_MODE = 0o077;

/** Permission of anybody but the owner to make and remove files. */
const OTHERS_WRITE_MODE = 0o022;

/** Reads the settings of a device. @throws EdgeError ERR_CONFIG when there are none, wrong ones, or others may read them or exchange files beside them. */
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
    const hint = hasErrorCode(cause, 'ENOENT') ? 'found none: run longwire-device init' : 'could not read it';
    throw new EdgeError('ERR_CONFIG', `settings expected in ${file}, ${hint}`, { cause });
  }
  return parseDeviceConfig(text, file);
}

/** Writes the first settings of a device; those that are there already are left as they are. */
export async function createConfig(file: string, place: DevicePlace): Promise<void> {
  const text = formatConfig(place);
  parseDeviceConfig(text, file);
  await createFile(file, text);
}
