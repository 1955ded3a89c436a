/** @module Three node processes, a real Redis, and peers that reconnect whenever they are disconnected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { HalfOpenProxy } from '../test-support/half-open-proxy.fixture.ts';
import { words } from '../test-support/steady-peers.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import type { TestSocket } from '../test-support/test-socket.fixture.ts';
import {
  DAY_MS,
  endsOf,
  expectComplete,
  expectStrict,
  expectTalk,
  PRODUCT,
  RESTART,
  rollOver,
  startTalk,
  WELL,
  World,
} from './nodes-world.fixture.ts';

/** Time within which a revoked token is invalid everywhere, in milliseconds. */
const WITHIN_MS = 1_000;
const OUT_OF_REACH = { code: 1013, reason: 'other nodes are out of reach' };

describe('three nodes on SQLite', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  }, 60_000);

  afterAll(() => world[Symbol.asyncDispose](), 60_000);

  test('without faults no message is lost, duplicated or reordered, whichever nodes the clients use', async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 0);
    await expect.poll(() => clients.every(({ current }) => (current?.sent ?? 0) > 200), WELL).toBe(true);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    expect([...clients.map(endsOf), endsOf(device)]).toEqual([[], [], [], []]);
  });

  test('stopping a node closes its sockets and the other ends of its sessions with 1012 and exits with 0; all peers reconnect elsewhere', async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 1);
    const before = clients.map(({ current }) => current);
    expect(await world.node(1).stop()).toBe(0);
    for (const conversation of before) await expect.poll(() => conversation?.closed).toEqual(RESTART);
    await expect.poll(() => device.ends).toEqual([RESTART]);
    await expectTalk(device, clients);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    await world.startNode(1);
  });

  test("stopping the client's node sends 1012 to the device, which stays, and the client reconnects elsewhere", async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 0);
    const far = clients[1]?.current;
    const answer = device.conversationWith(far?.name ?? '');
    await world.node(1).stop();
    await expect.poll(() => [far?.closed?.code, answer?.closed?.code]).toEqual([1012, 1012]);
    await expectTalk(device, clients);
    expect([device.ends, device.attachments]).toEqual([[], 1]);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    await world.startNode(1);
  });

  test('killing a node ends its sockets with 1006 and the other ends of its sessions with 1012 within seconds, without duplicate messages', async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 2);
    const [near, ...far] = clients.map(({ current }) => current);
    await world.node(2).kill();
    await expect.poll(() => [near?.closed?.code, device.ends[0]?.code]).toEqual([1006, 1006]);
    for (const conversation of far) await expect.poll(() => conversation?.closed, WELL).toEqual(RESTART);
    await expectTalk(device, clients);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    await world.startNode(2);
  });

  test("killing the client's node sends 1012 to the device within seconds, and the device stays", async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 0);
    const far = clients[2]?.current;
    const answer = device.conversationWith(far?.name ?? '');
    await world.node(2).kill();
    await expect.poll(() => far?.closed?.code).toBe(1006);
    await expect.poll(() => answer?.closed?.code, WELL).toBe(1012);
    await expectTalk(device, clients);
    expect([device.ends, device.attachments]).toEqual([[], 1]);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    await world.startNode(2);
  });

  test('a device that attaches to another node while its old socket is half-open replaces the old attachment', async () => {
    const deviceId = world.nextDevice();
    const target = { productId: PRODUCT, deviceId, identity: world.identity };
    await using proxy = await HalfOpenProxy.start(Number(new URL(world.node(0).url).port));
    const old = await TestDevice.attach({ ...target, url: `http://127.0.0.1:${proxy.port}` });
    const before = await world.login(1, deviceId);
    await old.next('session-open');
    expect(await before.text()).toMatch(LOGIN_REPLY);
    proxy.freeze();
    const device = await TestDevice.attach({ ...target, url: world.node(1).url });
    // the old socket is closed with 4009, which cannot arrive, and terminated; its clients are notified
    expect((await before.closed).code).toBe(4003);
    for (const at of [0, 1, 2]) {
      const client = await world.login(at, deviceId);
      const { session } = await device.next('session-open');
      expect(await client.text()).toMatch(LOGIN_REPLY);
      device.say(session, words('d', 1)[0] ?? '');
      expect(await client.text()).toBe(words('d', 1)[0]);
      client.socket.close(1000);
      expect(await device.next('session-close')).toMatchObject({ session, code: 1000 });
    }
    await expect.poll(() => world.node(0).log).toContain('device detached');
    device.link.socket.close(1000);
  });

  test('each node reports how long the device has been attached; attaching to another node restarts the time', async () => {
    const deviceId = world.nextDevice();
    const target = { productId: PRODUCT, deviceId, identity: world.identity };
    const onlineSeconds = async (at: number): Promise<number> => {
      const client = await world.login(at, deviceId);
      const { onlineSeconds: reported } = JSON.parse(await client.text());
      client.socket.close(1000);
      return reported;
    };
    const old = await TestDevice.attach({ ...target, url: world.node(0).url });
    await expect.poll(() => onlineSeconds(1), WELL).toBeGreaterThanOrEqual(2);
    expect(await onlineSeconds(0)).toBeGreaterThanOrEqual(2);
    const attachedAfter = performance.now();
    const device = await TestDevice.attach({ ...target, url: world.node(2).url });
    await old.closed;
    for (const at of [1, 2]) {
      const reported = await onlineSeconds(at);
      expect(reported).toBeLessThanOrEqual((performance.now() - attachedAfter) / 1_000);
    }
    device.link.socket.close(1000);
  });

  test('clients that wait at each node hear of the device within a second of its attachment to one, and a session opens at once', async () => {
    const deviceId = world.nextDevice();
    const waiting = await Promise.all([0, 1, 2].map((at) => world.wait(at, deviceId)));
    for (const client of waiting) expect(await client.text()).toBe('{"type":22,"isAttached":false}');
    const device = await TestDevice.attach({
      productId: PRODUCT,
      deviceId,
      identity: world.identity,
      url: world.node(2).url,
    });
    const attachedMs = performance.now();
    for (const client of waiting) {
      expect(await client.text()).toBe('{"type":22,"isAttached":true}');
      expect(await client.closed).toEqual({ code: 1000, reason: 'device attached' });
    }
    expect(performance.now() - attachedMs).toBeLessThan(WITHIN_MS);
    for (const at of [0, 1, 2]) {
      const client = await world.login(at, deviceId);
      await device.next('session-open');
      expect(await client.text()).toMatch(LOGIN_REPLY);
      client.socket.close(1000);
      await device.next('session-close');
    }
    device.link.socket.close(1000);
  });

  test('the responsive old socket of a device is closed with 4009', async () => {
    const deviceId = world.nextDevice();
    const target = { productId: PRODUCT, deviceId, identity: world.identity };
    const old = await TestDevice.attach({ ...target, url: world.node(0).url });
    const device = await TestDevice.attach({ ...target, url: world.node(2).url });
    expect((await old.closed).code).toBe(4009);
    const client = await world.login(0, deviceId);
    await device.next('session-open');
    client.socket.close(1000);
    device.link.socket.close(1000);
  });

  test('after another process revokes a token, its clients on every node and the device get 4002 within a second; others stay', async () => {
    const deviceId = world.nextDevice();
    const target = { productId: PRODUCT, deviceId, identity: world.identity };
    const device = await TestDevice.attach({ ...target, url: world.node(0).url });
    const { id, value } = await world.withRegistry(({ tokens }) =>
      tokens.add({ productId: PRODUCT, deviceId, lifetimeMs: DAY_MS }),
    );
    const join = async (at: number, sct?: string): Promise<{ client: TestSocket; session: string }> => {
      const client = await world.login(at, deviceId, sct);
      const { session } = await device.next('session-open');
      expect(await client.text()).toMatch(LOGIN_REPLY);
      return { client, session };
    };
    const stays = await join(1);
    const revoked = [await join(0, value), await join(1, value), await join(2, value)];
    const at = await world.withRegistry(async ({ tokens }) => {
      await tokens.revoke(id);
      return performance.now();
    });
    for (const { client } of revoked) expect((await client.closed).code).toBe(4002);
    const closes = [];
    while (closes.length < revoked.length) closes.push(await device.next('session-close'));
    expect(performance.now() - at).toBeLessThan(WITHIN_MS);
    expect(new Map(closes.map(({ session, code }) => [session, code]))).toEqual(
      new Map(revoked.map(({ session }) => [session, 4002])),
    );
    device.say(stays.session, words('d', 1)[0] ?? '');
    expect(await stays.client.text()).toBe(words('d', 1)[0]);
    expect((await (await world.login(2, deviceId, value)).closed).code).toBe(4002);
    for (const { socket } of [stays.client, device.link]) socket.close(1000);
  });

  test.each([
    ['stopped', () => world.redis.stop(), () => world.redis.startAgain()],
    ['paused', async () => world.redis.pause(), async () => world.redis.resume()],
  ])(
    'Redis %s: sessions within a node continue, others end with 1013, and all recover when it is back',
    async (_, stop, start) => {
      await using stack = new AsyncDisposableStack();
      const { device, clients, deviceId } = await startTalk(world, stack, 0);
      const [near, ...far] = clients.map(({ current }) => current);
      await stop();
      for (const conversation of far)
        await expect.poll(() => conversation?.closed, WELL).toEqual(OUT_OF_REACH);
      const refused = await world.login(1, deviceId);
      expect(await refused.closed).toEqual(OUT_OF_REACH);
      const heard = near?.heard.length ?? 0;
      await expect.poll(() => near?.heard.length).toBeGreaterThan(heard + 20);
      await start();
      await expectTalk(device, clients);
      await expectComplete(device, clients);
      expectStrict(device, clients);
      expect([near?.closed, device.ends]).toEqual([undefined, []]);
    },
  );

  test('after Redis restarts empty, sessions within a node continue, and every device is found again', async () => {
    await using stack = new AsyncDisposableStack();
    const { device, clients } = await startTalk(world, stack, 2);
    const [near, ...far] = clients.map(({ current }) => current);
    await world.redis.stop();
    await world.redis.startAgain();
    for (const conversation of far) await expect.poll(() => conversation?.closed, WELL).toEqual(OUT_OF_REACH);
    await expectTalk(device, clients);
    await expectComplete(device, clients);
    expectStrict(device, clients);
    expect([near?.closed, device.ends]).toEqual([undefined, []]);
  });

  test('all three nodes can be restarted in turn while all peers exchange messages', async () => {
    expect(await rollOver(world)).toEqual([]);
  }, 120_000);
});

test('three nodes on PostgreSQL can be restarted in turn while all peers exchange messages', async () => {
  await using world = await World.start({ database: 'PostgreSQL' });
  expect(await rollOver(world)).toEqual([]);
}, 180_000);
