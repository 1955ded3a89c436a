/** @module Endings: the device or the service is killed, restarted, or closes. */
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

forEachKind((kind) => {
  test('when the device is killed the connection closes, and a new one reports that the device is offline', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind);
    const options = optionsFor(device, shared.signalingUrl(kind));
    const client = await TestClient.create(await openPage(), options);
    await client.connect();
    await device.child.kill();
    expect(await client.closed()).toBeDefined();
    expect(await client.state()).toBe('closed');
    const next = await TestClient.create(await openPage(), options);
    await expect(next.connect()).rejects.toMatchObject({ code: 'ERR_DEVICE_OFFLINE', closeCode: 4003 });
  });

  test('when the device is stopped it closes its connections with 1000', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind);
    const options = optionsFor(device, shared.signalingUrl(kind));
    const client = await TestClient.create(await openPage(), options);
    await client.connect();
    await device.child.stop();
    expect(await client.closed()).toMatchObject({
      code: 'ERR_DEVICE_CLOSED',
      closeCode: 1000,
      message: 'Connection closed by device',
    });
  });

  test('when the service is killed the connection closes', async ({ openPage, start }) => {
    const service = await start.service();
    const device = await start.device(service, kind);
    const client = await TestClient.create(await openPage(), optionsFor(device, service.webSocketUrl));
    await client.connect();
    await service.child.kill();
    expect(await client.closed()).toMatchObject({ code: 'ERR_UNKNOWN' });
    const next = await TestClient.create(await openPage(), optionsFor(device, service.webSocketUrl));
    await expect(next.connect()).rejects.toMatchObject({
      code: 'ERR_WEBSOCKET',
      message: 'Websocket connection error',
    });
  });

  test('when the service is stopped, clients are closed with 1012, and the service exits cleanly', async ({
    openPage,
    start,
  }) => {
    const service = await start.service();
    const device = await start.device(service, kind);
    const client = await TestClient.create(await openPage(), optionsFor(device, service.webSocketUrl));
    await client.connect();
    service.child.signal('SIGTERM');
    expect(await client.closed()).toMatchObject({ code: 'ERR_UNKNOWN', closeCode: 1012 });
    expect(await service.child.exited).toBe(0);
  });
});

test('our device attaches again to a service that comes back', async ({ openPage, start }) => {
  const service = await start.service();
  const device = await start.device(service, 'longwire');
  await service.child.kill();
  const attached = device.child.nextLine(/ attached to /u);
  await service.restart();
  start.child(service.child);
  await attached;
  const client = await TestClient.create(await openPage(), optionsFor(device, service.webSocketUrl));
  await client.connect();
  expect(await client.verifyFingerprint(device.fingerprint)).toEqual({
    valid: true,
    bound: true,
    boundBy: 'token',
  });
});
