/** @module Links that other machines cannot use come with a warning that names a better one. */
import { expect, test } from 'vitest';
import { linkWarning } from './link-warning.ts';

const list = (): { address: string; family: string; internal: boolean }[] => [
  { address: '127.0.0.1', family: 'IPv4', internal: true },
  { address: 'fd00::2', family: 'IPv6', internal: false },
  { address: '192.168.1.5', family: 'IPv4', internal: false },
];

test('a link to localhost: the address of this machine is offered', () => {
  const warning = linkWarning('http://localhost:8700/#p=1', list);
  expect(warning).toContain('only a browser on this machine');
  expect(warning).toContain('--console https://192.168.1.5/');
});

test('a link to localhost on a machine without a network names a placeholder', () => {
  expect(linkWarning('http://localhost:8700/', () => [])).toContain('--console https://ADDRESS/');
});

test('a link to plain http: the same host over https is offered', () => {
  const warning = linkWarning('http://camera.local:8700/#p=1', list);
  expect(warning).toContain('plain http');
  expect(warning).toContain('--console https://camera.local/');
});

test('a link over https has no warning', () => {
  expect(linkWarning('https://camera.local/#p=1', list)).toBeUndefined();
});
