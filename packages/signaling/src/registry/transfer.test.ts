/** @module Export from one registry and import into another, on each database and between them. */
import { expect, test } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { openRegistry } from './registry.ts';
import { hashSecret } from './secret.ts';

const FINGERPRINT = 'ab'.repeat(32);
const PASSWORD = 'correct horse battery';
const D = { productId: 'p', deviceId: 'd' };

/** Adds at least one row of each kind; returns a token and a key. */
async function populate(registry: Registry): Promise<{ token: string; key: string; session: string }> {
  const { products, devices, tokens, operators, apiKeys, operatorSessions, audit } = registry;
  await products.add('p', { issuer: 'https://id.example', audience: 'a', jwks: '/keys.json' });
  await products.add('q');
  await devices.add({ ...D, fingerprint: FINGERPRINT, name: 'Tür "1"' });
  await devices.add({ ...D, deviceId: 'e', fingerprint: FINGERPRINT });
  await devices.update({ ...D, deviceId: 'e' }, { isEnabled: false });
  await devices.touch([D], 3);
  const { id, value: token } = await tokens.add({ ...D, lifetimeMs: 1_000 });
  await tokens.add({ productId: 'q', lifetimeMs: 1_000 });
  await tokens.rotate(id, { overlapMs: 0, lifetimeMs: 1_000 });
  await tokens.announce(D, [hashSecret('one')]);
  await operators.add({ name: 'ann', role: 'admin', password: PASSWORD });
  const { value: key } = await apiKeys.add({ name: 'deploy', role: 'viewer', lifetimeMs: 1_000 });
  const session = await operatorSessions.add('ann', 1_000);
  await audit.record({ action: 'test', outcome: 'allowed', actor: 'cli' });
  return { token, key, session };
}

async function linesOf(registry: Registry): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of registry.exportAll()) lines.push(line);
  return lines;
}

/** The last line of an export. */
const end = (rows: number): string => JSON.stringify({ kind: 'end', rows });

/** The lines with the fields of one changed. */
const changed = (lines: readonly string[], kind: string, change: Record<string, unknown>): string[] =>
  lines.map((line) => {
    const row: Record<string, unknown> = { ...JSON.parse(line) };
    return row['kind'] === kind ? JSON.stringify({ ...row, ...change }) : line;
  });

/** Counts turns of the event loop. */
function countTurns(): AsyncDisposable & { readonly count: number } {
  const state = { count: -1, isOver: false };
  const turn = (): void => {
    state.count += 1;
    if (!state.isOver) setImmediate(turn);
  };
  turn();
  return {
    get count() {
      return state.count;
    },
    async [Symbol.asyncDispose]() {
      state.isOver = true;
    },
  };
}

onEachDatabase((make) => {
  test('an export that is imported elsewhere is identical when exported again, and contains no secret', async () => {
    await using database = await make();
    await using registry = await database.open(() => 5);
    const { token, key, session } = await populate(registry);
    const lines = await linesOf(registry);
    const text = lines.join('');
    for (const secret of [token, key, session, PASSWORD]) {
      expect(text).not.toContain(secret.slice(-43));
    }
    await using directory = await makeDirectory();
    await using file = await openRegistry(`${directory.path}/r.db`, () => 5);
    await using target = await make();
    await using other = await target.open(() => 5);
    for (const empty of [file, other]) {
      expect(await empty.importAll(lines)).toEqual({ added: lines.length - 2, unchanged: 0 });
      expect(await linesOf(empty)).toEqual(lines);
      expect(await empty.importAll(lines.map((line) => `${line}\n`))).toEqual({
        added: 0,
        unchanged: lines.length - 2,
      });
      expect(await empty.tokens.find(D, token)).toMatchObject({ isRevoked: true });
      expect(await empty.tokens.find(D, 'one')).toMatchObject({ origin: 'device' });
      expect(await empty.apiKeys.find(key)).toMatchObject({ role: 'viewer' });
      expect(await empty.operators.verify('ann', PASSWORD)).toMatchObject({ role: 'admin' });
      expect(await empty.operatorSessions.find(session)).toBeUndefined();
    }
  });

  test('conflicting rows are reported, and nothing is written', async () => {
    await using database = await make();
    await using registry = await database.open(() => 5);
    await populate(registry);
    const lines = await linesOf(registry);
    await using target = await make();
    const changes: [string, Record<string, unknown>, RegExp][] = [
      ['device', { name: 'Gate' }, /the existing device: name differs/],
      ['device', { isEnabled: false }, /isEnabled differs/],
      ['token', { expiresAt: 9 }, /the existing token: expiresAt differs/],
      ['token', { revokedAt: 9 }, /revokedAt differs/],
      ['operator', { role: 'viewer' }, /role differs/],
      ['apiKey', { hash: FINGERPRINT }, /hash differs/],
      ['issuer', { jwks: '/other.json' }, /jwks differs/],
    ];
    await using other = await target.open(() => 5);
    await other.importAll(lines);
    for (const [kind, change, message] of changes) {
      const extra = JSON.stringify({ kind: 'product', productId: 'new', createdAt: 1 });
      const [head = '', ...rest] = changed(lines, kind, change);
      const end = JSON.stringify({ kind: 'end', rows: lines.length - 1 });
      await expect(other.importAll([head, extra, ...rest.slice(0, -1), end])).rejects.toMatchObject({
        code: 'ERR_IMPORT',
        message: expect.stringMatching(message),
      });
    }
    expect(await other.products.has('new')).toBe(false);
    expect(await linesOf(other)).toEqual(lines);
  });

  test('an invalid export is rejected with its line number, and nothing is written', async () => {
    await using database = await make();
    await using registry = await database.open(() => 5);
    await populate(registry);
    const lines = await linesOf(registry);
    const [head = '', first = '', ...rest] = lines;
    await using target = await make();
    await using other = await target.open();
    const token = lines.find((line) => line.includes('"token"')) ?? '';
    const attempts: [readonly string[], RegExp][] = [
      [[], /truncated/],
      [[''], /line 1: not a JSON object/],
      [['[]', ...lines], /line 1: not the first line/],
      [['{"kind":"longwire-registry","version":2}'], /want version 1/],
      [lines.slice(0, -1), /truncated/],
      [[head, ...rest], /does not match the number of rows/],
      [[...lines, first], /after the end line/],
      [[head, '{"kind":"secret"}', end(1)], /line 2: unknown kind of row/],
      [[head, 'null', end(1)], /line 2: not a JSON object/],
      [[head, `{"kind":"product","x":"${'x'.repeat(20_000)}"}`], /line 2: longer than/],
      [[head, first, token, end(2)], /a token refers to a missing row/],
      [[head, first, first, end(2)], /duplicates a name or hash/],
      [changed(lines, 'device', { fingerprint: 'x' }), /invalid fingerprint/],
      [changed(lines, 'device', { name: 'a\u0000' }), /invalid name/],
      [changed(lines, 'device', { isEnabled: 1 }), /invalid isEnabled/],
      [changed(lines, 'device', { seenAt: -1 }), /invalid seenAt/],
      [changed(lines, 'device', { productId: null }), /invalid productId/],
      [changed(lines, 'token', { expiresAt: null }), /invalid expiresAt/],
      [changed(lines, 'token', { id: 'x' }), /invalid id/],
      [changed(lines, 'token', { hash: 'x' }), /invalid hash/],
      [changed(lines, 'operator', { passwordHash: PASSWORD }), /invalid passwordHash/],
      [changed(lines, 'operator', { role: 'root' }), /invalid role/],
      [changed(lines, 'operator', { name: 'cli' }), /invalid name/],
      [changed(lines, 'issuer', { jwks: 'x' }), /invalid jwks/],
    ];
    for (const [wrong, message] of attempts) {
      await expect(other.importAll(wrong)).rejects.toMatchObject({
        code: 'ERR_IMPORT',
        message: expect.stringMatching(message),
      });
    }
    expect(await linesOf(other)).toHaveLength(2);
  });

  test('an export is a consistent snapshot and blocks no other work', async () => {
    await using database = await make();
    await using registry = await database.open();
    await registry.products.add('p');
    const add = (index: number): Promise<void> =>
      registry.devices.add({ productId: 'p', deviceId: `d${index}`, fingerprint: FINGERPRINT });
    await Promise.all(Array.from({ length: 1_200 }, (_, index) => add(index)));
    const seen: string[] = [];
    for await (const line of registry.exportAll()) {
      seen.push(line);
      if (seen.length === 3) await Promise.all([registry.products.add('later'), add(5_000)]);
    }
    expect(seen).toHaveLength(1_203);
    expect(seen.at(-1)).toBe('{"kind":"end","rows":1201}\n');
    expect(await registry.devices.lookUp({ productId: 'p', deviceId: 'd5000' })).toMatchObject({
      fingerprint: FINGERPRINT,
    });
    for await (const line of registry.exportAll()) if (line !== '') break;
    await using target = await make();
    await using other = await target.open();
    await using turns = countTurns();
    expect(await other.importAll(seen)).toEqual({ added: 1_201, unchanged: 0 });
    expect(turns.count).toBeGreaterThanOrEqual(12);
  });
});
