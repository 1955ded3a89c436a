/** @module Each close code of a client's socket, by its cause. */
import { CloseCode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';

const HOUR_MS = 3_600_000;

test('a login with a good token is answered with 21 and opens a session that names the token by its id', async () => {
  await using service = await TestService.start({ iceServers: [{ urls: ['stun:198.51.100.1:3478'] }] });
  const device = await service.attach();
  const client = await service.login();
  expect(JSON.parse(await client.text())).toEqual({ type: 21, features: ['early/1'], onlineSeconds: 0 });
  const opened = await device.next('session-open');
  expect(opened.tokenId).toBe(service.sct.split('_').slice(0, 2).join('_'));
  expect(opened.iceServers).toEqual([{ urls: ['stun:198.51.100.1:3478'] }]);
});

test('the answer says for how long the device has been attached; one that attaches anew begins anew', async () => {
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

test('a clock that is set back does not change for how long a device has been online', async () => {
  await using service = await TestService.start();
  await service.attach();
  service.clock.advance(5_000);
  service.clock.set(-60_000);
  expect(JSON.parse(await (await service.login()).text())).toMatchObject({ onlineSeconds: 5 });
});

test('4005: unknown product', async () => {
  await using service = await TestService.start();
  const client = await service.login({ productId: 'pr-none' });
  expect(await client.closed).toEqual({ code: 4005, reason: 'unknown product id' });
});

test('4006: unknown device, also when it exists in another product', async () => {
  await using service = await TestService.start();
  await service.service.registry.products.add('pr-2');
  const { closed } = await service.login({ deviceId: 'de-none' });
  expect(await closed).toEqual({ code: 4006, reason: 'unknown device id' });
  expect((await (await service.login({ productId: 'pr-2' })).closed).code).toBe(4006);
});

test('4002: unknown token', async () => {
  await using service = await TestService.start();
  const client = await service.login({ sct: `${service.sct.slice(0, -1)}_` });
  expect(await client.closed).toEqual({ code: 4002, reason: 'base station token rejected' });
});

test('4002: expired token, from the very moment', async () => {
  await using service = await TestService.start();
  await service.attach();
  const { tokens } = service.service.registry;
  const { value: sct } = await tokens.add({ productId: PRODUCT, deviceId: DEVICE, lifetimeMs: 5_000 });
  service.clock.advance(4_999);
  expect(await (await service.login({ sct })).text()).toMatch(LOGIN_REPLY);
  service.clock.advance(1);
  expect((await (await service.login({ sct })).closed).code).toBe(CloseCode.tokenRejected);
});

test('4002: revoked token', async () => {
  await using service = await TestService.start();
  await service.service.registry.tokens.revoke(service.sct.split('_').slice(0, 2).join('_'));
  expect((await (await service.login()).closed).code).toBe(CloseCode.tokenRejected);
});

test('4002: token of another device, and of another product', async () => {
  await using service = await TestService.start();
  const { products, devices } = service.service.registry;
  const { fingerprint } = service.identity;
  await products.add('pr-2');
  await devices.add({ productId: 'pr-2', deviceId: DEVICE, fingerprint });
  await devices.add({ productId: PRODUCT, deviceId: 'de-2', fingerprint });
  expect((await (await service.login({ deviceId: 'de-2' })).closed).code).toBe(CloseCode.tokenRejected);
  expect((await (await service.login({ productId: 'pr-2' })).closed).code).toBe(CloseCode.tokenRejected);
});

test('a token without a device is good for every device of its product', async () => {
  await using service = await TestService.start();
  await service.attach();
  const { value: sct } = await service.service.registry.tokens.add({
    productId: PRODUCT,
    lifetimeMs: HOUR_MS,
  });
  expect(await (await service.login({ sct })).text()).toMatch(LOGIN_REPLY);
});

test('4003: the device is not attached', async () => {
  await using service = await TestService.start();
  const client = await service.login();
  expect(await client.closed).toEqual({ code: 4003, reason: 'device offline' });
});

test('4003: the device goes while clients are there', async () => {
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
])('%i: the device ends the session with it', async (code, reason) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  device.send({ type: 'session-close', session, code });
  expect(await client.closed).toEqual({ code, reason });
});

test('a device gives its own words; any other code of a device is its internal error', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const first = await service.connect(device);
  device.send({ type: 'session-close', session: first.session, code: 4001, reason: 'house is full' });
  expect(await first.client.closed).toEqual({ code: 4001, reason: 'house is full' });
  const second = await service.connect(device);
  device.send({ type: 'session-close', session: second.session, code: 4002, reason: 'ü'.repeat(100) });
  expect(await second.client.closed).toEqual({ code: 4010, reason: 'ü'.repeat(61) });
});

test('4007: no login within the time, and not a moment before', async () => {
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
])('4007: a malformed login is ignored (%s), so the time for one runs out', async (_what, login) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const client = await service.open();
  client.sendText(JSON.stringify(login));
  await service.connect(device);
  service.clock.advance(10_000);
  expect((await client.closed).code).toBe(4007);
});

test('4007: the registry does not answer in time; its late answer opens nothing', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let isSlow = true;
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: (key) => standard.findDevice(key),
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

test('1011: the registry fails', async () => {
  await using service = await TestService.start({
    admission: (standard) => ({
      findDevice: () => Promise.reject(new Error('disk on fire')),
      checkCredential: (key, credential) => standard.checkCredential(key, credential),
    }),
  });
  expect(await (await service.login()).closed).toEqual({ code: 1011, reason: 'service internal error' });
});

test('1012: the service stops; device and clients are told so, and none of them anything else', async () => {
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

test('a service stops even when a socket does not answer the close', async () => {
  await using service = await TestService.start();
  const stuck = await service.open();
  stuck.socket.pause();
  const closed = service.service.close();
  service.clock.advance(3_000);
  await closed;
  stuck.socket.resume();
  expect((await stuck.closed).code).toBe(1012);
});

test('the client goes: the device is told the code of its socket', async () => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  client.socket.close(1001);
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session, code: 1001 });
  const { client: cut, session: other } = await service.connect(device);
  cut.socket.terminate();
  expect(await device.next('session-close')).toEqual({ type: 'session-close', session: other, code: 1006 });
});
