/** @module The headers that every answer carries. */

/**
 * Exactly what the console needs: scripts and styles are files of this origin only, and no text becomes markup. Connections go to
 * any service, because a pairing link may name one elsewhere.
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

/** The microphone is for talking through a device, the camera for scanning a pairing code; nothing else is asked for. */
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

/** Header name to value. Browsers take HSTS from https only, so it does no harm on a local http address. */
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

/** The same for a service whose console may show frames: those of `frameSource`, which are the devices' own pages. */
export function securityHeaders(frameSource: string | undefined): Readonly<Record<string, string>> {
  if (frameSource === undefined) return SECURITY_HEADERS;
  return {
    ...SECURITY_HEADERS,
    'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-src ${frameSource}`,
  };
}
