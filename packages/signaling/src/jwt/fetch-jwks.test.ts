/** @module Allowed addresses and limits for fetching an issuer's keys. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { listen } from '../test-support/listen.fixture.ts';
import { fetchJwks } from './fetch-jwks.ts';

const KEYS = '{"keys":[{"kty":"EC"}]}';
type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(respond: Respond): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createServer(respond))}/jwks`);
}

/** Resolves every name to these addresses and counts the lookups. */
function resolvingTo(...answers: readonly (readonly string[])[]): {
  lookup: LookupFunction;
  count: () => number;
} {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const addresses: LookupAddress[] = (answers[Math.min(asked, answers.length - 1)] ?? []).map(
      (address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }),
    );
    asked += 1;
    if (all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
  };
  return { lookup, count: () => asked };
}

const refused = (what: string): object => ({
  code: 'ERR_JWKS',
  message: expect.stringMatching(new RegExp(`${what}.*allow-private-issuers`, 'u')),
});

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private network', ['10.0.0.8']],
  ['the metadata of a cloud', ['169.254.169.254']],
  ['a unique local address', ['fd00::1']],
  ['IPv4 in IPv6', ['::ffff:192.168.1.1']],
  ['a public address and a private one', ['1.1.1.1', '192.168.1.1']],
])('a name that resolves to %s is rejected before connecting', async (_what, addresses) => {
  const { lookup } = resolvingTo(addresses);
  const fetched = fetchJwks(new URL('https://issuer.example/jwks'), { allowPrivate: false, lookup });
  await expect(fetched).rejects.toMatchObject(refused('is not a public address'));
});

const unresolved: LookupFunction = (_name, _options, callback) => callback(new Error('no such name'), '', 0);

test.each([
  ['resolves to nothing', resolvingTo([]).lookup, 'no address'],
  ['does not resolve', unresolved, 'no such name'],
])('a name that %s is rejected', async (_what, lookup, reason) => {
  const fetched = fetchJwks(new URL('https://issuer.example/jwks'), { allowPrivate: false, lookup });
  await expect(fetched).rejects.toThrow(reason);
});

test('a name is resolved once, so that the checked address is the connected one', async () => {
  // a second response, as with DNS rebinding
  const { lookup, count } = resolvingTo(['192.168.1.1'], ['1.1.1.1']);
  const fetched = fetchJwks(new URL('https://issuer.example/jwks'), { allowPrivate: false, lookup });
  await expect(fetched).rejects.toMatchObject(refused('192.168.1.1'));
  expect(count()).toBe(1);
});

test.each(['http://issuer.example/jwks', 'http://1.1.1.1/jwks'])(
  'plain HTTP is rejected: %s',
  async (url) => {
    const { lookup, count } = resolvingTo(['1.1.1.1']);
    await expect(fetchJwks(new URL(url), { allowPrivate: false, lookup })).rejects.toMatchObject(
      refused('not an https URL'),
    );
    expect(count()).toBe(0);
  },
);

test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/', 'https://[fe80::1]/', 'https://0/'])(
  'a literal private address is rejected: %s',
  async (url) => {
    await expect(fetchJwks(new URL(url), { allowPrivate: false })).rejects.toMatchObject(
      refused('is not a public address'),
    );
  },
);

test('with allowPrivate keys can be fetched from loopback over HTTP', async () => {
  const url = await serve((_request, response) => response.end(KEYS));
  expect(await fetchJwks(url, { allowPrivate: true })).toEqual({ keys: [{ kty: 'EC' }] });
  url.hostname = 'localhost';
  const fetched = await fetchJwks(url, { allowPrivate: true, lookup: systemLookup });
  expect(fetched.keys).toHaveLength(1);
});

test('fetching keys verifies the TLS certificate', async () => {
  await using directory = await makeDirectory();
  const { certFile, keyFile } = await makeCertificate(directory.path);
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  const port = await listen(createSecureServer({ cert, key }, (_request, response) => response.end(KEYS)));
  const fetched = fetchJwks(new URL(`https://127.0.0.1:${port}/`), { allowPrivate: true });
  await expect(fetched).rejects.toThrow('self-signed');
});

test.each([301, 302, 303, 307, 308])('a %i redirect is not followed', async (status) => {
  let hits = 0;
  const url = await serve((_request, response) => {
    hits += 1;
    response.writeHead(status, { location: '/elsewhere' }).end(KEYS);
  });
  await expect(fetchJwks(url, { allowPrivate: true })).rejects.toThrow(`status ${status}`);
  expect(hits).toBe(1);
});

test.each<[string, Respond]>([
  ['does not respond', () => undefined],
  ['stops in the middle of a response', (_request, response) => void response.write('{"keys":')],
  ['breaks the connection', (_request, response) => void response.destroy()],
  [
    'resets the connection inside the body',
    (_request, response) =>
      void response.write('{"keys":', () => setImmediate(() => response.socket?.resetAndDestroy())),
  ],
  ['answers garbage', (_request, response) => void response.end('<html>')],
  ['answers something else', (_request, response) => void response.end('{"keys":{}}')],
  ['has no such page', (_request, response) => void response.writeHead(404).end(KEYS)],
])('a server that %s fails the fetch in time', async (_what, respond) => {
  const url = await serve(respond);
  await expect(fetchJwks(url, { allowPrivate: true, timeoutMs: 200 })).rejects.toMatchObject({
    code: 'ERR_JWKS',
  });
});

test('a key set of 256 KiB is accepted, one byte more is not', async () => {
  let bytes = 256 * 1024;
  const url = await serve((_request, response) => void response.end(KEYS.padEnd(bytes)));
  expect((await fetchJwks(url, { allowPrivate: true })).keys).toHaveLength(1);
  bytes += 1;
  await expect(fetchJwks(url, { allowPrivate: true })).rejects.toThrow('more than 262144 bytes');
});
