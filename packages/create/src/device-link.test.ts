/** @module What the templates read from a pairing link. */
import { expect, test } from 'vitest';
import { deviceOfLink, linkInAddress } from '../template/page/src/device-link.ts';

const FINGERPRINT = 'ab'.repeat(32);
const LINK = `https://camera.example:8443/#p=pr-a&d=de-b&sct=t&fp=${FINGERPRINT}`;
const DEVICE = {
  signalingServerUrl: 'wss://camera.example:8443',
  productId: 'pr-a',
  deviceId: 'de-b',
  sct: 't',
  fingerprint: FINGERPRINT,
};

test.each(['', '&u=ann', '&u=&pwd=open', '&u=ann&pwd=once&i=1'])(
  'a link with "%s" leads to its device without a login',
  (rest) => {
    expect(deviceOfLink(LINK + rest)).toEqual(DEVICE);
  },
);

test('a link with the password of a user logs the user in', () => {
  const login = { username: 'ann', password: 'long' };
  expect(deviceOfLink(`${LINK}&u=ann&pwd=long`)).toEqual({ ...DEVICE, login });
});

test.each(['#p=pr-a&d=de-b&sct=t', `#p=pr-a&d=de-b&fp=${FINGERPRINT}`])(
  'a link with only %s is rejected, because the device could not be reached or not be verified',
  (fragment) => {
    expect(() => deviceOfLink(`https://camera.example/${fragment}`)).toThrow(
      /no connection token .* fingerprint/u,
    );
  },
);

test.each<[string, string | undefined]>([
  ['http://localhost:5173/', undefined],
  ['http://localhost:5173/#', undefined],
  [`http://localhost:5173/#${LINK}`, LINK],
  [LINK, LINK],
])('the link in the address %s is %s', (address, link) => {
  expect(linkInAddress(new URL(address))).toBe(link);
});
