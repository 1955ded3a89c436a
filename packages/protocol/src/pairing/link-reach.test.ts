/** @module Links that other machines cannot use. */
import { expect, test } from 'vitest';
import { linkReach } from './link-reach.ts';

test.each([
  ['http://localhost:8700/#p=1', 'this-machine'],
  ['https://localhost/#p=1', 'this-machine'],
  ['http://x.localhost/', 'this-machine'],
  ['http://127.0.0.1:8700/', 'this-machine'],
  ['http://127.1/', 'this-machine'],
  ['http://[::1]:8700/', 'this-machine'],
  ['http://192.168.1.5:8700/', 'insecure'],
  ['http://camera.local/', 'insecure'],
  ['http://127.0.0.1.example/', 'insecure'],
  ['https://127.0.0.1.example/', 'everywhere'],
  ['https://camera.local:8443/#p=1', 'everywhere'],
  ['https://[fd00::1]/', 'everywhere'],
])('%s can be used: %s', (link, reach) => {
  expect(linkReach(link)).toBe(reach);
});
