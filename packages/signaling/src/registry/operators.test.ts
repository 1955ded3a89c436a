/** @module Operators, their sessions and API keys, on each database. */
import { expect, test } from 'vitest';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { quickPasswords } from '../test-support/quick-passwords.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './registry.ts';
import { StoredOperators } from './operators.ts';
import { readHash } from './password-hash.ts';

const PASSWORD = 'correct horse battery';

/** Opens the database without its registry. */
async function openRaw(text: string): Promise<Database & AsyncDisposable> {
  const opened = await openDatabase(text, () => undefined);
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}

/** Reason: hashing a password takes a tenth of a second of one core, and the core may be busy. */
const MANY_HASHES = { timeout: 90_000 };

onEachDatabase((make) => {
  test('an operator has a name, a role and a password of 12 to 256 bytes', MANY_HASHES, async () => {
    await using database = await make();
    await using registry = await database.open(() => 7);
    const { operators } = registry;
    await operators.add({ name: 'ann@example.org', role: 'admin', password: PASSWORD });
    const ann = { name: 'ann@example.org', role: 'admin', isEnabled: true, createdAt: 7 };
    expect(await operators.get('ann@example.org')).toEqual(ann);
    expect(await operators.list()).toEqual([ann]);
    expect(await operators.verify('ann@example.org', PASSWORD)).toMatchObject(ann);
    for (const wrong of [`${PASSWORD} `, '', 'Correct horse battery', PASSWORD.repeat(100)]) {
      expect(await operators.verify('ann@example.org', wrong)).toBeUndefined();
    }
    for (const name of ['Ann@example.org', 'bob', '', '\u0000', 'cli']) {
      expect(await operators.verify(name, PASSWORD)).toBeUndefined();
      expect(await operators.get(name)).toBeUndefined();
    }
  });

  test('invalid names, roles and passwords are rejected, and a name is unique', async () => {
    await using database = await make();
    await using opened = await openRaw(database.text);
    const operators = new StoredOperators(opened, () => 7, quickPasswords());
    const good = { name: 'bob', role: 'viewer', password: PASSWORD } as const;
    for (const name of ['', 'Bob', 'a b', 'client', 'device', 'cli', 'x'.repeat(65), 'a\u0000', '-a']) {
      await expect(operators.add({ ...good, name })).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
    }
    for (const password of ['', 'x'.repeat(11), 'x'.repeat(257), 'ü'.repeat(129)]) {
      const add = operators.add({ ...good, password });
      await expect(add).rejects.toMatchObject({ code: 'ERR_PASSWORD_LENGTH' });
    }
    for (const password of ['ü'.repeat(6), 'x'.repeat(256)]) {
      await operators.add({ ...good, name: `bob${password.length}`, password });
      expect(await operators.verify(`bob${password.length}`, password)).toBeDefined();
    }
    await operators.add(good);
    await expect(operators.add(good)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
    for (const name of ['none', '\u0000']) {
      const missing = { code: 'ERR_NOT_FOUND' };
      await expect(operators.setPassword(name, PASSWORD)).rejects.toMatchObject(missing);
      await expect(operators.change(name, { role: 'admin' })).rejects.toMatchObject(missing);
      await expect(operators.change(name, { isEnabled: false })).rejects.toMatchObject(missing);
      await expect(operators.remove(name)).rejects.toMatchObject(missing);
    }
  });

  test('a password hash with outdated parameters is replaced at the next login', async () => {
    await using database = await make();
    await using opened = await openRaw(database.text);
    const hashOf = async (): Promise<string> =>
      (await opened.db.selectFrom('operators').select('password_hash').executeTakeFirstOrThrow())
        .password_hash;
    await new StoredOperators(opened, () => 7, quickPasswords()).add({
      name: 'bob',
      role: 'viewer',
      password: PASSWORD,
    });
    const old = await hashOf();
    expect(old).not.toContain(PASSWORD);
    const operators = new StoredOperators(opened, () => 7);
    expect(await operators.verify('bob', 'something else')).toBeUndefined();
    expect(await hashOf()).toBe(old);
    const logins = await Promise.all([1, 2].map(() => operators.verify('bob', PASSWORD)));
    for (const operator of logins) {
      if (operator === undefined) throw new Error('the password was refused');
      expect(await operators.isCurrent(operator)).toBe(true);
    }
    expect(readHash(await hashOf())).toMatchObject({ log2N: 15, r: 8, p: 3 });
    expect(await operators.verify('bob', PASSWORD)).toBeDefined();
  });

  test('a session is valid until it expires, or the operator is disabled, removed or gets another password', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { operators, operatorSessions: sessions } = registry;
    await operators.add({ name: 'ann', role: 'viewer', password: PASSWORD });
    const value = await sessions.add('ann', 500);
    expect(value).toMatch(/^lws_[0-9a-f]{10}_[\w-]{43}$/);
    expect(await sessions.find(value)).toMatchObject({ name: 'ann', role: 'viewer' });
    expect(await sessions.find(`${value}x`)).toBeUndefined();
    await operators.change('ann', { role: 'manager' });
    expect(await sessions.find(value)).toMatchObject({ role: 'manager' });
    now = 1_500;
    expect(await sessions.find(value)).toBeUndefined();
    const ends = [
      (open: string) => sessions.remove(open),
      () => operators.setPassword('ann', `${PASSWORD}!`),
      () => operators.change('ann', { isEnabled: false }),
      () => operators.remove('ann'),
    ];
    for (const end of ends) {
      await operators.change('ann', { isEnabled: true });
      const open = await sessions.add('ann', 500);
      expect(await sessions.find(open)).toBeDefined();
      await end(open);
      expect(await sessions.find(open)).toBeUndefined();
    }
    expect(await operators.verify('ann', `${PASSWORD}!`)).toBeUndefined();
    for (const name of ['ann', '\u0000']) {
      await expect(sessions.add(name, 500)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    }
  });

  test('a session is extended by use, up to its absolute lifetime, and does not come back', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { operators, operatorSessions: sessions } = registry;
    await operators.add({ name: 'ann', role: 'viewer', password: PASSWORD });
    const value = await sessions.add('ann', 100);
    const lifetime = { idleMs: 100, absoluteMs: 250 };
    for (const at of [1_090, 1_180]) {
      now = at;
      await sessions.extend(value, lifetime);
    }
    now = 1_249;
    expect(await sessions.find(value)).toBeDefined();
    await sessions.extend(value, lifetime);
    now = 1_250;
    await sessions.extend(value, lifetime);
    expect(await sessions.find(value)).toBeUndefined();
  });

  test('role and enabled state change together or not at all', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { operators } = registry;
    await operators.add({ name: 'ann', role: 'admin', password: PASSWORD });
    await operators.add({ name: 'bob', role: 'viewer', password: PASSWORD });
    await operators.change('bob', { isEnabled: false });
    // No enabled admin would be left.
    const last = operators.change('ann', { role: 'manager', isEnabled: false });
    await expect(last).rejects.toMatchObject({ code: 'ERR_CONFLICT' });
    expect(await operators.get('ann')).toMatchObject({ role: 'admin', isEnabled: true });
    await operators.change('bob', { role: 'admin', isEnabled: true });
    await operators.change('ann', { role: 'manager', isEnabled: false });
    await operators.change('ann', {});
    expect(await operators.get('ann')).toMatchObject({ role: 'manager', isEnabled: false });
  });

  test('when two admins are demoted, disabled or removed concurrently, one stays', async () => {
    await using database = await make();
    await using opened = await openRaw(database.text);
    const operators = new StoredOperators(opened, () => 7, quickPasswords());
    const names = ['ann', 'bob'];
    const ways = [
      (name: string) => operators.change(name, { role: 'viewer' }),
      (name: string) => operators.change(name, { isEnabled: false }),
      (name: string) => operators.remove(name),
    ];
    for (const way of ways) {
      for (const name of names) {
        await operators.add({ name, role: 'admin', password: PASSWORD }).catch(() => undefined);
        await operators.change(name, { role: 'admin' });
        await operators.change(name, { isEnabled: true });
      }
      const results = await Promise.allSettled(names.map((name) => way(name)));
      expect(results.map(({ status }) => status).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
        'fulfilled',
        'rejected',
      ]);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'ERR_CONFLICT' },
      });
    }
  });

  test('a disabled operator cannot log in; sessions are bounded, and old ones are removed', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { operators, operatorSessions: sessions } = registry;
    await operators.add({ name: 'ann', role: 'viewer', password: PASSWORD });
    const values: string[] = [];
    for (; values.length < 34; now += 1) values.push(await sessions.add('ann', 10_000));
    const found = await Promise.all(values.map((value) => sessions.find(value)));
    expect(found.map((session) => session !== undefined)).toEqual(values.map((_, index) => index >= 2));
    await operators.change('ann', { isEnabled: false });
    expect(await operators.verify('ann', PASSWORD)).toBeUndefined();
    await operators.change('ann', { isEnabled: true });
    expect(await sessions.find(values.at(-1) ?? '')).toBeUndefined();
    const last = await sessions.add('ann', 10);
    now += 10;
    await registry.prune();
    now -= 10;
    expect(await sessions.find(last)).toBeUndefined();
  });

  test('an API key is found by its value until it expires or is revoked; then its name is free again', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { apiKeys } = registry;
    const { id, value } = await apiKeys.add({ name: 'deploy', role: 'manager', lifetimeMs: 500 });
    expect(value).toMatch(/^lwk_[0-9a-f]{10}_[\w-]{43}$/);
    const stored = {
      id,
      name: 'deploy',
      role: 'manager',
      createdAt: 1_000,
      expiresAt: 1_500,
      isRevoked: false,
    };
    expect(await apiKeys.find(value)).toEqual(stored);
    expect(await apiKeys.find(id)).toBeUndefined();
    await expect(apiKeys.add({ name: 'deploy', role: 'viewer' })).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
    });
    now = 1_500;
    expect(await apiKeys.find(value)).toBeUndefined();
    await apiKeys.revoke(id);
    await apiKeys.revoke(id);
    const next = await apiKeys.add({ name: 'deploy', role: 'viewer' });
    expect(await apiKeys.find(next.value)).toMatchObject({ expiresAt: undefined });
    await apiKeys.revoke(next.id);
    expect(await apiKeys.find(next.value)).toBeUndefined();
    expect((await apiKeys.list()).map(({ isRevoked }) => isRevoked)).toEqual([true, true]);
    for (const missing of ['lwk_0000000000', '\u0000']) {
      await expect(apiKeys.revoke(missing)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    }
    await expect(apiKeys.add({ name: 'cli', role: 'viewer' })).rejects.toMatchObject({
      code: 'ERR_NAME_FORMAT',
    });
    await expect(apiKeys.add({ name: 'x', role: 'viewer', lifetimeMs: 0 })).rejects.toMatchObject({
      code: 'ERR_LIFETIME',
    });
  });
});
