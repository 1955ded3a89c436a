/** @module Where the signaling service is: the page's own origin, or an address that a person typed. */

/** The page's origin as a signaling address: https becomes wss, http becomes ws. */
export function serviceOfPage(origin: string): string {
  return origin.replace(/^http/u, 'ws');
}

/** Where a service answers over HTTP: wss becomes https, ws becomes http. */
export function httpAddressOf(service: string): string {
  return service.replace(/^ws/u, 'http');
}

/** Reads an address that a person typed; `undefined` where it is none. http and https are taken as ws and wss. */
export function readServiceAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (!['ws:', 'wss:', 'http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return serviceOfPage(`${url.protocol}//${url.host}${url.pathname}`).replace(/\/+$/u, '');
}

/** Whether a page over https would be kept by its browser from opening this address. */
export function isBlockedFrom(pageProtocol: string, address: string): boolean {
  return pageProtocol === 'https:' && address.startsWith('ws:');
}
