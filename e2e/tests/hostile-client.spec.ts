/** @module What a hostile or broken client does to our device, which keeps serving the others. */
import { Child } from '../harness/child.ts';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { HARD_PRESSED_DEVICE, OVERSIZED_CLIENT } from '../harness/paths.ts';
import type { WireMessage } from '../harness/signaling-proxy.ts';
import { optionsFor, TestClient, type TestClientOptions } from '../harness/test-client.ts';

const MAXIMUM = 262_144;
const TOO_LARGE = 400_000;

/** A device for each test, a viewer who is logged in, and a way to connect others. */
const hostileTest = test.extend<{
  readonly target: Device;
  readonly join: (options?: Partial<TestClientOptions>) => Promise<TestClient>;
  readonly viewer: TestClient;
}>({
  target: async ({ shared, start }, use) => {
    await use(
      await start.device(shared.service, 'longwire', {
        main: HARD_PRESSED_DEVICE,
        nodeOptions: ['--expose-gc'],
      }),
    );
  },
  join: async ({ openPage, shared, target }, use) => {
    await use(async (options) => {
      const clientOptions = { ...optionsFor(target, shared.service.webSocketUrl), ...options };
      const client = await TestClient.create(await openPage(), clientOptions);
      await client.connect();
      return client;
    });
  },
  viewer: async ({ join, target }, use) => {
    const viewer = await join();
    await viewer.logInAsAdmin(target);
    expect(await viewer.requestTracks('frontdoor-video')).toBe(201);
    await expectMovingPicture(viewer);
    await use(viewer);
    expect(target.child.isRunning).toBe(true);
    await expectMovingPicture(viewer);
    expect(await viewer.whoAmI()).toMatchObject({ username: 'admin' });
  },
});

for (const label of ['coap', 'application']) {
  hostileTest(
    `a message over the maximum size on a channel "${label}" does not disturb other clients`,
    async ({ shared, start, target, viewer }) => {
      const { productId, deviceId, sct } = target;
      const client = start.child(
        new Child('oversized client', [
          OVERSIZED_CLIENT,
          '--service',
          shared.service.webSocketUrl,
          '--product',
          productId,
          '--device',
          deviceId,
          '--sct',
          sct,
          '--label',
          label,
          '--length',
          String(TOO_LARGE),
        ]),
      );
      await client.nextLine(/^over: /u);
      expect(await viewer.whoAmI()).toMatchObject({ username: 'admin' });
    },
  );
}

hostileTest('messages of exactly the maximum size are answered', async ({ join, viewer }) => {
  const client = await join();
  const echoed = await client.page.evaluate(async (length) => {
    const { connection } = window.probe;
    connection.createDataChannel('coap').addEventListener('open', ({ target }) => {
      if (target instanceof RTCDataChannel) target.send('x'.repeat(length));
    });
    const channel = connection.createDataChannel('application');
    await new Promise((resolve) => channel.addEventListener('open', resolve));
    const answer = new Promise<string>((resolve) =>
      channel.addEventListener('message', ({ data }) => resolve(String(data))),
    );
    channel.send('x'.repeat(length));
    return (await answer).length;
  }, MAXIMUM);
  expect(echoed).toBe(MAXIMUM);
  expect(await viewer.whoAmI()).toMatchObject({ username: 'admin' });
});

hostileTest('garbage on every channel does not disturb other clients', async ({ join, viewer }) => {
  const client = await join();
  await client.page.evaluate(async () => {
    const texts = [
      '',
      'null',
      '{}',
      '[]',
      '{"type":0}',
      '{"type":0,"requestId":1,"method":"GET","path":"/iam/me"}',
      '{"type":0,"requestId":"a","method":"BREW","path":"/iam/me"}',
      '{"type":0,"requestId":"a","method":"GET","path":7}',
      '{"type":0,"requestId":"a","method":"POST","path":"/p2p/pwd-auth/1","contentType":60,"payload":{"data":[1,-1,"x"]}}',
      '{"type":0,"requestId":"a","method":"POST","path":"/iam/users","contentType":60,"payload":[191,255,255]}',
      '{"type":1,"requestId":"a","statusCode":205}',
      '['.repeat(100_000),
      '\u0000\uFFFF',
    ];
    const { connection } = window.probe;
    for (const label of ['coap', 'nabto-coap', 'stream-1', 'stream-x', 'nabto-stream-4294967296', '', '💥']) {
      const channel = connection.createDataChannel(label);
      await new Promise((resolve) => channel.addEventListener('open', resolve));
      for (const text of texts) if (channel.readyState === 'open') channel.send(text);
      for (const bytes of [[], [0], [255, 254, 0, 1]]) {
        if (channel.readyState === 'open') channel.send(Uint8Array.from(bytes));
      }
      channel.close();
    }
  });
  expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
  expect(await viewer.whoAmI()).toMatchObject({ username: 'admin' });
});

hostileTest(
  'garbage in signaling does not disturb other clients',
  async ({ join, shared, start, target }) => {
    const proxy = await start.proxy({ upstream: shared.service.webSocketUrl });
    const client = await join({ signalingServerUrl: proxy.url });
    const offer = JSON.stringify({ type: 'offer', sdp: 'v=0\r\nm=video 9 nonsense\r\n' });
    const garbage: readonly WireMessage[] = [
      { type: 0 },
      { type: 0, data: '{', metadata: 'text' },
      { type: 0, data: offer, metadata: 'text' },
      { type: 0, data: offer, metadata: { tracks: [{ mid: 1 }, null, 'x'], noTrickle: 'yes' } },
      { type: 1, data: JSON.stringify({ type: 'answer', sdp: '' }), metadata: {} },
      { type: 2, data: JSON.stringify({ candidate: 'candidate:nonsense', sdpMid: 'none' }) },
      { type: 2, data: JSON.stringify({ candidate: 'x'.repeat(5000), sdpMid: '0', sdpMLineIndex: -7 }) },
      { type: 99, unknown: [1, 2, 3] },
    ];
    for (const message of garbage) proxy.inject('toDevice', message);
    proxy.inject('toDevice', { type: 5 });
    const next = await join();
    await next.logInAsAdmin(target);
    expect(await next.whoAmI()).toMatchObject({ username: 'admin' });
    expect(target.child.isRunning).toBe(true);
    expect(['connected', 'closed']).toContain(await client.state());
  },
);

hostileTest(
  'handlers that throw, and an answer that is larger than a message, do not end the device',
  async ({ viewer }) => {
    expect((await viewer.request('GET', '/throws')).statusCode).toBe(500);
    expect((await viewer.request('GET', '/rejects')).statusCode).toBe(500);
    expect((await viewer.request('GET', '/big')).statusCode).toBe(205);
  },
);

hostileTest('garbage collection closes no channel, no track and no connection', async ({ join, viewer }) => {
  const silent = await join();
  for (let round = 0; round < 10; round += 1) {
    expect((await viewer.request('POST', '/collect-garbage')).statusCode).toBe(204);
    expect(await viewer.nextFrame('frontdoor-video')).toHaveLength(32 * 24);
  }
  expect((await silent.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
});

hostileTest(
  'clients that connect and leave, also while connecting, leave nothing behind',
  async ({ join, openPage, shared, target }) => {
    for (let round = 0; round < 10; round += 1) {
      const page = await openPage();
      const client = await TestClient.create(page, optionsFor(target, shared.service.webSocketUrl));
      const connecting = client.connect().catch(() => 'given up');
      if (round % 2 === 0) await connecting;
      await page.close();
      await connecting;
    }
    const next = await join();
    await next.logInAsAdmin(target);
    expect(await next.whoAmI()).toMatchObject({ username: 'admin' });
  },
);
