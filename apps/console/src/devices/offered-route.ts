/** @module Another way to a known device, which a link or a file brought: tried at the next connection, and kept only if it leads there. */

/** Where a device is reached, and with which token. */
export interface Route {
  readonly service: string;
  readonly sct: string;
}

/** A device with the way that is kept, and the one that is to be tried. */
export interface Routed extends Route {
  readonly offered?: Route | undefined;
}

/** Failures that say of the way, not of the device, that it does not lead there. */
const REFUSED: ReadonlySet<string> = new Set(['tokenRejected', 'noSuchDevice', 'denied']);

/** The same where the way begins at another service. */
const NOT_THERE: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

const isSame = (one: Route, other: Route): boolean => one.service === other.service && one.sct === other.sct;

/**
 * What is to be tried once details have come for a device that has worked: whoever makes somebody open a link could else take the
 * way to their device away. Details without a token name no way.
 */
export function routeToTry(known: Routed, details: Route): Route | undefined {
  if (details.sct === '') return known.offered;
  const { service, sct } = details;
  return isSame(known, details) ? undefined : { service, sct };
}

/** Whether a failure ends the trial of a way. */
export function endsTrial({ service }: Route, offered: Route, failure: string): boolean {
  return REFUSED.has(failure) || (offered.service !== service && NOT_THERE.has(failure));
}

/** The device with the way that was tried and led there; the device as it is where another was offered meanwhile. */
export function withRouteKept<Device extends Routed>(device: Device, tried: Route): Device {
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, ...tried, offered: undefined } : device;
}

/** The device without the way that did not lead there. */
export function withoutRoute<Device extends Routed>(device: Device, tried: Route): Device {
  const isStillOffered = device.offered !== undefined && isSame(device.offered, tried);
  return isStillOffered ? { ...device, offered: undefined } : device;
}
