/** @module Decides which WebSocket requests are accepted. */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { isOwnOrigin } from '../request/own-origin.ts';
import type { HandshakeRequest, Refusal } from './handshake.ts';

/** Pages that may connect. */
export interface PageOrigins {
  /** Other origins than the service's own; an empty list means any. */
  readonly allowedOrigins: readonly string[];
  /** The service's own address, beside that of each request's Host header. */
  readonly publicUrl: string | undefined;
}

/** The kind of peer, or a refusal. */
export type UpgradeVerdict = { readonly kind: 'client' } | { readonly kind: 'device' } | Refusal;

/**
 * Checks path, sub-protocol and, if there is a list, the origin. Without a list, pages of every origin may
 * connect: only the token in the login grants rights (not a cookie, not an address), so a foreign page can do
 * no more than any program. A request without Origin does not come from a browser, so the list does not apply
 * to it, nor does it to pages of the service itself.
 */
export function judgeUpgrade(
  request: HandshakeRequest,
  { allowedOrigins, publicUrl }: PageOrigins,
): UpgradeVerdict {
  const { origin } = request.headers;
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== SIGNALING_PATH && path !== ATTACHMENT_PATH) return { kind: 'refused', status: 404 };
  const isListed = origin === undefined || allowedOrigins.length === 0 || allowedOrigins.includes(origin);
  if (!isListed && !isOwnOrigin(origin, request.headers, publicUrl)) return { kind: 'refused', status: 403 };
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (path === ATTACHMENT_PATH) {
    return offered.includes(ATTACHMENT_SUBPROTOCOL) ? { kind: 'device' } : { kind: 'refused', status: 400 };
  }
  const isOffered = offered.includes(SIGNALING_SUBPROTOCOL) || offered.join('') === '';
  return isOffered ? { kind: 'client' } : { kind: 'refused', status: 400 };
}
