/** @module Every error that connect() and onClosed give a page: its number, its message, and its CloseEvent. */
import { randomBytes } from 'node:crypto';
import { expect } from '../harness/fixtures.ts';
import { forEachBrowser, pageTest as test } from '../harness/existing-page.ts';
import { optionsFor } from '../harness/test-client.ts';

/** What a page sees of an error that was caused by a close. */
function closedWith(code: number, name: string, message: unknown, closeCode: number): object {
  return { code, name, message, isError: true, isCloseEvent: true, closeCode };
}

forEachBrowser(() => {
  test('0 DEVICE_CLOSED: the device is stopped', async ({ existing, shared, start }) => {
    const device = await start.device(shared.service, 'longwire');
    await existing.call('setOptions', optionsFor(device, shared.service.webSocketUrl));
    expect(await existing.call('connect')).toBe('no error');
    await device.child.stop();
    await expect
      .poll(async () => await existing.evaluate('calls.closed'))
      .toEqual([closedWith(0, 'DEVICE_CLOSED', expect.stringContaining('device'), 1000)]);
  });

  for (const [closeCode, code, name] of [
    [4001, 1, 'DEVICE_SIGNALING_DENIED'],
    [4010, 2, 'DEVICE_INTERNAL_ERROR'],
  ] as const) {
    test(`${code} ${name}: the device refuses, and its reason is the message`, async ({
      existing,
      shared,
      start,
    }) => {
      const device = await start.device(shared.service, 'deployed', {
        args: ['--refuse-with', String(closeCode)],
      });
      await existing.call('setOptions', optionsFor(device, shared.service.webSocketUrl));
      expect(await existing.call('connect')).toEqual(closedWith(code, name, 'refused', closeCode));
    });
  }

  test('3 BASESTATION_TOKEN_REJECTED', async ({ device, existing, shared }) => {
    await existing.call('setOptions', {
      ...optionsFor(device, shared.service.webSocketUrl),
      sct: 'no such token',
    });
    expect(await existing.call('connect')).toEqual(
      closedWith(3, 'BASESTATION_TOKEN_REJECTED', 'base station token rejected', 4002),
    );
  });

  test('4 BASESTATION_DEVICE_OFFLINE', async ({ device, existing, shared }) => {
    const deviceId = `de-offline-${randomBytes(4).toString('hex')}`;
    await shared.service.addDevice(deviceId, randomBytes(32).toString('hex'));
    const sct = await shared.service.addToken(deviceId);
    await existing.call('setOptions', {
      ...optionsFor(device, shared.service.webSocketUrl),
      deviceId,
      sct,
    });
    expect(await existing.call('connect')).toEqual(
      closedWith(4, 'BASESTATION_DEVICE_OFFLINE', 'device offline', 4003),
    );
  });

  test('5 BASESTATION_UNKNOWN_PRODUCT_ID', async ({ device, existing, shared }) => {
    const options = optionsFor(device, shared.service.webSocketUrl);
    await existing.call('setOptions', { ...options, productId: 'pr-none' });
    expect(await existing.call('connect')).toEqual(
      closedWith(5, 'BASESTATION_UNKNOWN_PRODUCT_ID', 'unknown product id', 4005),
    );
  });

  test('6 BASESTATION_UNKNOWN_DEVICE_ID', async ({ device, existing, shared }) => {
    const options = optionsFor(device, shared.service.webSocketUrl);
    await existing.call('setOptions', { ...options, deviceId: 'de-none' });
    expect(await existing.call('connect')).toEqual(
      closedWith(6, 'BASESTATION_UNKNOWN_DEVICE_ID', 'unknown device id', 4006),
    );
  });

  test('7 CONNECTION_TIMEOUT: the login does not arrive in time', async ({ device, existing, start }) => {
    const service = await start.service({ args: ['--login-timeout-ms', '500'] });
    const proxy = await start.proxy({
      upstream: service.webSocketUrl,
      rewrite: ({ message }) => (message.type === 20 ? undefined : message),
    });
    await existing.call('setOptions', optionsFor(device, proxy.url));
    expect(await existing.call('connect')).toMatchObject({
      code: 7,
      name: 'CONNECTION_TIMEOUT',
      message: 'connection timeout',
    });
  });

  test('8 UNKNOWN: no service; the same page connects once one is running', async ({
    device,
    existing,
    shared,
  }) => {
    await existing.call('setOptions', optionsFor(device, 'ws://127.0.0.1:9'));
    expect(await existing.call('connect')).toEqual({
      code: 8,
      name: 'UNKNOWN',
      message: 'Websocket connection error',
      isError: true,
    });
    await existing.call('setOptions', optionsFor(device, shared.service.webSocketUrl));
    expect(await existing.call('connect')).toBe('no error');
    expect(await existing.evaluate('calls.closed')).toEqual([]);
  });

  test('8 UNKNOWN: the service restarts, and its reason is the message', async ({ existing, start }) => {
    const service = await start.service();
    const device = await start.device(service, 'longwire');
    await existing.call('setOptions', optionsFor(device, service.webSocketUrl));
    expect(await existing.call('connect')).toBe('no error');
    service.child.signal('SIGTERM');
    await expect
      .poll(async () => await existing.evaluate('calls.closed'))
      .toEqual([closedWith(8, 'UNKNOWN', 'service restart', 1012)]);
  });
});
