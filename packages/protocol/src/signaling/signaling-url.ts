/** @module The address of the signaling WebSocket. */
import { EdgeError } from '../errors/edge-error.ts';
import { SIGNALING_PATH } from './signaling-message.ts';

const BASE_URL = /^wss?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i;

/**
 * The signaling WebSocket's URL below a service's base URL, with or without a trailing slash.
 * @throws EdgeError ERR_SIGNALING_URL if the base is not a plain `ws://` or `wss://` URL.
 */
export function signalingUrl(base: string): string {
  return serviceUrl(base, SIGNALING_PATH);
}

/** Appends a path to a service's base URL. @throws EdgeError ERR_SIGNALING_URL as {@link signalingUrl} does. */
export function serviceUrl(base: string, path: string): string {
  if (!BASE_URL.test(base)) {
    const words = 'signaling URL must be ws:// or wss:// with a host, without user, query and fragment';
    throw new EdgeError('ERR_SIGNALING_URL', words);
  }
  // The template also takes a URL object, which callers without types pass.
  return `${base}/`.replace(/\/+$/, path);
}
