/** @module The headers of a device's origin: its page, its scripts and everything else. */
import type { DeviceZone } from './device-zone.ts';

/**
 * Denies device pages all machine features and anything that leaves their frame, such as full screen and
 * picture-in-picture.
 */
const PERMISSIONS_POLICY = [
  'camera',
  'microphone',
  'display-capture',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'bluetooth',
  'clipboard-read',
  'identity-credentials-get',
  'otp-credentials',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'storage-access',
  'fullscreen',
  'picture-in-picture',
  'autoplay',
  'gamepad',
  'idle-detection',
  'local-fonts',
  'screen-wake-lock',
  'window-management',
  'xr-spatial-tracking',
].map((feature) => `${feature}=()`);

/**
 * Returns headers by name; `frameAncestors` are the console's origins. Without COOP and CORP, which would
 * keep the console from framing the page. The page loads only its own scripts and frames: everything else
 * arrives through the console's port. `isConnected`: the page may also make requests to its own host.
 */
export function pageHeaders(
  { scheme }: Pick<DeviceZone, 'scheme'>,
  frameAncestors: readonly string[],
  isConnected = false,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...(isConnected ? ["connect-src 'self'"] : []),
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': PERMISSIONS_POLICY.join(', '),
    ...(scheme === 'https' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    'x-content-type-options': 'nosniff',
    // Reason: the worker identifies requests of its own documents by their referrer.
    'referrer-policy': 'same-origin',
    // Reason: document.domain must not merge pages of sibling hosts into one origin.
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
  };
}
