/** @module Exports the remembered devices to a file and reads such a file in another browser. Pure. */

import { utf8Encode } from '@longwire/protocol/base';
import { parseFingerprint } from '@longwire/client';
import type { RememberedDevice } from '../devices/remembered-device.ts';
import { MAX_PEOPLE, readPerson, type RememberedPerson } from '../devices/remembered-person.ts';
import { fieldOf, textOf } from '../read-field.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import { isId, isUsername } from '../link/id-format.ts';
import { readServiceAddress } from '../link/service-address.ts';
import { unlessInvalid } from '../unless-invalid.ts';

const FORMAT = 'longwire-devices';
const VERSION = 1;

/** Largest file that is read, in bytes. Reason: a thousand devices take about 400 KB. */
export const MAX_FILE_BYTES = 1_000_000;

/** Most devices in a file. Reason: each becomes a row and a card. */
const MAX_DEVICES = 1_000;

/** Optional fields of an entry. Passwords are never written. */
const OPTIONAL_FIELDS = ['name', 'sct', 'fingerprint', 'username'] as const;

/** The content of a file, or why it cannot be imported. */
export type ReadFile =
  | { readonly kind: 'read'; readonly devices: readonly DeviceDetails[] }
  /** Not JSON: truncated, or another kind of file. */
  | { readonly kind: 'unreadable' }
  /** JSON, but not a device list written by a console. */
  | { readonly kind: 'foreign' }
  /** Written by a newer version of the console. */
  | { readonly kind: 'newer'; readonly version: number }
  /** One entry is damaged; entries are counted from 1. */
  | { readonly kind: 'damaged'; readonly entry: number; readonly field: string }
  | { readonly kind: 'too-large' };

/**
 * Writes the file. It contains connection tokens, without which no device can be reached, and the people of devices that cannot list them.
 * Observations of this browser, such as when a device was last seen, are left out.
 */
export function writeDevicesFile(devices: readonly RememberedDevice[], now: Date): string {
  const entries = devices.map(({ productId, deviceId, service, people = [], ...rest }) => ({
    productId,
    deviceId,
    service,
    ...Object.fromEntries(
      OPTIONAL_FIELDS.flatMap((field) => {
        const value = rest[field];
        return value === undefined || value === '' ? [] : [[field, value]];
      }),
    ),
    ...(people.length === 0 ? {} : { people }),
  }));
  const file = { format: FORMAT, version: VERSION, exportedAt: now.toISOString(), devices: entries };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a file, all of it or nothing. */
export function readDevicesFile(text: string): ReadFile {
  if (text.length > MAX_FILE_BYTES) return { kind: 'too-large' };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable' };
    throw error;
  }
  if (fieldOf(file, 'format') !== FORMAT) return { kind: 'foreign' };
  const [version, entries] = [fieldOf(file, 'version'), fieldOf(file, 'devices')];
  if (typeof version !== 'number' || !Array.isArray(entries)) return { kind: 'foreign' };
  if (version > VERSION) return { kind: 'newer', version };
  if (entries.length > MAX_DEVICES) return { kind: 'too-large' };
  const devices: DeviceDetails[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry);
    if (typeof read === 'string') return { kind: 'damaged', entry: index + 1, field: read };
    devices.push(read);
  }
  return { kind: 'read', devices };
}

/** The entry, or the name of its invalid field. */
function readEntry(entry: unknown): DeviceDetails | string {
  const text = (name: string): string | undefined => textOf(entry, name);
  const [productId, deviceId] = [text('productId'), text('deviceId')];
  if (productId === undefined || !isId(productId)) return 'productId';
  if (deviceId === undefined || !isId(deviceId)) return 'deviceId';
  const service = readServiceAddress(text('service') ?? '');
  if (service === undefined) return 'service';
  const wrong = OPTIONAL_FIELDS.find(
    (field) => fieldOf(entry, field) !== undefined && !isInOrder(field, text(field)),
  );
  if (wrong !== undefined) return wrong;
  const people = readPeopleOf(entry);
  if (people === 'damaged') return 'people';
  return {
    productId,
    deviceId,
    service,
    sct: text('sct') ?? '',
    name: text('name'),
    fingerprint: text('fingerprint'),
    username: text('username'),
    people,
  };
}

/** The people of an entry; undefined if it has none. */
function readPeopleOf(entry: unknown): readonly RememberedPerson[] | 'damaged' | undefined {
  const rows = fieldOf(entry, 'people');
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows) || rows.length > MAX_PEOPLE) return 'damaged';
  const people = rows.map(readPerson).filter((person) => person !== undefined);
  return people.length === rows.length ? people : 'damaged';
}

function isInOrder(field: (typeof OPTIONAL_FIELDS)[number], value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  switch (field) {
    case 'name':
      return value.length <= 64;
    case 'sct':
      return utf8Encode(value).length <= 64;
    case 'username':
      return isUsername(value);
    case 'fingerprint':
      return isFingerprint(value);
    default:
      return field satisfies never;
  }
}

/** The form that a console writes: digits and lower-case letters only. */
function isFingerprint(text: string): boolean {
  return unlessInvalid(() => parseFingerprint(text)) === text;
}
