/** @module Each close code of a client's socket, by cause. */
import { CloseCode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import { idOf } from '../test-support/secret-parts.fixture.ts';

const HOUR_MS = 3_600_000;

test("a login with a valid token gets message 21 and opens a session with the token's id", async () => {
  await using service = await TestService.start({ iceServers: [{ urls: ['stun:198.51.100.1:3478'] }] });
  const device = await service.attach();
  const client = await service.login();
  expect(JSON.parse(await client.text())).toEqual({ type: 21, features: ['early/1'], onlineSeconds: 0 });
  const opened = await device.next('session-open');
  expect(opened.tokenId).toBe(idOf(service.sct));
  expect(opened.iceServers).toEqual([{ urls: ['stun:198.51.100.1:3478'] }]);
});

test('the login response reports how long the device has been attached; attaching again restarts the time', async () => {
  await using service = await TestService.start();
  const loginSeconds = async (): Promise<unknown> =>
    JSON.parse(await (await service.login()).text()).onlineSeconds;
  const device = await service.attach();
  service.clock.advance(5_900);
  expect(await loginSeconds()).toBe(5);
  device.link.socket.close();
  await device.closed;
  await service.attach();
  service.clock.advance(7_000);
  expect(await loginSeconds()).toBe(7);
});

test('setting the clock back does not change how long a device has been online', async () => {
  await using service = await TestService.start();
  await service.attach();
  service.clock.advance(5_000);
  service.clock.moveWall(-60_000);
  expect(JSON.parse(await (await service.login()).text())).toMatchObject({ onlineSeconds: 5 });
});

test('a login for an unknown product is closed with 4005', async () => {
  await using service = await TestService.start();
  const client = await service.login({ productId: 'pr-none' });
  expect(await client.closed).toEqual({ code: 4005, reason: 'unknown product id' });
});

test('a login for an unknown device, even one of another product, is closed with 4006', async () => {
  await using service = await TestService.start();
  await service.service.registry.products.add('pr-2');
  const { closed } = await service.login({ deviceId: 'de-none' });
  expect(await closed).toEqual({ code: 4006, reason: 'unknown device id' });
  expect((await (await service.login({ productId: 'pr-2' })).closed).code).toBe(4006);
});

test('a login with an unknown token is closed with 4002', async () => {
  await using service = await TestService.start();
  const client = await service.login({ sct: `${service.sct.slice(0, -1)}_` });
  expect(await client.closed).toEqual({ code: 4002, reason: 'base station token rejected' });
});

test('a login with an expired token is closed with 4002 from the moment of expiry', async () => {
  await using service = await TestService.start();
  await service.attach();
  const { tokens } = service.service.registry;
  const { value: sct } = await tokens.add({ productId: PRODUCT, deviceId: DEVICE, lifetimeMs: 5_000 });
  service.clock.advance(4_999);
  expect(await (await service.login({ sct })).text()).toMatch(LOGIN_REPLY);
  service.clock.advance(1);
  expect((await (await service.login({ sct })).closed).code).toBe(CloseCode.tokenRejected);
});

test('a login with a revoked token is closed with 4002', async () => {
  await using service = await TestService.start();
  await service.service.registry.tokens.revoke(idOf(service.sct));
  expect((await (await service.login()).closed).code).toBe(CloseCode.tokenRejected);
});

test('a login with a token of another device or product is closed with 4002', async () => {
  await using service = await TestService.start();
  const { products, devices } = service.service.registry;
  const { fingerprint } = service.identity;
  await products.add('pr-2');
  await devices.add({ productId: 'pr-2', deviceId: DEVICE, fingerprint });
  await devices.add({ productId: PRODUCT, deviceId: 'de-2', fingerprint });
  expect((await (await service.login({ deviceId: 'de-2' })).closed).code).toBe(CloseCode.tokenRejected);
  expect((await (await service.login({ productId: 'pr-2' })).closed).code).toBe(CloseCode.tokenRejected);
});

test('a token without a device is valid for every device of its product', async () => {
  await using service = await TestService.start();
  await service.attach();
  const { value: sct } = await service.service.registry.tokens.add({
    productId: PRODUCT,
    lifetimeMs: HOUR_MS,
  });
  expect(await (await service.login({ sct })).text()).toMatch(LOGIN_REPLY);
});

test('a login for a detached device is closed with 4003', async () => {
  await using service = await TestService.start();
  const client = await service.login();
  expect(await client.closed).toEqual({ code: 4003, reason: 'device offline' });
});

test('clients are closed with 4003 when the device disconnects', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client } = await service.connect(device);
  device.link.socket.terminate();
  expect(await client.closed).toEqual({ code: 4003, reason: 'device offline' });
});

test.each([
  [4001, 'device signaling denied'],
  [4010, 'device internal error'],
  [1000, 'device closed'],
])('%i: the device ends the session with this code', async (code, reason) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.send({ type: 'session-close', session, code });
  expect(await client.closed).toEqual({ code, reason });
});

test('a device may give its own reason; any other code of a device becomes an internal error', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const first = await service.connect(device);
  device.send({ type: 'session-close', session: first.session, code: 4001, reason: 'house is full' });
  expect(await first.client.closed).toEqual({ code: 4001, reason: 'house is full' });
  const second = await service.connect(device);
  device.send({ type: 'session-close', session: second.session, code: 4002, reason: 'ü'.repeat(100) });
  expect(await second.client.closed).toEqual({ code: 4010, reason: 'ü'.repeat(61) });
});

test('a client without a login is closed with 4007 at the time limit, not before', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const late = await service.open();
  service.clock.advance(9_999);
  const { client } = await service.connect(device);
  service.clock.advance(1);
  expect(await late.closed).toEqual({ code: 4007, reason: 'connection timeout' });
  service.clock.advance(30_000);
  client.sendText('{"type":3}');
  expect(JSON.parse(await client.text())).toEqual({ type: 4, iceServers: [] });
});

test.each([
  ['both tokens', { type: 20, productId: PRODUCT, deviceId: DEVICE, sct: 'a', jwt: 'b' }],
  ['no token', { type: 20, productId: PRODUCT, deviceId: DEVICE }],
  ['no device', { type: 20, productId: PRODUCT, sct: 'a' }],
  ['numbers for ids', { type: 20, productId: 1, deviceId: 2, sct: 'a' }],
])('a malformed login is ignored (%s), so the socket is closed with 4007', async (_what, login) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const client = await service.open();
  client.sendText(JSON.stringify(login));
  await service.connect(device);
  service.clock.advance(10_000);
  expect((await client.closed).code).toBe(4007);
});

test('a login is closed with 4007 when the registry responds too late; the late response opens nothing', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let isSlow = true;
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: (key) => standard.findDevice(key),
      revokedAmong: (key, ids) => standard.revokedAmong(key, ids),
      checkCredential: async (key, credential) => {
        if (isSlow) asked.resolve();
        if (isSlow) await answer.promise;
        return standard.checkCredential(key, credential);
      },
    }),
  });
  const device = await service.attach();
  const client = await service.login();
  await asked.promise;
  service.clock.advance(10_000);
  expect((await client.closed).code).toBe(4007);
  isSlow = false;
  answer.resolve();
  const next = await service.login();
  await device.next('session-open');
  expect(await next.text()).toMatch(LOGIN_REPLY);
  expect(device.link.pending).toEqual([]);
});

test('a login is closed with 1011 when the registry fails', async () => {
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: () => Promise.reject(new Error('disk on fire')),
      revokedAmong: (key, ids) => standard.revokedAmong(key, ids),
      checkCredential: (key, credential) => standard.checkCredential(key, credential),
    }),
  });
  expect(await (await service.login()).closed).toEqual({ code: 1011, reason: 'service internal error' });
});

test('stopping the service closes device and clients with 1012, and nothing else is sent', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client } = await service.connect(device);
  const waiting = await service.open();
  await service.service.close();
  const restart = { code: 1012, reason: 'service restart' };
  expect(await Promise.all([client.closed, waiting.closed, device.closed])).toEqual([
    restart,
    restart,
    restart,
  ]);
});

test('the service stops even if a socket does not answer the close', async () => {
  await using service = await TestService.start();
  const stuck = await service.open();
  stuck.socket.pause();
  const closed = service.service.close();
  service.clock.advance(3_000);
  await closed;
  stuck.socket.resume();
  expect((await stuck.closed).code).toBe(1012);
});

test('when the client disconnects, the device gets the code of its socket', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.socket.close(1001);
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session, code: 1001 });
  const { client: cut, session: other } = await service.connect(device);
  cut.socket.terminate();
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session: other, code: 1006 });
});
