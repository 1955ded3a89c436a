/** @module An issuer's keys from a real server: rotated, down, slow, huge, garbage. */
import type { JSONWebKeySet } from 'jose';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchJwks } from './fetch-jwks.ts';
import { KeyServer, makeSigner } from './issuer.fixture.ts';
import { rotatingKeys, type FindKey } from './key-source.ts';

const MINUTE_MS = 60_000;
const [older, newer] = [await makeSigner('k1'), await makeSigner('k2')];

let server: KeyServer;
let nowMs = 0;
let find: FindKey;
beforeEach(async () => {
  server = await KeyServer.start();
  nowMs = 0;
  find = rotatingKeys({
    url: server.url,
    fetchKeys: () => fetchJwks(server.url, { timeoutMs: 1_000 }),
    nowMs: () => nowMs,
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const isGood = async (token: string): Promise<boolean> => {
  try {
    await jwtVerify(token, find);
    return true;
  } catch {
    return false;
  }
};

describe('keys are fetched', () => {
  test('with the first token, and not again for the next ones', async () => {
    server.publish(older);
    for (let index = 0; index < 20; index += 1) expect(await isGood(await older.sign())).toBe(true);
    expect(server.hits).toBe(1);
  });

  test('once for tokens that arrive at the same time', async () => {
    server.publish(older);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => older.sign()));
    expect(await Promise.all(tokens.map(isGood))).toEqual(tokens.map(() => true));
    expect(server.hits).toBe(1);
  });

  test('again when a token names an unknown key, at most every ten seconds', async () => {
    server.publish(older);
    expect(await isGood(await older.sign())).toBe(true);
    server.publish(older, newer);
    expect(await isGood(await newer.sign())).toBe(false);
    nowMs = 10_000;
    const tokens = await Promise.all([newer.sign(), newer.sign(), older.sign()]);
    expect(await Promise.all(tokens.map(isGood))).toEqual([true, true, true]);
    expect(server.hits).toBe(2);
    const strange = await (await makeSigner('unknown')).sign();
    for (nowMs = 10_000; nowMs < 70_000; nowMs += 100) expect(await isGood(strange)).toBe(false);
    expect(server.hits).toBe(7);
    expect(await isGood(await newer.sign())).toBe(true);
  });

  test('again after ten minutes, so that a withdrawn key is refused', async () => {
    server.publish(older, newer);
    expect(await isGood(await older.sign())).toBe(true);
    server.publish(newer);
    nowMs = 10 * MINUTE_MS - 1;
    expect(await isGood(await older.sign())).toBe(true);
    nowMs = 10 * MINUTE_MS;
    expect(await isGood(await older.sign())).toBe(false);
    expect(await isGood(await newer.sign())).toBe(true);
  });
});

type Trouble = readonly [string, (server: KeyServer) => void];
const troubles: readonly Trouble[] = [
  ['breaks the connection', (at) => at.breakDown()],
  ['does not answer', (at) => (at.respond = () => undefined)],
  [
    'begins to answer and stops',
    (at) => {
      at.respond = (_, response) => response.write('{"keys":');
    },
  ],
  [
    'never ends',
    (at) => {
      at.respond = (_, response) => {
        const write = (): void => void (response.destroyed || response.write(' '.repeat(65_536), write));
        write();
      };
    },
  ],
  ['answers garbage', (at) => (at.respond = (_, response) => response.end('\0<html>'))],
  ['answers something else', (at) => (at.respond = (_, response) => response.end('{"keys":{}}'))],
  ['has no keys', (at) => (at.respond = (_, response) => response.end('{"keys":[]}'))],
  ['has no such page', (at) => (at.respond = (_, response) => response.writeHead(404).end('{"keys":[]}'))],
  [
    'redirects',
    (at) => {
      at.respond = (_, response) => response.writeHead(302, { location: `${at.url.href}?x` }).end();
    },
  ],
];

describe.each(troubles)('while the server %s', (_, makeTrouble) => {
  test('stored keys still work, unknown ones are refused, and new ones work once it answers again', async () => {
    server.publish(older);
    expect(await isGood(await older.sign())).toBe(true);
    makeTrouble(server);
    nowMs = 20 * MINUTE_MS;
    expect(await isGood(await older.sign())).toBe(true);
    expect(await isGood(await newer.sign())).toBe(false);
    server.publish(newer);
    nowMs += MINUTE_MS;
    expect(await isGood(await newer.sign())).toBe(true);
    expect(await isGood(await older.sign())).toBe(false);
  });

  test('all tokens are refused without stored keys, and accepted once it answers again', async () => {
    makeTrouble(server);
    expect(await isGood(await older.sign())).toBe(false);
    expect(await isGood(await older.sign())).toBe(false);
    expect(server.hits).toBe(1);
    server.publish(older);
    nowMs += MINUTE_MS;
    expect(await isGood(await older.sign())).toBe(true);
  });
});

test('reads key sets up to 256 KiB and refuses larger ones', async () => {
  let bytes = 256 * 1024;
  server.respond = (_, response) => response.end(JSON.stringify({ keys: [older.jwk] }).padEnd(bytes));
  expect((await fetchJwks(server.url)).keys).toHaveLength(1);
  bytes += 1;
  await expect(fetchJwks(server.url)).rejects.toMatchObject({ code: 'ERR_JWKS' });
});

test('ignores unusable keys and accepts the others', async () => {
  const rsa = { kty: 'RSA', kid: 'rsa', n: 'AA', e: 'AQAB' };
  const keys: unknown[] = [null, 5, 'key', {}, { kid: 5, kty: 'EC' }, { kid: 'k0' }, rsa, older.jwk];
  server.respond = (_, response) => response.end(JSON.stringify({ keys, comment: 'x' }));
  expect(await isGood(await older.sign())).toBe(true);
  const found: JSONWebKeySet = await fetchJwks(server.url);
  expect(found.keys.map(({ kid }) => kid)).toEqual(['rsa', 'k1']);
  expect(await isGood(await older.sign({}, { kid: 'rsa' }))).toBe(false);
});
