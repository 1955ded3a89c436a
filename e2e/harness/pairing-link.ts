/** @module Pairing links to a device. */
import type { Device } from './device.ts';

/** The parameters of a pairing link; a test may replace or omit any of them. */
export type LinkParts = Partial<Record<'p' | 'd' | 'u' | 'pwd' | 'sct' | 'fp' | 'i', string>>;

/** The device's fields in a link. */
export type LinkedDevice = Pick<
  Device,
  'productId' | 'deviceId' | 'username' | 'password' | 'sct' | 'fingerprint'
>;

/** The device's pairing link, `#p=…&d=…`. */
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
