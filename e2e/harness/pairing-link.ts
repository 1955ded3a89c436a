/** @module The link that leads to a device. */
import type { Device } from './device.ts';

/** The parts of a pairing link; any of them may be replaced or left out by a test. */
export type LinkParts = Partial<Record<'p' | 'd' | 'u' | 'pwd' | 'sct' | 'fp', string>>;

/** What a link says of a device. */
export type LinkedDevice = Pick<
  Device,
  'productId' | 'deviceId' | 'username' | 'password' | 'sct' | 'fingerprint'
>;

/** The link that leads to a device, `#p=…&d=…`. */
export function pairingLink(base: string, device: LinkedDevice, parts: LinkParts = {}): string {
  const whole: LinkParts = {
    p: device.productId,
    d: device.deviceId,
    u: device.username,
    pwd: device.password,
    sct: device.sct,
    fp: device.fingerprint,
    ...parts,
  };
  return `${base}/#${new URLSearchParams(whole).toString()}`;
}
