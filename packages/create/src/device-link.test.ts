/** @module What the templates read from a pairing link. */
import { readFileSync } from 'node:fs';
import { createSession } from '@longwire/client';
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { deviceOfLink, takeLink } from '../template/page/src/device-link.ts';

const FINGERPRINT = 'ab'.repeat(32);
const LINK = `https://camera.example:8443/#p=pr-a&d=de-b&sct=t&fp=${FINGERPRINT}`;
const DEVICE = {
  signalingServerUrl: 'wss://camera.example:8443',
  productId: 'pr-a',
  deviceId: 'de-b',
  sct: 't',
  fingerprint: FINGERPRINT,
};

test('both templates read a link by the same file', () => {
  const [page, react] = ['page', 'react'].map((template) =>
    readFileSync(new URL(`../template/${template}/src/device-link.ts`, import.meta.url), 'utf8'),
  );
  expect(react).toBe(page);
});

test('a link names the device and its service', () => {
  expect(deviceOfLink(LINK)).toMatchObject(DEVICE);
});

/** Opens a link to a device that knows Ann's password. Returns the name with which the session is logged in. */
async function loginWith(rest: string): Promise<string | undefined> {
  const world = await createFakeWorld();
  world.prepare = ({ passwords }) => void passwords.set('ann', 'right');
  const link = `https://camera.example/#p=pr-fake&d=de-fake&sct=t&fp=${world.identity.fingerprint}${rest}`;
  await using session = createSession({ ...deviceOfLink(link), ...world.options });
  await session.ready();
  return world.device.username;
}

test.each(['&u=ann&pwd=right', '&u=ann&pwd=right&i=1'])('a link with "%s" logs the user in', async (rest) => {
  expect(await loginWith(rest)).toBe('ann');
});

test.each(['', '&u=ann', '&u=&pwd=open'])(
  'a link with "%s" shows the device without a login',
  async (rest) => {
    expect(await loginWith(rest)).toBeUndefined();
  },
);

test('an invite that was used by another browser ends the session with what to do', async () => {
  await expect(loginWith('&u=ann&pwd=used&i=1')).rejects.toMatchObject({
    cause: { code: 'ERR_INVALID_CREDENTIALS', message: expect.stringContaining('ask for a new one') },
  });
});

test.each(['#p=pr-a&d=de-b&sct=t', `#p=pr-a&d=de-b&fp=${FINGERPRINT}`])(
  'a link with only %s is rejected, because the device could not be reached or not be verified',
  (fragment) => {
    expect(() => deviceOfLink(`https://camera.example/${fragment}`)).toThrow(
      /no connection token .* fingerprint/u,
    );
  },
);

test.each<[string, string | undefined, string]>([
  ['http://localhost:5173/', undefined, 'http://localhost:5173/'],
  ['http://localhost:5173/#', undefined, 'http://localhost:5173/#'],
  [`http://localhost:5173/app/?x=1#${LINK}`, LINK, 'http://localhost:5173/app/?x=1'],
  [LINK, LINK, 'https://camera.example:8443/'],
])('the link in the address %s is %s, and %s stays in the address bar', (address, link, rest) => {
  const location = new URL(address);
  let shown = address;
  const replaceState: History['replaceState'] = (_data, _unused, url) => {
    shown = new URL(url ?? '', address).href;
  };
  expect(takeLink({ location, history: { replaceState } })).toBe(link);
  expect(shown).toBe(rest);
});
