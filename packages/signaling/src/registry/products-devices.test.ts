/** @module Products and devices, on each database. */
import { expect, test } from 'vitest';
import { onEachDatabase } from '../test-support/databases.fixture.ts';

const FINGERPRINT = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const ISSUER = { issuer: 'https://id.example', audience: 'a', jwks: 'https://id.example/jwks.json' };

onEachDatabase((make) => {
  test('products and devices are registered once, and found by their exact ids only', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices } = registry;
    await products.add('p');
    await expect(products.add('p')).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
    const device = { productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT.toUpperCase(), name: 'Door' };
    await devices.add(device);
    await expect(devices.add(device)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
    for (const productId of ['q', 'a\u0000b']) {
      await expect(devices.add({ ...device, productId })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    }
    expect(await devices.lookUp({ productId: 'p', deviceId: 'd' })).toMatchObject({
      fingerprint: FINGERPRINT,
    });
    for (const deviceId of ['\u212A', 'd ', '', '\u0000', "d' OR '1'='1", '\uD800']) {
      expect(await devices.lookUp({ productId: 'p', deviceId })).toEqual({ kind: 'unknownDevice' });
    }
    for (const productId of ['p ', '', "p' OR '1'='1", 'p\u0000']) {
      expect(await products.has(productId)).toBe(false);
      expect(await products.jwtIssuers(productId)).toEqual([]);
      expect(await devices.lookUp({ productId, deviceId: 'd' })).toEqual({ kind: 'unknownProduct' });
    }
    expect(await products.has('p')).toBe(true);
  });

  test('invalid ids, names and fingerprints are rejected', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices } = registry;
    for (const id of ['', 'a b', 'ä', '../x', '-x', 'x'.repeat(65), 'a\nb', 'a\u0000']) {
      await expect(products.add(id)).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
    }
    await products.add('x'.repeat(64));
    const device = { productId: 'x'.repeat(64), deviceId: 'd', fingerprint: FINGERPRINT };
    await expect(devices.add({ ...device, deviceId: '' })).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
    for (const name of ['', 'ü'.repeat(33), 'a\u0000', 'red \u001B[31m', '\uD800']) {
      await expect(devices.add({ ...device, name })).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
    }
    await expect(devices.add({ ...device, fingerprint: 'ab' })).rejects.toMatchObject({
      code: 'ERR_FINGERPRINT_FORMAT',
    });
    await devices.add({ ...device, name: 'ü'.repeat(32) });
  });

  test('a product has issuers, each once, and is listed with them', async () => {
    await using database = await make();
    await using registry = await database.open(() => 7);
    const { products, changes } = registry;
    await products.add('p', ISSUER);
    await products.add('q');
    await expect(products.addIssuer('p', ISSUER)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
    await expect(products.addIssuer('none', ISSUER)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    const second = { ...ISSUER, issuer: 'https://other.example', jwks: '/etc/keys.json' };
    await products.addIssuer('p', second);
    expect(await products.get('p')).toEqual({ productId: 'p', createdAt: 7, issuers: [ISSUER, second] });
    expect(await products.get('none')).toBeUndefined();
    expect(await products.list({ limit: 1 })).toMatchObject([{ productId: 'p', issuers: [ISSUER, second] }]);
    expect(await products.list({ after: 'p', limit: 9 })).toMatchObject([{ productId: 'q', issuers: [] }]);
    await products.removeIssuer('p', ISSUER.issuer);
    await expect(products.removeIssuer('p', ISSUER.issuer)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    expect(await products.jwtIssuers('p')).toEqual([second]);
    expect(await changes.since(0)).toMatchObject([
      { kind: 'issuer', productId: 'p', issuer: ISSUER.issuer, at: 7 },
    ]);
  });

  test('an issuer without visible names, or without keys at a URL or in a file, is rejected', async () => {
    await using database = await make();
    await using registry = await database.open();
    const wrong = [
      ['ERR_NAME_FORMAT', { issuer: '' }],
      ['ERR_NAME_FORMAT', { issuer: 'a b' }],
      ['ERR_NAME_FORMAT', { audience: 'a\u0000' }],
      ['ERR_NAME_FORMAT', { audience: 'a'.repeat(2_049) }],
      ['ERR_JWKS', { jwks: 'keys.json' }],
      ['ERR_JWKS', { jwks: 'ftp://id.example/keys' }],
      ['ERR_JWKS', { jwks: '/etc/\u0000' }],
    ] as const;
    for (const [code, part] of wrong) {
      await expect(registry.products.add('p', { ...ISSUER, ...part })).rejects.toMatchObject({ code });
    }
    expect(await registry.products.has('p')).toBe(false);
  });

  test('a product can have 16 issuers, but not 17', async () => {
    await using database = await make();
    await using registry = await database.open();
    await registry.products.add('p');
    const add = (index: number): Promise<void> =>
      registry.products.addIssuer('p', { ...ISSUER, issuer: `i${index}` });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => add(index)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    await expect(add(99)).rejects.toMatchObject({ code: 'ERR_REGISTRY_LIMIT' });
    expect(await registry.products.jwtIssuers('p')).toHaveLength(16);
  });

  test('devices are listed in byte order, a page at a time', async () => {
    await using database = await make();
    await using registry = await database.open();
    await registry.products.add('p');
    const ids = ['Z', 'a', 'B', '_', '1', 'a.b', 'a-b', 'a_b', 'aC'].map((id) => `x${id}`);
    for (const deviceId of ids) {
      await registry.devices.add({ productId: 'p', deviceId, fingerprint: FINGERPRINT });
    }
    const listed: string[] = [];
    for (let after: string | undefined; ; after = listed.at(-1)) {
      const page = await registry.devices.list({ productId: 'p', after, limit: 2 });
      listed.push(...page.map(({ deviceId }) => deviceId));
      if (page.length < 2) break;
    }
    expect(listed).toEqual(ids.toSorted());
    expect(await registry.devices.list({ productId: 'none', limit: 2 })).toEqual([]);
    for (const limit of [0, 1_001, 1.5, Number.NaN]) {
      await expect(registry.devices.list({ productId: 'p', limit })).rejects.toMatchObject({
        code: 'ERR_NAME_FORMAT',
      });
    }
  });

  test('a device can change its name, key and enabled state; revocations go to the change feed', async () => {
    await using database = await make();
    await using registry = await database.open(() => 7);
    const { products, devices, changes } = registry;
    const key = { productId: 'p', deviceId: 'd' };
    await products.add('p');
    await devices.add({ ...key, fingerprint: FINGERPRINT, name: 'Door' });
    const stored = {
      ...key,
      fingerprint: FINGERPRINT,
      name: 'Door',
      isEnabled: true,
      createdAt: 7,
      seenAt: undefined,
    };
    expect(await devices.get(key)).toEqual(stored);
    expect(await devices.update(key, {})).toEqual(stored);
    expect(await devices.update(key, { name: 'Gate', isEnabled: true })).toEqual({ ...stored, name: 'Gate' });
    expect(await devices.update(key, { name: null })).toEqual({ ...stored, name: undefined });
    expect(await changes.since(0)).toEqual([]);
    await devices.update(key, { isEnabled: false });
    expect((await devices.lookUp({ productId: 'p', deviceId: 'd' })).kind).toBe('unknownDevice');
    expect(await devices.lookUp(key)).toEqual({ kind: 'unknownDevice' });
    expect(await devices.get(key)).toMatchObject({ isEnabled: false });
    expect(await changes.since(0)).toMatchObject([{ kind: 'device', ...key, tokenId: undefined, at: 7 }]);
    await devices.update(key, { isEnabled: true, fingerprint: OTHER });
    expect(await devices.lookUp({ productId: 'p', deviceId: 'd' })).toMatchObject({ fingerprint: OTHER });
    expect(await changes.since(await changes.latest())).toEqual([]);
    expect(await changes.since(0)).toHaveLength(2);
    for (const missing of [
      { ...key, deviceId: 'e' },
      { ...key, deviceId: '\u0000' },
    ]) {
      await expect(devices.update(missing, {})).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
      await expect(devices.remove(missing)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
      expect(await devices.get(missing)).toBeUndefined();
    }
    await expect(devices.update(key, { fingerprint: 'x' })).rejects.toMatchObject({
      code: 'ERR_FINGERPRINT_FORMAT',
    });
  });

  test('removing a product or device removes what belongs to it', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices, tokens, changes } = registry;
    await products.add('p', ISSUER);
    for (const deviceId of ['d', 'e']) {
      const key = { productId: 'p', deviceId };
      await devices.add({ ...key, fingerprint: FINGERPRINT });
      await tokens.add({ ...key, lifetimeMs: 1_000 });
      await tokens.announceOne(key, FINGERPRINT);
    }
    await devices.remove({ productId: 'p', deviceId: 'd' });
    expect(await devices.list({ productId: 'p', limit: 10 })).toMatchObject([{ deviceId: 'e' }]);
    expect(await tokens.list({ productId: 'p', limit: 10 })).toHaveLength(2);
    await products.remove('p');
    expect(await products.list({ limit: 10 })).toEqual([]);
    expect(await tokens.list({ productId: 'p', limit: 10 })).toEqual([]);
    expect(await changes.since(0)).toMatchObject([
      { kind: 'device', productId: 'p', deviceId: 'd' },
      { kind: 'product', productId: 'p', deviceId: undefined },
    ]);
    await expect(products.remove('p')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(products.remove('\u0000')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await products.add('p');
    expect(await products.jwtIssuers('p')).toEqual([]);
  });

  test('the last-seen times of many devices are stored in one batch, and never go back', async () => {
    await using database = await make();
    let now = 1;
    await using registry = await database.open(() => now);
    const { products, devices, lastSeen } = registry;
    await products.add('p');
    const keys = Array.from({ length: 620 }, (_, index) => ({ productId: 'p', deviceId: `d${index}` }));
    await Promise.all(keys.map((key) => devices.add({ ...key, fingerprint: FINGERPRINT })));
    await devices.touch([...keys, { productId: 'p', deviceId: '\u0000' }], 50);
    await devices.touch(keys.slice(0, 1), 40);
    expect((await devices.list({ productId: 'p', limit: 1_000 })).every(({ seenAt }) => seenAt === 50)).toBe(
      true,
    );
    now = 60;
    for (const key of keys.slice(0, 2)) lastSeen.note(key);
    await lastSeen.flush();
    expect(await devices.list({ productId: 'p', limit: 3 })).toMatchObject([
      { deviceId: 'd0', seenAt: 60 },
      { deviceId: 'd1', seenAt: 60 },
      { deviceId: 'd10', seenAt: 50 },
    ]);
    lastSeen.note({ productId: 'p', deviceId: 'd10' });
    now = 70;
    await registry.close();
    await using again = await database.open();
    expect(await again.devices.get({ productId: 'p', deviceId: 'd10' })).toMatchObject({ seenAt: 70 });
  });

  test('a second connection sees the writes of the first while both are open', async () => {
    await using database = await make();
    await using one = await database.open();
    await using two = await database.open();
    await one.products.add('p');
    expect(await two.products.has('p')).toBe(true);
    await two.devices.add({ productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT });
    expect(await one.devices.lookUp({ productId: 'p', deviceId: 'd' })).toMatchObject({
      fingerprint: FINGERPRINT,
    });
    await expect(one.ready()).resolves.toBeUndefined();
    await one.close();
    await one.close();
    await expect(two.ready()).resolves.toBeUndefined();
  });
});
