/** @module The target of a device's redirect: a URL of the device itself, under any name, stays on its own origin. */

/** Host names that exist only in the device's own network. */
const LOCAL_NAME = /^(?:[^.]+|.*\.(?:local|lan|home|internal|home\.arpa))$/u;
const PRIVATE_ADDRESS = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/u;

/** The target of a redirect, moved to the device's origin if it leads to the device. */
export function ownLocation(location: string, origin: string): string {
  const url = URL.parse(location, origin);
  if (url === null || !(url.protocol === 'http:' || url.protocol === 'https:')) return location;
  const { hostname } = new URL(origin);
  const isOwn = url.hostname === hostname || isLocal(url.hostname);
  if (!isOwn || !/^(?:https?:)?\/\//iu.test(location.trim())) return location;
  return url.pathname + url.search + url.hash;
}

function isLocal(hostname: string): boolean {
  return hostname.startsWith('[') || PRIVATE_ADDRESS.test(hostname) || LOCAL_NAME.test(hostname);
}
