import { expect, test } from 'vitest';
import { openOnlyDevice } from './start-place.ts';
import type { RememberedDevice } from './remembered-device.ts';

const DEVICE: RememberedDevice = {
  key: 'pr-1/de-door',
  productId: 'pr-1',
  deviceId: 'de-door',
  service: 'wss://home.example',
  sct: 'lw_token',
  addedAtMs: 0,
};

function opened(href: string, count: number): string[] {
  const written: string[] = [];
  const history = {
    replaceState: (_data: unknown, _unused: string, url: string) => {
      written.push(url);
    },
  };
  const devices = Array.from({ length: count }, () => DEVICE);
  openOnlyDevice({ location: { href }, history }, devices);
  return written;
}

test('the only device is the page of an address that names no place', () => {
  expect(opened('https://host/console/', 1)).toEqual(['/console/#/device/pr-1/de-door/live']);
});

test.each([
  ['no device', 'https://host/', 0],
  ['several devices', 'https://host/', 2],
  ['the list of devices', 'https://host/#/', 1],
  ['another place', 'https://host/#/settings', 1],
])('the address stays with %s', (_what, href, count) => {
  expect(opened(href, count)).toEqual([]);
});
