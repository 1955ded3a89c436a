/** @module Takes a file's devices into those that are remembered, by the rule that holds for links. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import { isListed, type ServiceList } from '../link/service-list.ts';
import { MAX_FILE_BYTES, readDevicesFile, type ReadFile } from './devices-file.ts';

/** What became of a file. */
export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly updated: number;
      /** Devices of which another key than the file's has been kept, or that are known at another service: they stay as they are. */
      readonly kept: readonly string[];
      /** Devices of services that this console does not talk to: they are left out. */
      readonly notListed: readonly string[];
    }
  | Exclude<ReadFile, { readonly kind: 'read' }>;

/** Reads the file and remembers its devices; a file that is not in order changes nothing. */
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
    const known = library.find(details.productId, details.deviceId);
    // Whoever wrote the file would be given the device's token, and be where its invites lead.
    if (known !== undefined && known.service !== details.service) {
      kept.push(known.name ?? known.deviceId);
      continue;
    }
    if (library.remember(details, 'other').kind === 'other-key') kept.push(known?.name ?? details.deviceId);
    else if (known === undefined) added += 1;
    else updated += 1;
  }
  return { kind: 'imported', added, updated, kept, notListed };
}
