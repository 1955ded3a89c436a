/** @module A pairing link in the page's address: read once, then removed from the address bar. */

import { parsePairingLink, type PairingLink } from '@longwire/client';
import { unlessInvalid } from '../unless-invalid.ts';

/** The parsed contents of the address bar. */
export type AddressLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'link'; readonly link: PairingLink }
  /** Some keys of a link, but not a complete one. */
  | { readonly kind: 'unreadable' };

/** The parts of `Location` and `History` used here. */
export interface AddressBar {
  readonly location: { readonly href: string };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
}

const LINK_KEYS = ['p', 'd', 'u', 'pwd', 'sct', 'fp'] as const;

/** The address of a device's live picture, as written in the fragment. */
export function devicePath(productId: string, deviceId: string): string {
  return `/device/${encodeURIComponent(productId)}/${encodeURIComponent(deviceId)}/live`;
}

/** Parses an address. Pure. */
export function readAddressLink(href: string): AddressLink {
  const url = new URL(href);
  const inFragment = new URLSearchParams(url.hash.startsWith('#/') ? '' : url.hash.slice(1));
  const hasAny = LINK_KEYS.some((key) => url.searchParams.has(key) || inFragment.has(key));
  if (!hasAny) return { kind: 'none' };
  const link = unlessInvalid(() => parsePairingLink(href));
  return link === undefined ? { kind: 'unreadable' } : { kind: 'link', link };
}

/**
 * Removes a link from the address bar. The history entry that held it is overwritten in the same turn, so none of its secrets
 * stay in the bar, in the history or in a later Referer.
 */
export function takeAddressLink({ location, history }: AddressBar): AddressLink {
  const parsed = readAddressLink(location.href);
  if (parsed.kind === 'none') return parsed;
  const { pathname } = new URL(location.href);
  const route =
    parsed.kind === 'link' ? devicePath(parsed.link.productId, parsed.link.deviceId) : '/add?unreadable=true';
  history.replaceState(null, '', `${pathname}#${route}`);
  return parsed;
}
