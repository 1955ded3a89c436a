/** @module The addresses of a household. */
import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { readServeFlags } from '@longwire/signaling/cli';
import { expect, test } from 'vitest';
import {
  browserAddress,
  defaultHost,
  deviceServiceUrl,
  houseAddress,
  localAddress,
  trustPage,
} from './addresses.ts';

test('without a name browsers open the address of the machine, and the device stays on loopback', async () => {
  const flags = await readServeFlags(['--host', '0.0.0.0', '--port', '8701']);
  const address = await houseAddress();
  expect(isIPv4(address)).toBe(true);
  expect(await browserAddress(flags)).toBe(`http://${address}:8701/`);
  expect(deviceServiceUrl({ host: '0.0.0.0', port: 8701 })).toBe('ws://127.0.0.1:8701');
  expect(localAddress('0.0.0.0')).toBe('127.0.0.1');
});

const at = (family: 'IPv4' | 'IPv6', address: string, internal = false): NetworkInterfaceInfo => {
  const rest = { netmask: '', mac: '', cidr: null, internal, address };
  return family === 'IPv6' ? { family, scopeid: 0, ...rest } : { family, ...rest };
};

test.each([
  ['the first one of IPv4', [at('IPv6', 'fd00::2'), at('IPv4', '192.168.1.10')], '192.168.1.10', '0.0.0.0'],
  [
    'a private one of IPv6',
    [at('IPv6', 'fe80::2'), at('IPv6', '2001:db8::2'), at('IPv6', 'fd00::2')],
    'fd00::2',
    '::',
  ],
  ['a public one of IPv6', [at('IPv6', 'fe80::2'), at('IPv6', '2001:db8::2')], '2001:db8::2', '::'],
  [
    'loopback',
    [at('IPv4', '127.0.0.1', true), at('IPv6', '::1', true), at('IPv6', 'fe80::2')],
    '127.0.0.1',
    '0.0.0.0',
  ],
])(
  'without a way to the Internet by IPv4, the address of the machine is %s',
  async (_, eth0, address, host) => {
    // A socket of IPv4 has no way to this address.
    expect(await houseAddress('::2', () => ({ eth0 }))).toBe(address);
    expect(defaultHost(() => ({ eth0 }))).toBe(host);
  },
);

test('with an authority of its own, browsers open the address by https, and the page that hands it out by http', async () => {
  const local = ['--host', '192.0.2.7', '--local-https', '--port', '8701'];
  const flags = await readServeFlags([...local, '--plain-port', '8702']);
  expect(await browserAddress(flags)).toBe('https://192.0.2.7:8701/');
  expect(await trustPage(flags)).toBe('http://192.0.2.7:8702/');
  expect(await trustPage(await readServeFlags(local))).toBe('http://192.0.2.7/');
  expect(await trustPage(await readServeFlags([...local, '--plain-port', 'none']))).toBeUndefined();
  expect(await trustPage(await readServeFlags([]))).toBeUndefined();
  expect(deviceServiceUrl({ host: '0.0.0.0', port: 8701, 'local-https': true })).toBe('wss://localhost:8701');
});

test('one address of the machine serves both', async () => {
  const flags = await readServeFlags([
    '--host',
    '::1',
    '--port',
    '8701',
    '--tls-cert',
    'c',
    '--tls-key',
    'k',
  ]);
  expect(await browserAddress(flags)).toBe('https://[::1]:8701/');
  expect(deviceServiceUrl({ host: '::1', port: 8701 })).toBe('ws://[::1]:8701');
  expect(localAddress('::1')).toBe('::1');
});

test('a public name serves both', async () => {
  const url = 'https://cam.example.org';
  const flags = await readServeFlags(['--host', '0.0.0.0', '--public-url', url]);
  expect(await browserAddress(flags)).toBe(`${url}/`);
  expect(deviceServiceUrl({ host: '0.0.0.0', port: 443, 'public-url': url })).toBe('wss://cam.example.org');
});
