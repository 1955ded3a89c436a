/** @module Paths on a device's own origin: of a request target, and as a person types them. */

/** The path of a request target, without query and fragment. */
export function pathOnly(target: string): string {
  return target.split(/[?#]/u, 1)[0] ?? '/';
}

/** The path that a person typed into the address bar; undefined if the URL is not one of the device's. */
export function typedPath(text: string, origin: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.startsWith('/') || trimmed.includes('://') ? trimmed : `/${trimmed}`, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('/.longwire/')) return undefined;
  return url.pathname + url.search + url.hash;
}
