/** @module A service with a public name gets its certificate from a real ACME server, Pebble. */
import { stat } from 'node:fs/promises';
import { get } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOMAIN, issued, makeRig, ORDER_TIMEOUT_MS, shownBy } from '../../test-support/domain-rig.fixture.ts';
import { freePort } from '../../test-support/free-port.fixture.ts';
import { pebbleUrl } from '../../test-support/pebble.fixture.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

test('the first certificate comes by TLS-ALPN-01 alone, and only the owner can read the keys', async () => {
  const rig = await makeRig();
  await rig.startPebble();
  const { entry } = await rig.startService({ plainPort: false });
  expect((await issued(rig)).subjectaltname).toBe(`DNS:${DOMAIN}`);
  expect(entry).toMatchObject({ hostName: DOMAIN, origins: [`https://${DOMAIN}:${rig.ports.https}`] });
  expect(entry?.authority).toBeUndefined();
  expect((await stat(rig.directory)).mode & 0o777).toBe(0o700);
  for (const name of ['account-key.pem', 'privkey.pem', 'fullchain.pem'])
    expect([name, (await stat(join(rig.directory, name))).mode & 0o777]).toEqual([name, 0o600]);
}, 40_000);

test('the first certificate comes by HTTP-01 if no TLS reaches the service from outside', async () => {
  const rig = await makeRig();
  await rig.startPebble({ tlsPort: await freePort() });
  await rig.startService();
  expect((await issued(rig)).subjectaltname).toBe(`DNS:${DOMAIN}`);
  expect(rig.failures()).toEqual([]);
}, 40_000);

test('an aging certificate is renewed with the same key, and a restart orders none', async () => {
  const rig = await makeRig();
  await rig.startPebble();
  const service = await rig.startService();
  const first = await issued(rig);
  rig.makeRenewalDue();
  const second = await issued(rig, first);
  expect(second.pubkey).toEqual(first.pubkey);
  await service.close();
  rig.clock.moveWall(-4 * YEAR_MS);
  await rig.startService({ acmeServer: pebbleUrl(await freePort()) });
  expect((await shownBy(rig)).fingerprint256).toBe(second.fingerprint256);
  expect(rig.failures()).toEqual([]);
}, 40_000);

test('while the ACME server is down the service runs, tries again with growing pauses, and says so', async () => {
  const rig = await makeRig();
  await rig.startService();
  await expect.poll(() => rig.failures().map(({ retryMs }) => retryMs)).toEqual([MINUTE_MS]);
  expect(rig.failures()[0]?.errorMessage).toBe(`connect ECONNREFUSED 127.0.0.1:${rig.ports.acme}`);
  expect((await shownBy(rig)).issuer.CN).toBe('no certificate yet');
  rig.clock.advance(MINUTE_MS);
  await expect.poll(() => rig.failures().map(({ retryMs }) => retryMs)).toEqual([MINUTE_MS, 15 * MINUTE_MS]);
  await rig.startPebble();
  rig.clock.advance(15 * MINUTE_MS);
  await issued(rig);
}, 40_000);

test('the last certificate is served while the ACME server is down, also after a restart', async () => {
  const rig = await makeRig();
  const pebble = await rig.startPebble();
  const service = await rig.startService();
  const last = await issued(rig);
  await pebble[Symbol.asyncDispose]();
  rig.clock.moveWall(6 * YEAR_MS);
  rig.clock.advance(3_600_000);
  await expect.poll(() => rig.failures().length).toBe(1);
  expect((await shownBy(rig)).fingerprint256).toBe(last.fingerprint256);
  await service.close();
  await rig.startService();
  await expect.poll(() => rig.failures().length).toBe(2);
  expect((await shownBy(rig)).fingerprint256).toBe(last.fingerprint256);
}, 40_000);

test('a name that leads elsewhere gets no certificate, and the log says what the ACME server found', async () => {
  const rig = await makeRig();
  await rig.startPebble({ address: '127.0.0.99' });
  await rig.startService();
  await expect.poll(() => rig.failures().length, { timeout: ORDER_TIMEOUT_MS }).toBe(1);
  expect(rig.failures()[0]?.errorMessage).toContain('127.0.0.99');
  expect((await shownBy(rig)).issuer.CN).toBe('no certificate yet');
}, 40_000);

test('the plain port leads to https and keeps the path', async () => {
  const rig = await makeRig();
  await rig.startService();
  const request = get({ host: '127.0.0.1', port: rig.ports.plain, path: '/devices?a=b', agent: false });
  const [response] = await once(request, 'response');
  response.resume();
  const { https } = rig.ports;
  expect([response.statusCode, response.headers.location]).toEqual([
    308,
    `https://${DOMAIN}:${https}/devices?a=b`,
  ]);
});

test.each([
  ['127.0.0.1', 'want a public name'],
  ['localhost', 'want a public name'],
  ['a_b.example', 'want a public name'],
  ['camera.local', 'use a public name, or local https'],
])('the domain %s is refused', async (domain, words) => {
  const rig = await makeRig();
  await expect(rig.startService({ domain })).rejects.toMatchObject({
    code: 'ERR_CONFIG',
    message: expect.stringContaining(words),
  });
});
