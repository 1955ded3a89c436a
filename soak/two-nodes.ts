/** @module One service of two nodes behind a load balancer, with Redis between them and its registry in PostgreSQL. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child } from '../e2e/harness/child.ts';
import { runCommand } from '../e2e/harness/command-process.ts';
import { PRODUCT_ID, serve, type DeviceRegistry } from '../e2e/harness/service.ts';
import { TestRedis } from '../packages/cluster/src/test-support/redis.fixture.ts';
import {
  startPostgres,
  type PostgresServer,
} from '../packages/signaling/src/test-support/postgres.fixture.ts';
import { LoadBalancer } from '../packages/signaling/src/test-support/load-balancer.fixture.ts';
import { ensureTools, HAPROXY, POSTGRESQL, REDIS } from '../scripts/system-tools.ts';

/** One caller connects as often as it is restarted. */
const ROOM = ['--login-burst', '100000', '--logins-per-second', '1000', '--max-sockets-per-address', '1000'];

interface Parts {
  readonly directory: string;
  readonly database: string;
  readonly redis: TestRedis;
  readonly postgres: PostgresServer;
}

/** The service, and what it consists of. */
export class TwoNodes implements DeviceRegistry, AsyncDisposable {
  readonly directory: string;
  readonly redis: TestRedis;
  readonly postgres: PostgresServer;
  readonly #database: string;
  readonly #nodes: { readonly port: number; child: Child }[] = [];
  readonly #ends: AsyncDisposableStack;
  #url = '';

  private constructor({ directory, database, redis, postgres }: Parts, ends: AsyncDisposableStack) {
    this.directory = directory;
    this.#database = database;
    this.redis = redis;
    this.postgres = postgres;
    this.#ends = ends;
  }

  static async start(): Promise<TwoNodes> {
    await ensureTools([HAPROXY, POSTGRESQL, REDIS]);
    await using ends = new AsyncDisposableStack();
    const directory = ends.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-soak-'))).path;
    const redis = ends.use(await TestRedis.start());
    const postgres = ends.use(await startPostgres());
    const database = await postgres.createDatabase();
    await runCommand('signaling', ['product', 'add', PRODUCT_ID, '--database', database]);
    const service = new TwoNodes({ directory, database, redis, postgres }, ends.move());
    await Promise.all([service.#add(), service.#add()]);
    const balancer = service.#ends.use(await LoadBalancer.start(service.#nodes.map(({ port }) => port)));
    await balancer.untilUp();
    service.#url = balancer.url;
    return service;
  }

  get url(): string {
    return this.#url;
  }

  get webSocketUrl(): string {
    return this.#url.replace(/^http/u, 'ws');
  }

  get nodes(): readonly Child[] {
    return this.#nodes.map(({ child }) => child);
  }

  /** Starts a node again that has ended, on its port. */
  async startAgain(at: number): Promise<void> {
    const node = this.#nodes[at];
    if (node === undefined) throw new RangeError(`there is no node ${at}`);
    node.child = (await this.#serve(node.port)).child;
  }

  async addDevice(deviceId: string, fingerprint: string): Promise<void> {
    const args = ['device', 'add', PRODUCT_ID, deviceId, '--fingerprint', fingerprint];
    await runCommand('signaling', [...args, '--database', this.#database]);
  }

  async addToken(deviceId: string): Promise<string> {
    return await runCommand('signaling', [
      'token',
      'add',
      PRODUCT_ID,
      deviceId,
      '--database',
      this.#database,
    ]);
  }

  async #add(): Promise<void> {
    const { child, url } = await this.#serve(0);
    this.#nodes.push({ child, port: Number(new URL(url).port) });
  }

  async #serve(port: number): Promise<{ child: Child; url: string }> {
    return await serve(this.#database, { port, args: ['--redis', this.redis.url, ...ROOM] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map(async ({ child }) => await child.stop()));
    await this.#ends.disposeAsync();
  }
}
