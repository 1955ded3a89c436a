/** @module What this browser remembers of a device, and how it changes. It never contains a password. */

import type { ConnectionPath } from '@longwire/client';
import { readRememberedPush, type RememberedPush } from '../activity/remembered-push.ts';
import { fieldOf, numberOf, textOf, booleanOf } from '../read-field.ts';
import { hasWords } from '../has-words.ts';
import { deviceKey } from './device-key.ts';
import { keptKeyOf, keyConflictOf, type KeptKey, type KeyConflict } from './kept-key.ts';
import { offerToTry, type Offer } from './offered-route.ts';
import type { DeviceDetails } from '../link/device-details.ts';
import { readPeople, type RememberedPerson } from './remembered-person.ts';

const PATHS: readonly ConnectionPath['kind'][] = ['same-network', 'direct', 'relayed'];

/** One remembered device. The connection token is stored because it is needed to connect again. */
export interface RememberedDevice extends KeptKey {
  readonly key: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly service: string;
  readonly sct: string;
  /** Another service, token or key; kept once it has led to the device. A token is tried only when the stored one is refused, all else first. */
  readonly offered?: Offer | undefined;
  /** What the person calls it in this browser. */
  readonly name?: string | undefined;
  /** What the device's owner calls it, kept on the device. */
  readonly givenName?: string | undefined;
  readonly username?: string | undefined;
  /** Which of this browser's certificates for the device belongs to the user; the first one has no name. */
  readonly account?: string | undefined;
  readonly addedAtMs: number;
  /** When a person last opened it. */
  readonly openedAtMs?: number | undefined;
  /** When it was last online, verified or not. */
  readonly seenAtMs?: number | undefined;
  /** The kind of path over which it was last connected. */
  readonly path?: ConnectionPath['kind'] | undefined;
  /** Whether it lists its streams; deployed devices do not. */
  readonly isListingStreams?: boolean | undefined;
  /** Whether it has controls for the user of this browser. */
  readonly hasControls?: boolean | undefined;
  /** Whether it has a list of events for the user of this browser. */
  readonly hasEvents?: boolean | undefined;
  /** Set while push messages of the device are on in this browser. */
  readonly push?: RememberedPush | undefined;
  /** Users of the device whom this browser has seen; remembered if the device cannot list them. */
  readonly people?: readonly RememberedPerson[] | undefined;
}

/** The result of remembering details. */
export type MergeOutcome =
  | { readonly kind: 'remembered'; readonly device: RememberedDevice }
  /** Another key is stored for the device: nothing changes. */
  | ({ readonly kind: 'other-key' } & KeyConflict);

/** The display name of a device: its name in this browser, else the one that its owner gave it, else its id. */
export function nameOf(device: Pick<RememberedDevice, 'name' | 'givenName' | 'deviceId'>): string {
  return device.name ?? device.givenName ?? device.deviceId;
}

/** The tokens of a device, which must be removed from any text about it that leaves the page. */
export function secretsOf({ sct, offered }: Pick<RememberedDevice, 'sct' | 'offered'>): readonly string[] {
  return offered === undefined ? [sct] : [sct, offered.sct];
}

/** Who gave the details: the person in the console, or the author of a link or file that they opened. */
export type DetailsSource = 'person' | 'other';

/**
 * Merges details into a remembered device. A stored key is never replaced: otherwise the author of a link could put another device in place
 * of the real one. For a device that has been reached, only the person can replace other fields: another route is tried first, and names
 * stay.
 */
export function mergeDetails(
  stored: RememberedDevice | undefined,
  details: DeviceDetails,
  nowMs: number,
  source: DetailsSource = 'person',
): MergeOutcome {
  const conflict = conflictOf(stored, details, source);
  if (conflict !== undefined) return { kind: 'other-key', ...conflict };
  if (stored !== undefined && source === 'other' && hasBeenReached(stored)) {
    const device = withTyped(stored, details);
    return { kind: 'remembered', device: { ...device, ...missingIn(device, details) } };
  }
  return {
    kind: 'remembered',
    device: {
      ...stored,
      key: deviceKey(details.productId, details.deviceId),
      // In their first spelling, under which this browser's certificate may be stored.
      productId: stored?.productId ?? details.productId,
      deviceId: stored?.deviceId ?? details.deviceId,
      service: details.service,
      sct: details.sct === '' ? (stored?.sct ?? '') : details.sct,
      offered: undefined,
      name: details.name ?? stored?.name,
      fingerprint: details.fingerprint ?? stored?.fingerprint,
      username: details.username ?? stored?.username,
      addedAtMs: stored?.addedAtMs ?? nowMs,
      people: stored?.people ?? details.people,
    },
  };
}

/** The two keys, if the details name another key than the stored one. */
export function conflictOf(
  stored: RememberedDevice | undefined,
  { fingerprint }: Pick<DeviceDetails, 'fingerprint'>,
  source: DetailsSource,
): KeyConflict | undefined {
  return stored && keyConflictOf(stored, fingerprint, { isTyped: source === 'person' });
}

function hasBeenReached({ verifiedAtMs, seenAtMs }: RememberedDevice): boolean {
  return verifiedAtMs !== undefined || seenAtMs !== undefined;
}

/** The device with the fields that the person typed beside those of a link. A token belongs to its service. */
function withTyped(
  stored: RememberedDevice,
  { typed = [], name, service, sct }: DeviceDetails,
): RememberedDevice {
  return {
    ...stored,
    ...(typed.includes('name') ? { name } : {}),
    ...(typed.includes('service') && service !== stored.service
      ? { service, sct: sct === '' ? stored.sct : sct }
      : {}),
  };
}

/** The fields that details add to a device that works. The name of another user is stored only after that user's login. */
function missingIn(stored: RememberedDevice, details: DeviceDetails): Partial<RememberedDevice> {
  return {
    offered: offerToTry(stored, details),
    // This is the key of the first connection: any other has been refused above.
    fingerprint: keptKeyOf(stored) === undefined ? undefined : (stored.fingerprint ?? details.fingerprint),
    name: stored.name ?? details.name,
    people: stored.people ?? details.people,
    username: stored.username === undefined || stored.username === '' ? details.username : stored.username,
  };
}

/** The devices whose name or ids contain every word of the query; the most recently opened first, then the most recently added. */
export function findDevices(
  devices: readonly RememberedDevice[],
  query: string,
): readonly RememberedDevice[] {
  return devices
    .filter(({ name = '', givenName = '', productId, deviceId }) =>
      hasWords(`${name} ${givenName} ${productId} ${deviceId}`, query),
    )
    .toSorted((a, b) => (b.openedAtMs ?? 0) - (a.openedAtMs ?? 0) || b.addedAtMs - a.addedAtMs);
}

/** Reads one stored row; `undefined` if it is damaged or from an unknown version. */
export function readStoredDevice(row: unknown): RememberedDevice | undefined {
  const field = (name: string): unknown => fieldOf(row, name);
  const text = (name: string): string | undefined => textOf(row, name);
  const time = (name: string): number | undefined => numberOf(row, name);
  const [productId, deviceId, service] = [text('productId'), text('deviceId'), text('service')];
  if (productId === undefined || deviceId === undefined || service === undefined) return undefined;
  return {
    key: deviceKey(productId, deviceId),
    productId,
    deviceId,
    service,
    sct: text('sct') ?? '',
    offered: readOffer(field('offered')),
    name: text('name'),
    givenName: text('givenName'),
    fingerprint: text('fingerprint'),
    firstFingerprint: text('firstFingerprint'),
    username: text('username'),
    account: text('account'),
    addedAtMs: time('addedAtMs') ?? 0,
    verifiedAtMs: time('verifiedAtMs'),
    openedAtMs: time('openedAtMs'),
    seenAtMs: time('seenAtMs'),
    path: PATHS.find((kind) => kind === field('path')),
    isListingStreams: booleanOf(row, 'isListingStreams'),
    hasControls: booleanOf(row, 'hasControls'),
    hasEvents: booleanOf(row, 'hasEvents'),
    push: readRememberedPush(field('push')),
    people: readPeople(field('people')),
    isBound: booleanOf(row, 'isBound') === true ? true : undefined,
  };
}

function readOffer(value: unknown): Offer | undefined {
  const [service, sct] = [textOf(value, 'service'), textOf(value, 'sct')];
  if (service === undefined || sct === undefined) return undefined;
  const fingerprint = textOf(value, 'fingerprint');
  return { service, sct, ...(fingerprint === undefined ? {} : { fingerprint }) };
}
