/** @module Another way to a known device, or a key for it, which a link or a file brought: tried at the next connection, and kept only if it leads there. */

import { keptKeyOf, type KeptKey } from './kept-key.ts';

/** Where a device is reached, and with which token. */
export interface Route {
  readonly service: string;
  readonly sct: string;
}

/** A way that was offered, and the key that the device is to have there, where none has been kept. */
export interface Offer extends Route {
  readonly fingerprint?: string | undefined;
}

/** A device with the way that is kept, and the one that is to be tried. */
export interface Routed extends Route, KeptKey {
  readonly offered?: Offer | undefined;
}

/** Failures that say of the way, not of the device, that it does not lead there. */
const REFUSED: ReadonlySet<string> = new Set(['tokenRejected', 'noSuchDevice', 'denied']);

const isSameWay = (one: Route, other: Route): boolean =>
  one.service === other.service && one.sct === other.sct;

const isSame = (one: Offer, other: Offer): boolean =>
  isSameWay(one, other) && one.fingerprint === other.fingerprint;

/**
 * What is to be tried once details have come for a device that has worked: whoever makes somebody open a link could else take the
 * way to their device away. Details without a token name no way.
 */
export function offerToTry(known: Routed, details: Offer): Offer | undefined {
  const { fingerprint } = details;
  const isNewKey = fingerprint !== undefined && keptKeyOf(known) === undefined;
  if (details.sct === '' && !isNewKey) return known.offered;
  const { service, sct } = details.sct === '' ? known : details;
  if (isNewKey) return { service, sct, fingerprint };
  return isSameWay(known, details) ? undefined : { service, sct };
}

/** Whether a failure says of a way that it does not lead to the device. */
export function isRefusal(failure: string): boolean {
  return REFUSED.has(failure);
}

/**
 * Whether a way that led to a device is kept. Another service could lead to any device: there it has to prove the key that
 * was known before, not one that came with the way.
 */
export function mayBeKept(kept: Route, offered: Offer, isProved: boolean): boolean {
  return offered.service === kept.service || (isProved && offered.fingerprint === undefined);
}

/** The device with the way that was tried and led there; the device as it is where another was offered meanwhile. */
export function withRouteKept<Device extends Routed>(device: Device, tried: Offer): Device {
  const { service, sct } = tried;
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, service, sct, offered: undefined } : device;
}

/** The device without the way that did not lead there. */
export function withoutRoute<Device extends Routed>(device: Device, tried: Offer): Device {
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, offered: undefined } : device;
}
