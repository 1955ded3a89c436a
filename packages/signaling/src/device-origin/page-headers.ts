/** @module The headers of a device's own origin: of its page, its scripts and everything that is not there. */
import type { DeviceZone } from './device-zone.ts';

/** Nothing of the machine is for a device's pages, and nothing that leaves their frame: no full screen, no picture above other windows. */
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
 * Header name to value; `frameAncestors` are the origins of the console. No COOP and no CORP: they would keep the console from
 * showing the page. The page reaches nothing but its own scripts and frames: all else comes through the port that the console gives it.
 * `isConnected`: it may ask its own host, too.
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
    // Reason: the worker takes documents' requests from its own origin only, and knows them by it.
    'referrer-policy': 'same-origin',
    // Reason: pages of sibling hosts must not become one origin through document.domain.
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
  };
}
