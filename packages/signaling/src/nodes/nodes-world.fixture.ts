/** @module One service of several node processes with a real Redis, perhaps behind a load balancer, and peers that talk through them. */
import { join } from 'node:path';
import {
  encodeSignalingMessage,
  encodeWaitLogin,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { expect } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { openRegistry } from '../registry/registry.ts';
import { freePort } from '../test-support/free-port.fixture.ts';
import { LoadBalancer } from '../test-support/load-balancer.fixture.ts';
import { NodeProcess } from '../test-support/node-process.fixture.ts';
import { startPostgres } from '../test-support/postgres.fixture.ts';
import { TestRedis } from '../../../cluster/src/test-support/redis.fixture.ts';
import { SteadyClient, SteadyDevice, words } from '../test-support/steady-peers.fixture.ts';
import { makeIdentity, type TestIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestSocket, type Closed } from '../test-support/test-socket.fixture.ts';

export const PRODUCT = 'pr-1';
export const DAY_MS = 86_400_000;
/** Recovery time of a busy machine, in milliseconds. */
export const WELL: { readonly timeout: number } = { timeout: 20_000 };
export const RESTART: Closed = { code: 1012, reason: 'service restart' };

/** How a service differs from three nodes on SQLite. */
export interface WorldOptions {
  readonly database?: 'SQLite' | 'PostgreSQL';
  readonly nodes?: number;
  /** Whether clients and devices know only a load balancer. */
  readonly isBalanced?: boolean;
  /** Further arguments of each node. */
  readonly args?: readonly string[];
  /** The program of the first nodes, of another version; those that replace them are of this one. */
  readonly main?: string;
}

/** One service with its nodes. */
export class World implements AsyncDisposable {
  readonly redis: TestRedis;
  readonly nodes: NodeProcess[] = [];
  readonly identity: TestIdentity;
  readonly sct: string;
  readonly balancer: LoadBalancer | undefined;
  readonly #database: string;
  readonly #nodeArgs: readonly string[];
  readonly #ports: readonly number[];
  readonly #resources: AsyncDisposableStack;
  #devices = 0;

  private constructor(
    parts: Pick<World, 'redis' | 'identity' | 'sct' | 'balancer'> & {
      readonly database: string;
      readonly nodeArgs: readonly string[];
      readonly ports: readonly number[];
    },
    resources: AsyncDisposableStack,
  ) {
    this.redis = parts.redis;
    this.identity = parts.identity;
    this.sct = parts.sct;
    this.balancer = parts.balancer;
    this.#database = parts.database;
    this.#nodeArgs = parts.nodeArgs;
    this.#ports = parts.ports;
    this.#resources = resources;
  }

  static async start({
    database: kind = 'SQLite',
    nodes = 3,
    isBalanced = false,
    args = [],
    main,
  }: WorldOptions = {}): Promise<World> {
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
    const ports = await Promise.all(Array.from({ length: nodes }, () => freePort()));
    const balancer = isBalanced ? resources.use(await LoadBalancer.start(ports)) : undefined;
    const parts = { redis, identity, sct, database, balancer, ports };
    const nodeArgs = isBalanced ? [...args, '--trust-proxy'] : args;
    const world = new World({ ...parts, nodeArgs }, resources.move());
    await Promise.all(ports.map((_, at) => world.startNode(at, main)));
    await balancer?.untilUp();
    return world;
  }

  /** Starts a node that replaces one that is gone. */
  async startNode(at: number, main?: string): Promise<void> {
    const args = ['--port', String(this.#ports[at]), ...this.#nodeArgs];
    this.nodes[at] = await NodeProcess.start(this.#database, this.redis.url, args, main);
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

  /** Where a client or device connects: the first of these nodes that runs, or the load balancer. */
  first(...order: number[]): string {
    if (this.balancer !== undefined) return this.balancer.url;
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
export function expectStrict(device: SteadyDevice, clients: readonly SteadyClient[]): void {
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
export async function expectComplete(device: SteadyDevice, clients: readonly SteadyClient[]): Promise<void> {
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
export async function expectTalk(device: SteadyDevice, clients: readonly SteadyClient[]): Promise<void> {
  for (const client of clients) {
    await expect.poll(() => client.current?.heard.length ?? 0, WELL).toBeGreaterThan(20);
    const name = client.current?.name ?? '';
    await expect.poll(() => device.heardFrom(name).length, WELL).toBeGreaterThan(20);
  }
}

export const endsOf = (peer: SteadyClient | SteadyDevice): number[] => peer.ends.map(({ code }) => code);

export async function startTalk(
  world: World,
  stack: AsyncDisposableStack,
  home: number,
): Promise<{ device: SteadyDevice; clients: SteadyClient[]; deviceId: string }> {
  const deviceId = world.nextDevice();
  const count = world.nodes.length;
  const order = [0, 1, 2].map((next) => (home + next) % count);
  const device = stack.use(world.device(deviceId, ...order));
  await expect.poll(() => device.isAttached, WELL).toBe(true);
  const clients = order.map((at, number) =>
    stack.use(world.client(`c${number}`, deviceId, at, (at + 1) % count, (at + 2) % count)),
  );
  await expectTalk(device, clients);
  return { device, clients, deviceId };
}

/** Codes for: restarted; device unreachable or offline during a move. */
const ROLLING_CODES: ReadonlySet<number> = new Set([1012, 1013, 4003]);

/** The close codes of all peers that no restart explains. */
export function unexplainedEnds(device: SteadyDevice, clients: readonly SteadyClient[]): number[] {
  return [...clients.flatMap(endsOf), ...endsOf(device)].filter((code) => !ROLLING_CODES.has(code));
}

/** Restarts all nodes in turn while all peers talk. Returns close codes that no restart explains. */
export async function rollOver(world: World): Promise<number[]> {
  await using stack = new AsyncDisposableStack();
  const talks = [await startTalk(world, stack, 0), await startTalk(world, stack, 1)];
  for (const at of world.nodes.keys()) {
    expect(await world.node(at).stop()).toBe(0);
    await world.startNode(at);
    for (const { device, clients } of talks) await expectTalk(device, clients);
  }
  for (const { device, clients } of talks) {
    await expectComplete(device, clients);
    expectStrict(device, clients);
    expect(device.attachments).toBeGreaterThan(1);
  }
  return talks.flatMap(({ device, clients }) => unexplainedEnds(device, clients));
}
