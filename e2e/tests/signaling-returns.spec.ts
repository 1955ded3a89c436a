/** @module The service is killed and comes back under a living connection; signaling is checked; both ends give reasons for their end. */
import type { Connection } from '@longwire/client';
import type { Page } from '@playwright/test';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { TestSession } from '../harness/link-session.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

// Reason: a device is attached again after a back-off.
test.setTimeout(120_000);

const REASON = 'the user signed out';

/** What the device has heard of this browser, in packets. */
async function heard(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const response = await window.sessionProbe.session.request('GET', '/talk');
    return Number(Object.values(response.json() ?? {})[0]);
  });
}

/** Connects by hand, with a connection that outlives its signaling. */
async function connect(page: Page, device: Device, signalingServerUrl: string): Promise<void> {
  await page.evaluate(
    async (options) => {
      const connection = window.longwire.createConnection({
        ...options,
        closePolicy: { iceStates: ['closed', 'failed'], disconnectedGraceMs: 0, onSignalingLoss: 'stay' },
      });
      Object.assign(window, { held: connection });
      await connection.connect();
    },
    optionsFor(device, signalingServerUrl),
  );
}

/** Calls a method of that connection. */
async function call(page: Page, name: 'checkAlive' | 'refreshIceServers' | 'state'): Promise<unknown> {
  return await page.evaluate(async (method) => {
    const connection: Connection = Reflect.get(window, 'held');
    return method === 'state' ? connection.state : await connection[method]({ timeoutMs: 3000 });
  }, name);
}

test('the service is killed and started again: the same connection adds, sends and removes tracks', async ({
  openPage,
  start,
}) => {
  const service = await start.service();
  const device = await start.device(service, 'longwire');
  const page = await openPage();
  const session = await TestSession.start(page, device, { signalingServerUrl: service.webSocketUrl });
  await page.evaluate(() => Object.assign(window, { first: window.sessionProbe.session.connection }));
  const attached = device.child.nextLine(/ attached to /u);
  await service.child.kill();
  await service.restart();
  start.child(service.child);
  await attached;

  await session.play();
  await session.expectVideo();
  await page.evaluate(() => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context);
    const target = context.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    const [track] = target.stream.getAudioTracks();
    if (track === undefined) throw new Error('no track');
    Object.assign(window, { sent: window.sessionProbe.session.tracks.send(track, 'frontdoor-audio') });
  });
  await expect.poll(async () => await heard(page)).toBeGreaterThan(20);
  await page.evaluate(() => Reflect.get(window, 'sent').remove());
  await expect
    .poll(async () => {
      const before = await heard(page);
      await page.waitForTimeout(500);
      return (await heard(page)) - before;
    })
    .toBe(0);
  await session.expectVideo();
  expect(await session.stateNames()).toEqual(['ready']);
  expect(
    await page.evaluate(() => Reflect.get(window, 'first') === window.sessionProbe.session.connection),
  ).toBe(true);
});

forEachKind((kind) => {
  test('signaling answers until the service is killed, and the connection lives on', async ({
    openPage,
    start,
  }) => {
    const service = await start.service();
    const device = await start.device(service, kind);
    const page = await openPage();
    await connect(page, device, service.webSocketUrl);
    expect(await call(page, 'checkAlive')).toBe(true);
    expect(await call(page, 'refreshIceServers')).toBeInstanceOf(Array);
    expect(await call(page, 'checkAlive')).toBe(true);
    await service.child.kill();
    await expect.poll(async () => await call(page, 'checkAlive')).toBe(false);
    expect(await call(page, 'state')).toBe('connected');
  });

  test('a client that gives a reason is closed, and can connect again', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind);
    const page = await openPage();
    const url = shared.signalingUrl(kind);
    await connect(page, device, url);
    await page.evaluate(async (reason) => await Reflect.get(window, 'held').close({ reason }), REASON);
    expect(await call(page, 'state')).toBe('closed');
    await connect(page, device, url);
    expect(await call(page, 'state')).toBe('connected');
  });
});

test('each side gets the reason of the other', async ({ openPage, shared, start }) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage();
  const url = shared.signalingUrl('longwire');
  const ended = device.child.nextLine(/session.closed.*the user signed out/u);
  const session = await TestSession.start(page, device, { signalingServerUrl: url });
  await page.evaluate(async (reason) => await window.sessionProbe.session.end({ reason }), REASON);
  expect(await session.state()).toBe('ended');
  expect(await ended).toBeDefined();
  const client = await TestClient.create(await openPage(), optionsFor(device, url));
  await client.connect();
  await device.child.stop();
  expect(await client.closed()).toMatchObject({ code: 'ERR_DEVICE_CLOSED', reason: 'the device stops' });
});
