/** @module Three node processes, a real Redis, and peers that reconnect whenever they are disconnected. */
import { join } from 'node:path';
import {
  encodeSignalingMessage,
  encodeWaitLogin,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { openRegistry } from '../registry/registry.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { HalfOpenProxy } from '../test-support/half-open-proxy.fixture.ts';
import { NodeProcess } from '../test-support/node-process.fixture.ts';
import { startPostgres } from '../test-support/postgres.fixture.ts';
import { TestRedis } from '../../../cluster/src/test-support/redis.fixture.ts';
import { SteadyClient, SteadyDevice, words } from '../test-support/steady-peers.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity, type TestIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const PRODUCT = 'pr-1';
const DAY_MS = 86_400_000;
/** Recovery time of a busy machine, in milliseconds. */
const WELL = { timeout: 20_000 };
/** Time within which a revoked token is invalid everywhere, in milliseconds. */
const WITHIN_MS = 1_000;
const RESTART = { code: 1012, reason: 'service restart' };
const OUT_OF_REACH = { code: 1013, reason: 'other nodes are out of reach' };

/** One service with three nodes. */
class World implements AsyncDisposable {
  readonly redis: TestRedis;
  readonly nodes: NodeProcess[] = [];
  readonly identity: TestIdentity;
  readonly sct: string;
  readonly #database: string;
  readonly #resources: AsyncDisposableStack;
  #devices = 0;

  private constructor(
    parts: Pick<World, 'redis' | 'identity' | 'sct'> & { readonly database: string },
    resources: AsyncDisposableStack,
  ) {
    this.redis = parts.redis;
    this.identity = parts.identity;
    this.sct = parts.sct;
    this.#database = parts.database;
    this.#resources = resources;
  }

  static async start(kind: 'SQLite' | 'PostgreSQL'): Promise<World> {
    await using resources = new AsyncDisposableStack();
    const redis = resources.use(await TestRedis.start());
    const directory = resources.use(await makeDirectory());
    const database =
      kind === 'SQLite'
        ? join(directory.path, 'registry.db')
        : await resources.use(await startPostgres()).createDatabase();
    const identity = await makeIdentity();
    await using registry = await openRegistry(database);
    await registry.products.add(PRODUCT);
    for (let at = 0; at < 16; at += 1) {
      const device = { productId: PRODUCT, deviceId: `d${at}`, fingerprint: identity.fingerprint };
      await registry.devices.add(device);
    }
    const { value: sct } = await registry.tokens.add({ productId: PRODUCT, lifetimeMs: DAY_MS });
    const world = new World({ redis, identity, sct, database }, resources.move());
    await Promise.all([0, 1, 2].map((at) => world.startNode(at)));
    return world;
  }

  /** Starts a node that replaces one that is gone. */
  async startNode(at: number): Promise<void> {
    this.nodes[at] = await NodeProcess.start(this.#database, this.redis.url);
  }

  node(at: number): NodeProcess {
    const node = this.nodes[at];
    if (node === undefined) throw new Error(`no node ${at}`);
    return node;
  }

  /** A device id that no other test uses. */
  nextDevice(): string {
    this.#devices += 1;
    return `d${this.#devices - 1}`;
  }

  /** The first of these nodes that runs; a client or device connects to it. */
  first(...order: number[]): string {
    return order.map((at) => this.node(at)).find((node) => node.isRunning)?.url ?? this.node(0).url;
  }

  device(deviceId: string, ...order: number[]): SteadyDevice {
    const target = { productId: PRODUCT, deviceId, identity: this.identity };
    return new SteadyDevice(target, () => this.first(...order));
  }

  client(name: string, deviceId: string, ...order: number[]): SteadyClient {
    const { sct } = this;
    return new SteadyClient({ name, productId: PRODUCT, deviceId, sct, pickUrl: () => this.first(...order) });
  }

  /** Logs in without waiting for a response. */
  async login(at: number, deviceId: string, sct: string = this.sct): Promise<TestSocket> {
    const socket = await TestSocket.open(`${this.node(at).url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
    socket.sendText(encodeSignalingMessage({ kind: 'login', productId: PRODUCT, deviceId, sct }));
    return socket;
  }

  /** Asks to wait for a device. */
  async wait(at: number, deviceId: string): Promise<TestSocket> {
    const socket = await TestSocket.open(`${this.node(at).url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
    socket.sendText(encodeWaitLogin({ kind: 'login', productId: PRODUCT, deviceId, sct: this.sct }));
    return socket;
  }

  /** Changes the shared database from this process. */
  async withRegistry<T>(act: (registry: Registry) => Promise<T>): Promise<T> {
    await using registry = await openRegistry(this.#database);
    return await act(registry);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.redis.resume();
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.#resources.disposeAsync();
  }
}

/**
 * Checks that each side received what the other sent, from the first word on, without loss, duplicates or
 * reordering.
 */
function expectStrict(device: SteadyDevice, clients: readonly SteadyClient[]): void {
  for (const said of clients.flatMap(({ conversations }) => conversations)) {
    const heard = device.heardFrom(said.name);
    expect(heard).toEqual(words(said.name, heard.length));
    expect(heard.length).toBeLessThanOrEqual(said.sent);
    const answer = device.conversationWith(said.name);
    if (answer === undefined) continue;
    expect(answer.heard).toEqual(heard);
    expect(said.heard).toEqual(words(answer.name, said.heard.length));
  }
}

/** Checks that nothing is lost in current sessions: after a peer stops sending, its last word arrives. */
async function expectComplete(device: SteadyDevice, clients: readonly SteadyClient[]): Promise<void> {
  const peers = [device, ...clients];
  for (const peer of peers) peer.isTalking = false;
  const pairs = clients.flatMap(({ current }) => {
    const answer = current === undefined ? undefined : device.conversationWith(current.name);
    return current === undefined || answer === undefined ? [] : [[current, answer] as const];
  });
  expect(pairs).toHaveLength(clients.length);
  for (const [said, answer] of pairs) {
    await expect.poll(() => [answer.heard.length, said.heard.length], WELL).toEqual([said.sent, answer.sent]);
  }
  for (const peer of peers) peer.isTalking = true;
}

/** Checks that all peers exchange messages. */
async function expectTalk(device: SteadyDevice, clients: readonly SteadyClient[]): Promise<void> {
  for (const client of clients) {
    await expect.poll(() => client.current?.heard.length ?? 0, WELL).toBeGreaterThan(20);
    const name = client.current?.name ?? '';
    await expect.poll(() => device.heardFrom(name).length, WELL).toBeGreaterThan(20);
  }
}

const endsOf = (peer: SteadyClient | SteadyDevice): number[] => peer.ends.map(({ code }) => code);

async function startTalk(
  world: World,
  stack: AsyncDisposableStack,
  home: number,
): Promise<{ device: SteadyDevice; clients: SteadyClient[]; deviceId: string }> {
  const deviceId = world.nextDevice();
  const order = [home, (home + 1) % 3, (home + 2) % 3];
  const device = stack.use(world.device(deviceId, ...order));
  await expect.poll(() => device.isAttached, WELL).toBe(true);
  const clients = order.map((at, number) =>
    stack.use(world.client(`c${number}`, deviceId, at, (at + 1) % 3, (at + 2) % 3)),
  );
  await expectTalk(device, clients);
  return { device, clients, deviceId };
}

describe('three nodes on SQLite', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start('SQLite');
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
  await using world = await World.start('PostgreSQL');
  expect(await rollOver(world)).toEqual([]);
}, 180_000);

/** Codes for: restarted; device unreachable or offline during a move. */
const ROLLING_CODES: ReadonlySet<number> = new Set([1012, 1013, 4003]);

/** Returns close codes that no restart explains. */
async function rollOver(world: World): Promise<number[]> {
  await using stack = new AsyncDisposableStack();
  const talks = [await startTalk(world, stack, 0), await startTalk(world, stack, 1)];
  for (const at of [0, 1, 2]) {
    expect(await world.node(at).stop()).toBe(0);
    await world.startNode(at);
    for (const { device, clients } of talks) await expectTalk(device, clients);
  }
  for (const { device, clients } of talks) {
    await expectComplete(device, clients);
    expectStrict(device, clients);
    expect(device.attachments).toBeGreaterThan(1);
  }
  const codes = talks.flatMap(({ device, clients }) => [...clients.flatMap(endsOf), ...endsOf(device)]);
  return codes.filter((code) => !ROLLING_CODES.has(code));
}
