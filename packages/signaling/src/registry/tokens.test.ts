/** @module Tokens of the service and of devices, on each database. */
import { expect, test } from 'vitest';
import type { Registry } from '../ports/registry.ts';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { announcedTokenId } from '../ports/tokens.ts';
import { hashSecret, makeSecret } from './secret.ts';

const FINGERPRINT = 'ab'.repeat(32);
const lifetimeMs = 1_000;
const P = 'p';
const D = { productId: P, deviceId: 'd' };
const E = { productId: P, deviceId: 'e' };

async function populate({ products, devices }: Registry): Promise<void> {
  await products.add(P);
  await products.add('q');
  for (const key of [D, E, { productId: 'q', deviceId: 'd' }]) {
    await devices.add({ ...key, fingerprint: FINGERPRINT });
  }
}

const hashes = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => hashSecret(`token ${from + index}`));

test('a token has 256 random bits after a public prefix and fits into 64 bytes', () => {
  const token = makeSecret('lw');
  const [brand, id, ...secret] = token.value.split('_');
  expect(`${brand}_${id}`).toBe(token.id);
  expect(Buffer.from(secret.join('_'), 'base64url')).toHaveLength(32);
  expect(token.value.length).toBeLessThanOrEqual(64);
  expect(token.hash).toBe(hashSecret(token.value));
  expect(makeSecret('lw').value).not.toBe(token.value);
});

const DAY_MS = 86_400_000;

onEachDatabase((make) => {
  test('a token is found only by its value, and keeps scope, expiry and revocation', async () => {
    await using database = await make();
    await using registry = await database.open(() => 5_000);
    const { tokens, changes } = registry;
    await populate(registry);
    const { id, value, expiresAt } = await tokens.add({ ...D, lifetimeMs });
    expect(expiresAt).toBe(6_000);
    const stored = { id, ...D, origin: 'service', createdAt: 5_000, expiresAt: 6_000, isRevoked: false };
    expect(await tokens.find(D, value)).toEqual(stored);
    expect(await tokens.get(id)).toEqual(stored);
    for (const wrong of [id, hashSecret(value), value.toUpperCase(), `${value} `, '', '%', '\u0000']) {
      expect(await tokens.find(D, wrong)).toBeUndefined();
      await expect(tokens.revoke(wrong === id ? '' : wrong)).rejects.toMatchObject({
        code: 'ERR_NOT_FOUND',
        message: 'no token with this id: token list PRODUCT shows the ids',
      });
    }
    await tokens.revoke(id);
    await tokens.revoke(id);
    expect(await tokens.find(D, value)).toEqual({ ...stored, isRevoked: true });
    expect(await changes.since(0)).toEqual([
      { seq: 1, kind: 'token', ...D, tokenId: id, issuer: undefined, at: 5_000 },
    ]);
    await expect(tokens.revoke('lw_0000000000')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    for (const scope of [{ productId: 'none' }, { ...D, deviceId: 'none' }, { ...D, deviceId: '\u0000' }]) {
      await expect(tokens.add({ ...scope, lifetimeMs })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    }
    for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 3_651 * 86_400_000]) {
      await expect(tokens.add({ ...D, lifetimeMs: wrong })).rejects.toMatchObject({ code: 'ERR_LIFETIME' });
    }
  });

  test('a rotated token expires after the overlap or at its original time, and immediately without overlap', async () => {
    await using database = await make();
    let now = 5_000;
    await using registry = await database.open(() => now);
    const { tokens, changes } = registry;
    await populate(registry);
    const first = await tokens.add({ ...D, lifetimeMs: 10_000 });
    const second = await tokens.rotate(first.id, { overlapMs: 100, lifetimeMs });
    expect(await tokens.find(D, first.value)).toMatchObject({ expiresAt: 5_100, isRevoked: false });
    expect(await tokens.find(D, second.value)).toMatchObject({ ...D, expiresAt: 6_000, isRevoked: false });
    const third = await tokens.rotate(second.id, { overlapMs: 5_000, lifetimeMs });
    expect(await tokens.find(D, second.value)).toMatchObject({ expiresAt: 6_000 });
    expect(await changes.since(0)).toEqual([]);
    await tokens.rotate(third.id, { overlapMs: 0, lifetimeMs });
    expect(await tokens.find(D, third.value)).toMatchObject({ isRevoked: true });
    expect(await changes.since(0)).toMatchObject([{ kind: 'token', tokenId: third.id }]);
    now = 5_100;
    for (const id of [first.id, third.id, 'lw_0000000000', announcedTokenId(FINGERPRINT), '\u0000']) {
      await expect(tokens.rotate(id, { overlapMs: 1, lifetimeMs })).rejects.toMatchObject({
        code: 'ERR_NOT_FOUND',
      });
    }
    for (const rotation of [
      { overlapMs: -1, lifetimeMs },
      { overlapMs: 0, lifetimeMs: 0 },
    ]) {
      await expect(tokens.rotate(second.id, rotation)).rejects.toMatchObject({ code: 'ERR_LIFETIME' });
    }
    expect(await tokens.find(D, second.value)).toMatchObject({ isRevoked: false, expiresAt: 6_000 });
    const wide = await tokens.add({ productId: P, lifetimeMs });
    const next = await tokens.rotate(wide.id, { overlapMs: 1, lifetimeMs });
    expect(await tokens.find(E, next.value)).toMatchObject({ productId: P, deviceId: undefined });
  });

  test('a token is removed a month after it has expired, however many others there are', async () => {
    await using database = await make();
    let now = 1_000;
    await using registry = await database.open(() => now);
    const { products, tokens } = registry;
    await products.add('p');
    const old = await tokens.add({ productId: 'p', lifetimeMs: 1_000 });
    const valid = await tokens.add({ productId: 'p', lifetimeMs: 100 * DAY_MS });
    for (let more = 0; more < 1_200; more += 1) await tokens.add({ productId: 'p', lifetimeMs: 2_000 });
    now = 2_000 + 30 * DAY_MS;
    for (let call = 0; call < 3; call += 1) await registry.prune();
    expect(await tokens.get(old.id)).toBeDefined();
    now += 1_001;
    // Each call looks at a thousand.
    for (let call = 0; call < 3; call += 1) await registry.prune();
    expect((await tokens.list({ productId: 'p', limit: 10 })).map(({ id }) => id)).toEqual([valid.id]);
  });

  test('tokens are listed by id, for a device or a whole product, a page at a time', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { tokens } = registry;
    await populate(registry);
    const wide = await tokens.add({ productId: P, lifetimeMs });
    const own = await Promise.all([1, 2, 3].map(() => tokens.add({ ...D, lifetimeMs })));
    const [shared = '', single = ''] = hashes(2);
    await tokens.announce(D, [shared, single]);
    await tokens.announce(E, [shared]);
    await tokens.add({ productId: 'q', lifetimeMs });
    const listed = [];
    for (let after; ; after = listed.at(-1)) {
      const page = await tokens.list({ productId: P, after, limit: 2 });
      listed.push(...page);
      if (page.length < 2) break;
    }
    const ids = [
      ...[wide, ...own].map(({ id }) => id).toSorted(),
      ...[shared, shared, single].map((hash) => announcedTokenId(hash)).toSorted(),
    ];
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(new Set(listed.map((token) => `${token.id} ${token.deviceId}`)).size).toBe(ids.length);
    const ofDevice = await tokens.list({ ...D, limit: 1_000 });
    expect(ofDevice).toHaveLength(5);
    expect(ofDevice.every(({ deviceId }) => deviceId === 'd')).toBe(true);
    expect(await tokens.list({ productId: '\u0000', limit: 5 })).toEqual([]);
    expect(await tokens.list({ ...D, deviceId: '\u0000', limit: 5 })).toEqual([]);
    await expect(tokens.list({ productId: P, after: { id: '\u0000', deviceId: undefined }, limit: 1 }))
      .rejects // eslint-disable-line
      .toMatchObject({ code: 'ERR_NAME_FORMAT' });
  });

  test('a device announces and withdraws tokens, each valid for this device only', async () => {
    await using database = await make();
    let now = 5_000;
    await using registry = await database.open(() => now);
    const { tokens, changes } = registry;
    await populate(registry);
    const [one = '', two = '', three = ''] = hashes(3);
    await tokens.announce(D, [one, two, two]);
    const stored = {
      id: `lwd_${one.slice(0, 16)}`,
      ...D,
      origin: 'device',
      createdAt: 5_000,
      expiresAt: undefined,
      isRevoked: false,
    };
    expect(await tokens.find(D, 'token 0')).toEqual(stored);
    expect(await tokens.get(stored.id)).toEqual(stored);
    expect(await tokens.find(E, 'token 0')).toBeUndefined();
    expect(await tokens.find({ ...D, productId: 'q' }, 'token 0')).toBeUndefined();
    expect(await tokens.find({ ...D, deviceId: '\u0000' }, 'token 0')).toBeUndefined();
    now = 6_000;
    await tokens.announce(D, [two, one]);
    await tokens.announceOne(D, one);
    expect(await changes.since(0)).toEqual([]);
    await tokens.announce(D, [two, three]);
    expect(await tokens.find(D, 'token 0')).toBeUndefined();
    expect(await tokens.find(D, 'token 1')).toMatchObject({ createdAt: 5_000 });
    await tokens.withdraw(D, three);
    await tokens.withdraw(D, three);
    await tokens.withdraw(E, two);
    await tokens.withdraw({ ...D, deviceId: '\u0000' }, two);
    expect(await tokens.find(D, 'token 2')).toBeUndefined();
    await tokens.announce(D, []);
    expect(await tokens.find(D, 'token 1')).toBeUndefined();
    expect((await changes.since(0)).map(({ kind, deviceId, tokenId }) => [kind, deviceId, tokenId])).toEqual(
      [one, three, two].map((hash) => ['token', 'd', announcedTokenId(hash)]),
    );
    await tokens.announceOne(D, one);
    expect(await tokens.find(D, 'token 0')).toMatchObject({ isRevoked: false });
  });

  test('tokens of a device and of its product count until they are revoked or withdrawn, expired or not', async () => {
    await using database = await make();
    let now = 5_000;
    await using registry = await database.open(() => now);
    const { tokens } = registry;
    await populate(registry);
    const valid = await tokens.add({ ...D, lifetimeMs });
    const ofProduct = await tokens.add({ productId: P, lifetimeMs });
    const revoked = await tokens.add({ ...D, lifetimeMs });
    await tokens.revoke(revoked.id);
    const foreign = [
      await tokens.add({ ...E, lifetimeMs }),
      await tokens.add({ productId: 'q', lifetimeMs }),
    ].map(({ id }) => id);
    const [announced = '', withdrawn = '', banned = ''] = hashes(3);
    await tokens.announce(D, [announced, withdrawn, banned]);
    await tokens.announce(E, [withdrawn]);
    await tokens.withdraw(D, withdrawn);
    await tokens.revoke(announcedTokenId(banned));
    now += lifetimeMs;
    const others = [revoked.id, ...foreign, announcedTokenId(withdrawn), announcedTokenId(banned)];
    const unknown = ['lw_0000000000', '', '\u0000', '%', 'jwt:https://id.example:ada'];
    const kept = [valid.id, ofProduct.id, announcedTokenId(announced)];
    const found = await tokens.unrevokedAmong(D, [...kept, ...others, ...unknown, ...kept]);
    expect([...found].toSorted()).toEqual(kept.toSorted());
    expect(await tokens.unrevokedAmong(D, [])).toEqual(new Set());
  });

  test('invalid hashes, and hashes for an unknown device, are not announced', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { tokens } = registry;
    await populate(registry);
    for (const wrong of ['', 'ab', FINGERPRINT.toUpperCase(), `${FINGERPRINT}0`, 'token 1', '\u0000']) {
      await expect(tokens.announce(D, [wrong])).rejects.toMatchObject({ code: 'ERR_HEX' });
      await expect(tokens.announceOne(D, wrong)).rejects.toMatchObject({ code: 'ERR_HEX' });
      await expect(tokens.withdraw(D, wrong)).rejects.toMatchObject({ code: 'ERR_HEX' });
    }
    for (const key of [
      { ...D, deviceId: 'none' },
      { ...D, deviceId: '\u0000' },
    ]) {
      await expect(tokens.announce(key, hashes(1))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
      await expect(tokens.announceOne(key, FINGERPRINT)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    }
  });

  test('a device can announce 1,024 tokens, but not 1,025', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { tokens, changes } = registry;
    await populate(registry);
    await tokens.announce(D, hashes(1_023));
    await tokens.announceOne(D, hashes(1, 1_023)[0] ?? '');
    await expect(tokens.announceOne(D, FINGERPRINT)).rejects.toMatchObject({ code: 'ERR_REGISTRY_LIMIT' });
    await expect(tokens.announce(D, hashes(1_025))).rejects.toMatchObject({ code: 'ERR_REGISTRY_LIMIT' });
    expect(await tokens.find(D, 'token 1023')).toMatchObject({ isRevoked: false });
    await tokens.announce(D, hashes(1_024, 5_000));
    expect(await tokens.find(D, 'token 1023')).toBeUndefined();
    expect(await changes.since(0)).toHaveLength(1_000);
    expect(await changes.since(1_000)).toHaveLength(24);
    expect(await changes.latest()).toBe(1_024);
  });

  test('an announced token that an operator revoked stays revoked, whatever the device announces', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { tokens, changes } = registry;
    await populate(registry);
    const [shared = '', other = ''] = hashes(2);
    await tokens.announce(D, [shared, other]);
    await tokens.announce(E, [shared]);
    await tokens.revoke(announcedTokenId(shared));
    await tokens.revoke(announcedTokenId(shared));
    await tokens.announce(D, [shared, other]);
    await tokens.announceOne(D, shared);
    for (const key of [D, E]) expect(await tokens.find(key, 'token 0')).toMatchObject({ isRevoked: true });
    expect(await tokens.find(D, 'token 1')).toMatchObject({ isRevoked: false });
    expect(new Set((await changes.since(0)).map(({ deviceId }) => deviceId))).toEqual(new Set(['d', 'e']));
  });

  test('a token of the service takes precedence over an announced one with the same text', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { tokens } = registry;
    await populate(registry);
    const own = await tokens.add({ ...D, lifetimeMs });
    const foreign = await tokens.add({ ...E, lifetimeMs });
    expect(await tokens.find(D, foreign.value)).toMatchObject({ id: foreign.id, deviceId: 'e' });
    await tokens.announce(D, [hashSecret(own.value), hashSecret(foreign.value)]);
    await tokens.revoke(own.id);
    expect(await tokens.find(D, own.value)).toMatchObject({ origin: 'service', isRevoked: true });
    expect(await tokens.find(D, foreign.value)).toMatchObject({ origin: 'device', deviceId: 'd' });
    expect(await tokens.find(E, foreign.value)).toMatchObject({ origin: 'service', deviceId: 'e' });
  });
});
