/** @module Imports the devices of a file, by the same rules as for links. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import { nameOf } from '../devices/remembered-device.ts';
import { isListed, type ServiceList } from '../link/service-list.ts';
import { MAX_FILE_BYTES, readDevicesFile, type ReadFile } from './devices-file.ts';

/** The result of an import. */
export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly updated: number;
      /** Devices left unchanged: another key than the file's is stored for them, or they are remembered at another service. */
      readonly kept: readonly string[];
      /** Skipped devices, whose services this console does not talk to. */
      readonly notListed: readonly string[];
    }
  | Exclude<ReadFile, { readonly kind: 'read' }>;

/** Reads the file and remembers its devices; an invalid file changes nothing. */
export async function importDevices(
  file: Pick<Blob, 'size' | 'text'>,
  library: Pick<DeviceLibrary, 'find' | 'remember'>,
  services: ServiceList,
): Promise<ImportOutcome> {
  if (file.size > MAX_FILE_BYTES) return { kind: 'too-large' };
  const read = readDevicesFile(await file.text());
  if (read.kind !== 'read') return read;
  let added = 0;
  let updated = 0;
  const kept: string[] = [];
  const notListed: string[] = [];
  for (const details of read.devices) {
    if (!isListed(services, details.service)) {
      notListed.push(details.name ?? details.deviceId);
      continue;
    }
    const stored = library.find(details.productId, details.deviceId);
    // The author of the file would receive the device's token and could direct its invites to their own service.
    if (stored !== undefined && stored.service !== details.service) {
      kept.push(nameOf(stored));
      continue;
    }
    if (library.remember(details, 'other').kind === 'other-key') kept.push(nameOf(stored ?? details));
    else if (stored === undefined) added += 1;
    else updated += 1;
  }
  return { kind: 'imported', added, updated, kept, notListed };
}
