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

/** Header values by name. Browsers ignore HSTS over http, so it is harmless on a local address. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': PERMISSIONS_POLICY,
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The same headers, additionally allowing frames of `frameSource`, the device pages. */
export function securityHeaders(frameSource: string | undefined): Readonly<Record<string, string>> {
  if (frameSource === undefined) return SECURITY_HEADERS;
  return {
    ...SECURITY_HEADERS,
    'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-src ${frameSource}`,
  };
}
