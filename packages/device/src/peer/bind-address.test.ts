/** @module The device binds only to an address that the machine has. */
import { expect, test } from 'vitest';
import { requireOwnAddress } from './bind-address.ts';

const entry = { netmask: '', mac: '', internal: false, cidr: null, family: 'IPv4' } as const;
const interfaces = (): { eth0: (typeof entry & { address: string })[]; gone: undefined } => ({
  eth0: [{ ...entry, address: '192.0.2.2' }],
  gone: undefined,
});

test.each(['192.0.2.2', '0.0.0.0', '::'])('accepts the bind address %s', (address) => {
  expect(requireOwnAddress(address, interfaces)).toBe(address);
});

test.each(['192.0.2.3', 'eth0', ''])('rejects the bind address %j, which no interface has', (address) => {
  expect(() => requireOwnAddress(address, interfaces)).toThrow(
    expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }),
  );
});
