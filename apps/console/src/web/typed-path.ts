/** @module Parses what a person types into the address bar of a device's page. */

/** The path; undefined if the URL is not one of the device's. */
export function typedPath(text: string, origin: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.startsWith('/') || trimmed.includes('://') ? trimmed : `/${trimmed}`, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('/.longwire/')) return undefined;
  return url.pathname + url.search + url.hash;
}
