/** @module Processes that are killed while writing leave no partial writes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../ports/audit-log.ts';
import type { Registry } from '../ports/registry.ts';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { openRegistry } from './registry.ts';
import { hashSecret } from './secret.ts';

const PROGRAM = new URL('../test-support/registry-writer.fixture.ts', import.meta.url);

/** Work that a writing process reported as done. */
interface Round {
  readonly productId: string;
  readonly revoked: string;
  readonly good: string;
}

interface Writer {
  readonly child: ChildProcess;
  readonly rounds: Round[];
  readonly exit: Promise<unknown[]>;
}

function startWriter(database: string, name: string, rounds: number): Writer {
  const child = fork(PROGRAM, [database, name, String(rounds)], {
    execArgv: ['--conditions=longwire-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const done: Round[] = [];
  child.on('message', (round: Round) => done.push(round));
  return { child, rounds: done, exit: once(child, 'exit') };
}

/** Checks that reported work is stored, and unfinished work is stored completely or not at all. */
async function expectConsistent(registry: Registry, done: readonly Round[]): Promise<void> {
  const { products, devices, tokens } = registry;
  for (const { productId, revoked, good } of done) {
    const key = { productId, deviceId: 'd' };
    expect(await tokens.find(key, revoked)).toMatchObject({ isRevoked: true });
    expect(await tokens.find(key, good)).toMatchObject({ isRevoked: false });
    expect(await tokens.find(key, `${productId} 1`)).toBeUndefined();
    expect(await tokens.find(key, `${productId} 2`)).toMatchObject({ id: expect.stringMatching(/^lwd_/) });
  }
  const changes = [];
  for (let last = 0; ; last = changes.at(-1)?.seq ?? 0) {
    const page = await registry.changes.since(last);
    if (page.length === 0) break;
    changes.push(...page);
  }
  const rotated: string[] = [];
  const added: string[] = [];
  for (const { productId, issuers } of await products.list({ limit: 1_000 })) {
    expect(issuers).toHaveLength(1);
    added.push(productId);
    const [device] = await devices.list({ productId, limit: 10 });
    if (device === undefined) continue;
    const all = await tokens.list({ productId, limit: 10 });
    const made = all.filter(({ origin }) => origin === 'service');
    const announced = all.filter(({ origin }) => origin === 'device').map(({ id }) => id);
    const [one, two] = [1, 2].map((number) => `lwd_${hashSecret(`${productId} ${number}`).slice(0, 16)}`);
    // either both are announced, or only the second, and then the change is recorded
    expect([[], [one, two].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)), [two]]).toContainEqual(
      announced,
    );
    const changed = new Set(
      changes.filter((change) => change.productId === productId).map((it) => it.tokenId),
    );
    expect(changed.has(one)).toBe(announced.length === 1);
    // a rotation consists of the new token, the old one's expiry and its change, or nothing of these
    const ended = made.filter(({ isRevoked }) => isRevoked);
    expect([0, 1, 2]).toContain(made.length);
    expect(ended).toHaveLength(made.length === 2 ? 1 : 0);
    for (const { id } of ended) expect(changed.has(id)).toBe(true);
    rotated.push(...ended.map(({ id }) => id));
  }
  // each change has its row of the audit record, and each row its change
  expect((await auditRows(registry, 'test.add')).map(({ productId }) => productId)).toEqual(added.toSorted());
  expect((await auditRows(registry, 'test.rotate')).map(({ tokenId }) => tokenId)).toEqual(
    rotated.toSorted(),
  );
}

const subject = ({ productId, tokenId }: AuditEntry): string => productId ?? tokenId ?? '';

/** The rows of an action, in the order of their subjects. */
async function auditRows(registry: Registry, action: string): Promise<AuditEntry[]> {
  const rows: AuditEntry[] = [];
  for (;;) {
    const page = await registry.audit.list({ action, limit: 1_000, before: rows.at(-1)?.seq });
    if (page.length === 0) break;
    rows.push(...page);
  }
  return rows.toSorted((a, b) => (subject(a) < subject(b) ? -1 : 1));
}

/** A fixed sequence of numbers between 0 and 1, for reproducible failures. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** Starts a writer and kills it during its start or work; returns the work it reported. */
async function killOne(database: string, kill: number, delay: number): Promise<readonly Round[]> {
  const { child, rounds, exit } = startWriter(database, `w${kill}`, 1_000_000);
  if (kill % 5 !== 0) await once(child, 'message');
  // where in a round the kill hits depends on the machine; the start and length of the delay do not
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  await exit;
  return rounds;
}

onEachDatabase((make) => {
  test(
    'after two dozen kills at any moment, reported work is stored and other work is complete or absent',
    { timeout: 240_000 },
    async () => {
      await using database = await make();
      const random = randomNumbers(Number(process.env['LONGWIRE_SEED'] ?? 20_260_401));
      const delays = Array.from({ length: 24 }, () => random.next().value * 60);
      const done: Round[] = [];
      const lane = async (first: number): Promise<void> => {
        for (let kill = first; kill < delays.length; kill += 3) {
          done.push(...(await killOne(database.text, kill, delays[kill] ?? 0)));
        }
      };
      await Promise.all([lane(0), lane(1), lane(2)]);
      expect(done.length).toBeGreaterThan(18);
      await using registry = await openRegistry(database.text);
      await expectConsistent(registry, done);
    },
  );

  test('four processes that write concurrently all finish', { timeout: 120_000 }, async () => {
    await using database = await make();
    const writers = [1, 2, 3, 4].map((name) => startWriter(database.text, `p${name}`, 10));
    for (const { exit } of writers) expect(await exit).toEqual([0, null]);
    await using registry = await database.open();
    expect(await registry.products.list({ limit: 1_000 })).toHaveLength(40);
    await expectConsistent(
      registry,
      writers.flatMap(({ rounds }) => rounds),
    );
    expect(await registry.audit.list({ action: 'test.round', limit: 1_000 })).toHaveLength(40);
  });
});
