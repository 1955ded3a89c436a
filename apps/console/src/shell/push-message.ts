/** @module A push message of a device, as the service worker shows it (docs/protocol/events.md). It was encrypted for this browser. */

import { noteOf } from '../activity/note-of.ts';
import { isFromDevice } from '../activity/push-senders.ts';
import { labelOf, MAX_DESCRIPTION_LENGTH } from '../controls/control.ts';
import { deviceKey } from '../devices/device-key.ts';
import type { eventKinds } from '../messages/event-kinds-en.ts';
import { numberOf, parseJson, textOf } from '../read-field.ts';

/** What a notification shows. */
export interface ShownPush {
  readonly title: string;
  readonly options: {
    readonly body: string;
    /** A message with the same tag replaces the earlier one. */
    readonly tag: string;
    readonly icon: string;
    readonly image?: string;
    /** Set for a message that is not to ring. */
    readonly silent?: true;
    /** When it happened, in milliseconds since 1970: it may have waited for the device's service, or for this browser. */
    readonly timestamp?: number;
    /** The place that a click opens. */
    readonly data: string;
  };
}

type Shown = Pick<ShownPush['options'], 'timestamp' | 'silent'>;

/** Whether a message rings although it replaces a shown one of the same tag: a device sends the same again when it has no answer of its service. */
export function ringsAgain({ timestamp, silent }: Shown, earlier: Shown | undefined): boolean {
  return (
    earlier !== undefined &&
    silent === undefined &&
    (timestamp === undefined || timestamp !== earlier.timestamp)
  );
}

/** The title of a message that says none, in every language. */
const NO_TITLE = 'Longwire';

const MS_PER_S = 1000;

const ICON = 'icon-192.png';

/** The ids that a service registers. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

const IMAGE = /^[A-Za-z0-9+/]+={0,2}$/u;

/** The words of a language. */
export interface PushWords {
  readonly eventKinds: typeof eventKinds;
  readonly unknownSender: string;
}

/** Reads a message, whatever it is. `senders` is what the console has stored of the devices that may notify. */
export function readPush(text: string, words: PushWords, senders: string | undefined): ShownPush {
  const message = parseJson(text);
  const [productId, deviceId] = [textOf(message, 'product') ?? '', textOf(message, 'device') ?? ''];
  const isKnown = isFromDevice(
    parseJson(senders ?? ''),
    deviceKey(productId, deviceId),
    textOf(message, 'sender'),
  );
  if (!isKnown) return unknownPush(words);
  const title = labelOf(textOf(message, 'title')) ?? NO_TITLE;
  const image = textOf(message, 'image') ?? '';
  const at = numberOf(message, 'at');
  const body = labelOf(textOf(message, 'body'), MAX_DESCRIPTION_LENGTH);
  const data = placeOf(productId, deviceId);
  return {
    title,
    options: {
      body: noteOf({ kind: textOf(message, 'kind'), body }, words.eventKinds) ?? '',
      tag: `${data} ${title}`,
      icon: ICON,
      ...(IMAGE.test(image) ? { image: `data:${typeOf(image)};base64,${image}` } : {}),
      ...(at === undefined ? {} : { timestamp: at * MS_PER_S }),
      data,
    },
  };
}

/** Browsers withdraw the permission of a page that shows nothing: it says nothing of what the message says, and does not ring. */
function unknownPush({ unknownSender: body }: PushWords): ShownPush {
  return { title: NO_TITLE, options: { body, tag: 'unknown', icon: ICON, silent: true, data: '#/' } };
}

/** By the first bytes of PNG, in base64; devices send no other type but JPEG. */
function typeOf(image: string): string {
  return image.startsWith('iVBORw0KGgo') ? 'image/png' : 'image/jpeg';
}

/** The address of the device's picture within the page. */
function placeOf(productId: string, deviceId: string): string {
  return ID.test(productId) && ID.test(deviceId) ? `#/device/${productId}/${deviceId}/live` : '#/';
}
