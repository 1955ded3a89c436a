/** @module What this browser remembers of a device, and how that changes. No password is ever part of it. */

import type { DeviceDetails } from '../link/device-details.ts';

/** One remembered device. The connection token is kept because it is needed to connect again. */
export interface RememberedDevice {
  readonly key: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly service: string;
  readonly sct: string;
  readonly name?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly username?: string | undefined;
  /** Which of this browser's certificates for the device is the user's; the first one has no name. */
  readonly account?: string | undefined;
  readonly addedAtMs: number;
  readonly verifiedAtMs?: number | undefined;
  /** When a person last opened it. */
  readonly openedAtMs?: number | undefined;
  /** When it was last there, verified or not. */
  readonly seenAtMs?: number | undefined;
  /** The device has once proved that nobody is in between: less is not taken from it any more. */
  readonly isBound?: boolean | undefined;
}

/** What became of details that were to be remembered. */
export type MergeOutcome =
  | { readonly kind: 'remembered'; readonly device: RememberedDevice }
  /** The device is known by another key: nothing is changed. */
  | { readonly kind: 'other-key'; readonly known: string; readonly offered: string };

/** The key of a device. Ids never hold a slash. */
export function deviceKey(productId: string, deviceId: string): string {
  return `${productId}/${deviceId}`;
}

/** What a device is called: its name, else its id. */
export function nameOf(device: Pick<RememberedDevice, 'name' | 'deviceId'>): string {
  return device.name ?? device.deviceId;
}

/**
 * Merges details into what is known. A key that the device once proved is never replaced by a link: whoever could make
 * somebody open a link could otherwise put another device in place of theirs.
 */
export function mergeDetails(
  known: RememberedDevice | undefined,
  details: DeviceDetails,
  nowMs: number,
): MergeOutcome {
  if (
    known?.verifiedAtMs !== undefined &&
    known.fingerprint !== undefined &&
    details.fingerprint !== undefined &&
    known.fingerprint !== details.fingerprint
  ) {
    return { kind: 'other-key', known: known.fingerprint, offered: details.fingerprint };
  }
  return {
    kind: 'remembered',
    device: {
      key: deviceKey(details.productId, details.deviceId),
      productId: details.productId,
      deviceId: details.deviceId,
      service: details.service,
      sct: details.sct === '' ? (known?.sct ?? '') : details.sct,
      name: details.name ?? known?.name,
      fingerprint: details.fingerprint ?? known?.fingerprint,
      username: details.username ?? known?.username,
      account: known?.account,
      addedAtMs: known?.addedAtMs ?? nowMs,
      verifiedAtMs: known?.verifiedAtMs,
      openedAtMs: known?.openedAtMs,
      seenAtMs: known?.seenAtMs,
      isBound: known?.isBound,
    },
  };
}

/** The devices whose name or ids hold every word of the query; the latest opened by a person first, then the latest added. */
export function findDevices(
  devices: readonly RememberedDevice[],
  query: string,
): readonly RememberedDevice[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return devices
    .filter((device) => {
      const text = `${device.name ?? ''} ${device.productId} ${device.deviceId}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => (b.openedAtMs ?? 0) - (a.openedAtMs ?? 0) || b.addedAtMs - a.addedAtMs);
}

/** Reads one stored row; `undefined` where it is damaged or from a version that is not known. */
export function readStoredDevice(row: unknown): RememberedDevice | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const field = (name: string): unknown => Reflect.get(row, name);
  const text = (name: string): string | undefined => {
    const value = field(name);
    return typeof value === 'string' ? value : undefined;
  };
  const time = (name: string): number | undefined => {
    const value = field(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const [productId, deviceId, service] = [text('productId'), text('deviceId'), text('service')];
  if (productId === undefined || deviceId === undefined || service === undefined) return undefined;
  return {
    key: deviceKey(productId, deviceId),
    productId,
    deviceId,
    service,
    sct: text('sct') ?? '',
    name: text('name'),
    fingerprint: text('fingerprint'),
    username: text('username'),
    account: text('account'),
    addedAtMs: time('addedAtMs') ?? 0,
    verifiedAtMs: time('verifiedAtMs'),
    openedAtMs: time('openedAtMs'),
    seenAtMs: time('seenAtMs'),
    isBound: field('isBound') === true ? true : undefined,
  };
}
