/** @module A notification that a command gives to the running device. */
import { readFile, stat } from 'node:fs/promises';
import { EdgeError, given } from '@longwire/protocol';
import { MAX_IMAGE_BYTES } from '../activity/notification.ts';
import type { TableReader } from '../config/table-reader.ts';
import type { Device } from '../device.ts';

/** A notification; the picture is a file of the same machine. */
export interface NotifyRequest {
  readonly title: string;
  readonly body?: string;
  /** An absolute path. */
  readonly image?: string;
}

/** Reads a notification. */
export function parseNotifyRequest(table: TableReader): NotifyRequest {
  const [body, image] = [table.text('body'), table.text('image')];
  return {
    title: table.requiredText('title'),
    ...given({ body, image }),
  };
}

/** Notifies the people of a device. @throws EdgeError ERR_NOTIFICATION */
export async function notifyFrom(
  device: Pick<Device, 'notify'>,
  { title, body = '', image }: NotifyRequest,
): Promise<void> {
  device.notify({ title, body, ...(image === undefined ? {} : { image: await readImage(image) }) });
}

async function readImage(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_IMAGE_BYTES) return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new EdgeError('ERR_NOTIFICATION', `the device cannot read the picture ${path}`, { cause });
  }
  throw new EdgeError('ERR_NOTIFICATION', `the picture ${path} is larger than ${MAX_IMAGE_BYTES} bytes`);
}
