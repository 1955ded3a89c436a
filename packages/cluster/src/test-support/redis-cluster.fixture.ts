/** @module A real Redis Cluster on loopback: three masters without replicas, each with a third of the slots. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../signaling/src/test-support/free-port.fixture.ts';
import { TestRedis } from './redis.fixture.ts';

const SLOTS = 16_384;
const MASTERS = 3;
/** Time limit until the servers know each other, in milliseconds. */
const MEET_MS = 20_000;
const LOOK_MS = 50;

/** The cluster. */
export class TestRedisCluster implements AsyncDisposable {
  readonly masters: readonly TestRedis[];
  readonly #cleanUp: AsyncDisposableStack;

  private constructor(masters: readonly TestRedis[], cleanUp: AsyncDisposableStack) {
    this.masters = masters;
    this.#cleanUp = cleanUp;
  }

  /** Starts it, and waits until every server serves. */
  static async start(): Promise<TestRedisCluster> {
    await using cleanUp = new AsyncDisposableStack();
    const masters: TestRedis[] = [];
    for (let index = 0; index < MASTERS; index += 1) {
      const folder = await mkdtemp(join(tmpdir(), 'longwire-redis-'));
      cleanUp.defer(() => rm(folder, { recursive: true }));
      const bus = String(await freePort());
      const args = ['--dir', folder, '--cluster-enabled', 'yes', '--cluster-port', bus];
      const master = cleanUp.use(await TestRedis.start({ args }));
      const bounds = [index, index + 1].map((share) => Math.floor((SLOTS * share) / MASTERS));
      await master.run('CLUSTER', 'ADDSLOTSRANGE', String(bounds[0]), String((bounds[1] ?? 0) - 1));
      await masters[0]?.run('CLUSTER', 'MEET', '127.0.0.1', String(master.port), bus);
      masters.push(master);
    }
    const deadline = Date.now() + MEET_MS;
    for (const master of masters)
      while (!String(await master.run('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
        if (Date.now() > deadline) throw new Error('the servers of the Redis Cluster do not meet');
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    return new TestRedisCluster(masters, cleanUp.move());
  }

  /** The server that has a key, and one that has not. */
  async serversOf(key: string): Promise<{ readonly owner: TestRedis; readonly other: TestRedis }> {
    const [asked] = this.masters;
    const slot = Number(await asked?.run('CLUSTER', 'KEYSLOT', key));
    const owner = this.masters[Math.floor(((slot + 1) * MASTERS - 1) / SLOTS)];
    const other = this.masters.find((master) => master !== owner);
    if (owner === undefined || other === undefined) throw new Error(`no server has ${key}`);
    return { owner, other };
  }

  /** Gives the slot of a key to another server, as a fail-over does: the servers learn it from each other, and the first drops its keys. */
  async moveSlot(key: string, from: TestRedis, to: TestRedis): Promise<void> {
    const slot = String(await to.run('CLUSTER', 'KEYSLOT', key));
    await to.run('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(await from.run('CLUSTER', 'MYID')));
    await to.run('CLUSTER', 'SETSLOT', slot, 'NODE', String(await to.run('CLUSTER', 'MYID')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanUp.disposeAsync();
  }
}
