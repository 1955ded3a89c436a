/** @module The headers of every response. */

/**
 * Exactly what the console needs: scripts and styles only from this origin, and no text becomes markup.
 * Connections may go to any service, because a pairing link may refer to another one.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob: mediastream:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types longwire-worker',
].join('; ');

/**
 * The microphone is for talking through a device, the camera for scanning a pairing code; everything else is
 * denied.
 */
const PERMISSIONS_POLICY = [
  'microphone=(self)',
  'camera=(self)',
  'fullscreen=(self)',
  'picture-in-picture=(self)',
  'display-capture=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
].join(', ');

/**
 * HSTS (RFC 6797). Browsers ignore it over http, so it is harmless on a local address. A service with its own
 * authority must not send it: without trust, or after it is withdrawn, no browser would open it any more.
 */
export const HSTS: Readonly<Record<string, string>> = { 'strict-transport-security': 'max-age=31536000' };

/** Header values by name, without HSTS. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** How the headers of a service differ. */
export interface SecurityHeaderOptions {
  /** CSP source of pages that the console may frame, the device pages. */
  readonly frameSource: string | undefined;
  /** Whether the certificate is of the service's own authority. */
  readonly isLocal: boolean;
}

/** All headers of a service. */
export function securityHeaders({ frameSource, isLocal }: SecurityHeaderOptions): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    ...(isLocal ? {} : HSTS),
    ...(frameSource === undefined
      ? {}
      : { 'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-src ${frameSource}` }),
  };
}
