/** @module What a device says about push messages to this browser's user (docs/protocol/events.md). */

import type { DeviceResponse } from '@longwire/client';
import { fieldOf, textOf } from '../read-field.ts';

/** Hours without messages, such as from 22:00 to 07:00. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** The settings. */
export interface PushSettings {
  /** The public key of the device's service, base64url. */
  readonly key: string;
  /** The ids of the browsers that get messages. */
  readonly browsers: readonly string[];
  /** The id of this browser's subscription, if the device has it under this browser's certificate. */
  readonly here: string | undefined;
  readonly quietHours: QuietHours | undefined;
}

/** The status of an answer with content. */
const CONTENT = 205;

/** An uncompressed point of P-256, base64url. */
const KEY = /^B[\w-]{86}$/u;

/** Reads the settings; undefined for a device that sends no messages now. */
export function readPushSettings({
  statusCode,
  json,
}: Pick<DeviceResponse, 'statusCode' | 'json'>): PushSettings | undefined {
  if (statusCode !== CONTENT) return undefined;
  const answer = json();
  const key = textOf(answer, 'key') ?? '';
  const browsers = fieldOf(answer, 'browsers');
  if (!KEY.test(key) || !Array.isArray(browsers)) return undefined;
  const hours = fieldOf(answer, 'quietHours');
  const [from, to] = [textOf(hours, 'from'), textOf(hours, 'to')];
  return {
    key,
    browsers: browsers.filter((id) => typeof id === 'string'),
    here: textOf(answer, 'here'),
    quietHours: from === undefined || to === undefined ? undefined : { from, to },
  };
}
