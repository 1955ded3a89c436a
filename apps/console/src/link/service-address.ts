/** @module The address of the signaling service: the page's own origin, or one that a person typed. */

/** The page's origin as a signaling address: https becomes wss, http becomes ws. */
export function serviceOfPage(origin: string): string {
  return origin.replace(/^http/u, 'ws');
}

/** The service's HTTP address: wss becomes https, ws becomes http. */
export function httpAddressOf(service: string): string {
  return service.replace(/^ws/u, 'http');
}

/** Parses an address that a person typed; `undefined` if invalid. http and https mean ws and wss. */
export function readServiceAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (!['ws:', 'wss:', 'http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return serviceOfPage(`${url.protocol}//${url.host}${url.pathname}`).replace(/\/+$/u, '');
}

/** Whether the browser blocks this address as mixed content on an https page. */
export function isBlockedFrom(pageProtocol: string, address: string): boolean {
  return pageProtocol === 'https:' && address.startsWith('ws:');
}

/** The address of the operators' part of the service at `text`, since their session's cookie is sent only there; `undefined` if that is no URL. */
export function consoleOf(text: string): string | undefined {
  const service = readServiceAddress(text);
  return service === undefined ? undefined : `${httpAddressOf(service)}/#/service`;
}
