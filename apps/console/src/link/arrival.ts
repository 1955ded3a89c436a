/** @module A pairing link that the page was opened with: read once, then gone from the address bar. */

import { EdgeError, parsePairingLink, type PairingLink } from '../wire.ts';

/** What the address bar held. */
export type Arrival =
  | { readonly kind: 'none' }
  | { readonly kind: 'link'; readonly link: PairingLink }
  /** It held some of a link's keys, but not a whole link. */
  | { readonly kind: 'unreadable' };

/** The part of `Location` and `History` that is used here. */
export interface AddressBar {
  readonly location: { readonly href: string };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
}

const LINK_KEYS = ['p', 'd', 'u', 'pwd', 'sct', 'fp'] as const;

/** The route of a device's page, as it stands in the fragment. */
function devicePath(productId: string, deviceId: string): string {
  return `/device/${encodeURIComponent(productId)}/${encodeURIComponent(deviceId)}/live`;
}

/** Reads an address. Pure. */
export function readArrival(href: string): Arrival {
  const url = new URL(href);
  const inFragment = new URLSearchParams(url.hash.startsWith('#/') ? '' : url.hash.slice(1));
  const hasAny = LINK_KEYS.some((key) => url.searchParams.has(key) || inFragment.has(key));
  if (!hasAny) return { kind: 'none' };
  try {
    return { kind: 'link', link: parsePairingLink(href) };
  } catch (error) {
    if (error instanceof EdgeError) return { kind: 'unreadable' };
    throw error;
  }
}

/**
 * Takes a link out of the address bar. The history entry that held it is overwritten in the same turn,
 * so that no secret of it stays in the bar, in the history or in a later Referer.
 */
export function takeArrival({ location, history }: AddressBar): Arrival {
  const arrival = readArrival(location.href);
  if (arrival.kind === 'none') return arrival;
  const { pathname } = new URL(location.href);
  const route =
    arrival.kind === 'link'
      ? devicePath(arrival.link.productId, arrival.link.deviceId)
      : '/add?unreadable=true';
  history.replaceState(null, '', `${pathname}#${route}`);
  return arrival;
}
