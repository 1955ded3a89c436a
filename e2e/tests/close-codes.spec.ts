/** @module Each close code of the specification, produced by its real cause, and the client's error for it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '../harness/fixtures.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

test('4001: a device without a free session slot denies a login, and a logged-in client stays connected', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire', {
    main: HARD_PRESSED_DEVICE,
    args: ['--max-sessions', '1'],
  });
  const options = optionsFor(device, shared.service.webSocketUrl);
  const first = await TestClient.create(await openPage(), options);
  await first.connect();
  await first.logInAsAdmin(device);
  const second = await TestClient.create(await openPage(), options);
  await expect(second.connect()).rejects.toMatchObject({
    code: 'ERR_SIGNALING_DENIED',
    closeCode: 4001,
    message: 'device signaling denied',
  });
  expect(await first.whoAmI()).toMatchObject({ username: 'admin' });
});

test('4001: a deployed device refuses a session', async ({ createClient, shared, start }) => {
  const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', '4001'] });
  const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
  await expect(client.connect()).rejects.toMatchObject({ code: 'ERR_SIGNALING_DENIED', closeCode: 4001 });
});

test('4002: a token of another device is refused', async ({ createClient, shared }) => {
  const other = await shared.device('deployed');
  for (const sct of ['no such token', `lw_${randomBytes(24).toString('base64url')}`, other.sct]) {
    const client = await createClient({ sct });
    await expect(client.connect()).rejects.toMatchObject({
      code: 'ERR_TOKEN_REJECTED',
      closeCode: 4002,
      message: 'base station token rejected',
    });
  }
});

test('4003: the device is registered but not attached', async ({ createClient, shared }) => {
  const deviceId = 'de-never-attached';
  await shared.service.addDevice(deviceId, randomBytes(32).toString('hex'));
  const client = await createClient({ deviceId, sct: await shared.service.addToken(deviceId) });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_DEVICE_OFFLINE',
    closeCode: 4003,
    message: 'device offline',
  });
});

test('4005: the product is unknown', async ({ createClient }) => {
  const client = await createClient({ productId: 'pr-none' });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_UNKNOWN_PRODUCT',
    closeCode: 4005,
    message: 'unknown product id',
  });
});

test('4006: the device is unknown', async ({ createClient }) => {
  const client = await createClient({ deviceId: 'de-none' });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_UNKNOWN_DEVICE',
    closeCode: 4006,
    message: 'unknown device id',
  });
});

test('4007: the login does not arrive in time', async ({ createClient, start }) => {
  const service = await start.service({ args: ['--login-timeout-ms', '500'] });
  const proxy = await start.proxy({
    upstream: service.webSocketUrl,
    rewrite: ({ message }) => (message.type === 20 ? undefined : message),
  });
  const client = await createClient({ signalingServerUrl: proxy.url });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_CONNECTION_TIMEOUT',
    closeCode: 4007,
    message: 'connection timeout',
  });
});

test('4010: the device cannot set up the session', async ({ createClient, shared, start }) => {
  const device = await start.device(shared.service, 'longwire', {
    main: HARD_PRESSED_DEVICE,
    args: ['--bind-address', '192.0.2.1'],
  });
  const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_DEVICE_INTERNAL',
    closeCode: 4010,
    message: 'device internal error',
  });
  expect(device.child.isRunning).toBe(true);
});

test('4010: a deployed device reports a fault', async ({ createClient, shared, start }) => {
  const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', '4010'] });
  const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
  await expect(client.connect()).rejects.toMatchObject({ code: 'ERR_DEVICE_INTERNAL', closeCode: 4010 });
});

test('connecting without a service fails with the error text of the specification', async ({
  createClient,
}) => {
  const client = await createClient({ signalingServerUrl: 'ws://127.0.0.1:9' });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ERR_WEBSOCKET',
    message: 'Websocket connection error',
  });
});
