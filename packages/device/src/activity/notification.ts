/** @module What an application says to the people of a device. */
import { EdgeError } from '@longwire/protocol';

/** The kinds of notifications that readers know, such as the console, which says them in the person's language. */
export const NOTIFICATION_KINDS = ['motion'] as const;

/** One of {@link NOTIFICATION_KINDS}. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A notification. */
export interface DeviceNotification {
  /** Readers that know the kind show their words for it in place of `body`, which is for all others. */
  readonly kind?: NotificationKind;
  /** One line of 1 to 128 characters. */
  readonly title: string;
  /** Up to 512 characters. */
  readonly body: string;
  /** A JPEG or PNG file of up to 128 KiB. */
  readonly image?: Uint8Array;
}

/** Longest title and body, in UTF-16 units. Reason: in UTF-8 both fit into the 3,993 bytes of a push message (RFC 8291 section 4). */
const MAX_TITLE_LENGTH = 128;
const MAX_BODY_LENGTH = 512;

/** Largest picture, in bytes. Reason: a photograph of 1280 by 720; several are kept in memory. */
export const MAX_IMAGE_BYTES: number = 128 * 1024;

/** @throws EdgeError ERR_NOTIFICATION */
export function checkNotification({ kind, title, body, image }: DeviceNotification): void {
  if (kind !== undefined && !NOTIFICATION_KINDS.includes(kind))
    throw new EdgeError('ERR_NOTIFICATION', `kind must be one of ${NOTIFICATION_KINDS.join(', ')}`);
  expectText('title', title, 1, MAX_TITLE_LENGTH);
  expectText('body', body, 0, MAX_BODY_LENGTH);
  if (image === undefined) return;
  if (!(image instanceof Uint8Array) || image.length > MAX_IMAGE_BYTES || imageFormatOf(image) === undefined)
    throw new EdgeError(
      'ERR_NOTIFICATION',
      `image must be a JPEG or PNG file of up to ${MAX_IMAGE_BYTES} bytes`,
    );
}

function expectText(name: string, text: unknown, min: number, max: number): void {
  // Half a surrogate pair takes six bytes in JSON.
  if (typeof text !== 'string' || text.length < min || text.length > max || /[\p{Cc}\p{Cs}]/u.test(text))
    throw new EdgeError(
      'ERR_NOTIFICATION',
      `${name} must be a text of ${min} to ${max} characters without control characters`,
    );
}

/** The first bytes of the formats, and their content formats (RFC 7252 section 12.3 and its registry). */
const FORMATS = [
  { start: [0xff, 0xd8, 0xff], contentFormat: 22 },
  { start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], contentFormat: 23 },
] as const;

/** The content format of a picture, undefined for an unknown one. */
export function imageFormatOf(image: Uint8Array): number | undefined {
  return FORMATS.find(({ start }) => start.every((byte, index) => image[index] === byte))?.contentFormat;
}
