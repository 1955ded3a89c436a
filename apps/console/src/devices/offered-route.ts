/**
 * @module Another route to a remembered device, or a key for it, from a link or a file: tried at the next connection, and kept only if it
 * leads to the device.
 */

import { keptKeyOf, type KeptKey } from './kept-key.ts';

/** The service and the token with which a device is reached. */
export interface Route {
  readonly service: string;
  readonly sct: string;
}

/** An offered route, with the key that the device must have there if none is stored. */
export interface Offer extends Route {
  readonly fingerprint?: string | undefined;
}

/** A device with its kept route and the one to try. */
export interface Routed extends Route, KeptKey {
  readonly offered?: Offer | undefined;
}

/** Failures caused by the route, not by the device. */
const REFUSED: ReadonlySet<string> = new Set(['tokenRejected', 'noSuchDevice', 'denied']);

const isSameRoute = (one: Route, other: Route): boolean =>
  one.service === other.service && one.sct === other.sct;

const isSame = (one: Offer, other: Offer): boolean =>
  isSameRoute(one, other) && one.fingerprint === other.fingerprint;

/**
 * The route to try after details came for a device that has been reached. It must not replace the kept route directly: otherwise the author
 * of a link could cut a person off from their device. Details without a token offer no route.
 */
export function offerToTry(stored: Routed, details: Offer): Offer | undefined {
  const { fingerprint } = details;
  const isNewKey = fingerprint !== undefined && keptKeyOf(stored) === undefined;
  if (details.sct === '' && !isNewKey) return stored.offered;
  const { service, sct } = details.sct === '' ? stored : details;
  if (isNewKey) return { service, sct, fingerprint };
  return isSameRoute(stored, details) ? undefined : { service, sct };
}

/** Whether a failure means that the route does not lead to the device. */
export function isRefusal(failure: string): boolean {
  return REFUSED.has(failure);
}

/**
 * Whether a route that led to a device is kept. Another service could lead to any device: there, the device has to prove the key that was
 * stored before, not one that came with the route.
 */
export function mayBeKept(kept: Route, offered: Offer, isProved: boolean): boolean {
  return offered.service === kept.service || (isProved && offered.fingerprint === undefined);
}

/** The device with the tried route kept; unchanged if another one was offered meanwhile. */
export function withRouteKept<Device extends Routed>(device: Device, tried: Offer): Device {
  const { service, sct } = tried;
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, service, sct, offered: undefined } : device;
}

/** The device without the route that did not lead to it. */
export function withoutRoute<Device extends Routed>(device: Device, tried: Offer): Device {
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, offered: undefined } : device;
}
