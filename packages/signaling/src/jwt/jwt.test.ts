/** @module Logins by jwt: issuer, audience, keys and time. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { makeDirectory, DEVICE, TestService } from '../test-support/test-service.fixture.ts';
import type { TestSocket } from '../test-support/test-socket.fixture.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'longwire';
const PRODUCT = 'pr-jwt';

interface Signer {
  readonly jwk: JWK;
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

async function makeSigner(clock: { now(): number }, kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' },
    sign: (claims = {}, header = {}) =>
      signWith(
        privateKey,
        { iss: ISSUER, aud: AUDIENCE, sub: 'ada', exp: seconds() + 60, ...claims },
        { alg: 'ES256', kid, ...header },
      ),
  };
}

function signWith(
  key: CryptoKey | Uint8Array,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
): Promise<string> {
  const { alg } = header;
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: String(alg) }).sign(key);
}

async function addProduct(service: TestService, jwks: string): Promise<void> {
  const { products, devices } = service.service.registry;
  await products.add(PRODUCT, { issuer: ISSUER, audience: AUDIENCE, jwks });
  await devices.add({ productId: PRODUCT, deviceId: DEVICE, fingerprint: service.identity.fingerprint });
}

async function login(service: TestService, jwt: string, productId: string = PRODUCT): Promise<TestSocket> {
  const client = await service.open();
  client.sendText(JSON.stringify({ type: 20, productId, deviceId: DEVICE, jwt }));
  return client;
}

async function outcome(service: TestService, jwt: string, productId?: string): Promise<number> {
  return (await (await login(service, jwt, productId)).closed).code;
}

test('a jwt by the issuer is admitted, and the session names issuer and subject', async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start();
  const signer = await makeSigner(service.clock, 'k1');
  const file = join(directory.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
  await addProduct(service, file);
  const device = await service.attach({ productId: PRODUCT });
  const client = await login(service, await signer.sign({ aud: ['other', AUDIENCE] }));
  expect(await client.text()).toMatch(LOGIN_REPLY);
  expect((await device.next('session-open')).tokenId).toBe(`jwt:${ISSUER}:ada`);
});

test('4002: every other jwt, 30 s of difference between clocks allowed; and none of them is in the log', async () => {
  const lines: string[] = [];
  await using directory = await makeDirectory();
  const log = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } };
  await using service = await TestService.start({ log });
  const signer = await makeSigner(service.clock, 'k1');
  const stranger = await makeSigner(service.clock, 'k1');
  const file = join(directory.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
  await addProduct(service, file);
  const seconds = Math.floor(service.clock.now() / 1000);
  const good = await signer.sign();
  const publicBytes = new TextEncoder().encode(JSON.stringify(signer.jwk));
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', exp: seconds + 60 };
  const unsigned = [{ alg: 'none' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const refused = {
    'another key with the same kid': await stranger.sign(),
    'an unknown kid': await signer.sign({}, { kid: 'k2' }),
    'another issuer': await signer.sign({ iss: 'https://other.example' }),
    'no issuer': await signer.sign({ iss: undefined }),
    'another audience': await signer.sign({ aud: 'other' }),
    'no audience': await signer.sign({ aud: undefined }),
    expired: await signer.sign({ exp: seconds - 31 }),
    'no expiry': await signer.sign({ exp: undefined }),
    'not yet valid': await signer.sign({ nbf: seconds + 31 }),
    'no subject': await signer.sign({ sub: undefined }),
    'an empty subject': await signer.sign({ sub: '' }),
    'a subject without end': await signer.sign({ sub: 'x'.repeat(257) }),
    'a MAC with the public key': await signWith(publicBytes, claims, { alg: 'HS256', kid: 'k1' }),
    'no signature': `${unsigned.join('.')}.`,
    'a changed signature': `${good.slice(0, -4)}AAAA`,
    garbage: 'garbage',
    nothing: '',
  };
  for (const [what, jwt] of Object.entries(refused)) {
    expect([what, await outcome(service, jwt)]).toEqual([what, 4002]);
  }
  const logged = Object.values(refused).filter(
    (jwt) => jwt.length > 20 && lines.join('').includes(jwt.slice(-20)),
  );
  expect(logged).toEqual([]);
  expect(await outcome(service, good)).toBe(4003);
  const tolerated = { 'just expired': { exp: seconds - 29 }, 'valid in a moment': { nbf: seconds + 30 } };
  for (const [what, claims] of Object.entries(tolerated)) {
    expect([what, await outcome(service, await signer.sign(claims))]).toEqual([what, 4003]);
  }
});

test('4002: a jwt where the product has no issuer, and an sct for a product of another', async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start();
  const signer = await makeSigner(service.clock, 'k1');
  const file = join(directory.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
  await addProduct(service, file);
  expect(await outcome(service, await signer.sign(), 'pr-1')).toBe(4002);
  expect((await (await service.login({ productId: PRODUCT })).closed).code).toBe(4002);
});

test('a file with new keys holds as soon as it is there; a broken or missing one lets nobody in', async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start();
  const [older, newer] = [await makeSigner(service.clock, 'k1'), await makeSigner(service.clock, 'k2')];
  const file = join(directory.path, 'jwks.json');
  await addProduct(service, file);
  expect(await outcome(service, await older.sign())).toBe(4002);
  const write = async (text: string, at: number) => {
    await writeFile(file, text);
    await utimes(file, at, at);
  };
  await write(JSON.stringify({ keys: [older.jwk] }), 1_000);
  expect(await outcome(service, await older.sign())).toBe(4003);
  expect(await outcome(service, await newer.sign())).toBe(4002);
  await write(JSON.stringify({ keys: [older.jwk, newer.jwk] }), 2_000);
  expect(await outcome(service, await newer.sign())).toBe(4003);
  await write('{"keys":[1]}', 3_000);
  expect(await outcome(service, await newer.sign())).toBe(4002);
});

test('keys from a URL; an unreachable one lets nobody in', async () => {
  await using service = await TestService.start();
  const signer = await makeSigner(service.clock, 'k1');
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [signer.jwk] })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await addProduct(service, `http://127.0.0.1:${port}/jwks`);
  expect(await outcome(service, await signer.sign())).toBe(4003);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await using later = await TestService.start();
  await addProduct(later, `http://127.0.0.1:${port}/jwks`);
  expect(await outcome(later, await signer.sign())).toBe(4002);
});
