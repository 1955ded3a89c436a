/** @module JWT logins: issuer, audience, keys and time. */
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { listen, portOf } from '../../../../scripts/listening.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import type { Clock } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { DEVICE, TestService } from '../test-support/test-service.fixture.ts';
import type { TestSocket } from '../test-support/test-socket.fixture.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'longwire';
const PRODUCT = 'pr-jwt';
const DAY_MS = 86_400_000;

interface Signer {
  readonly jwk: JWK;
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

async function makeSigner(clock: Pick<Clock, 'wall'>, kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const seconds = () => Math.floor(clock.wall() / 1000);
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

test('a JWT of the issuer is admitted, and the session has issuer and subject', async () => {
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

test('every invalid JWT is rejected with 4002, with 30 s of clock tolerance, and none is logged', async () => {
  const lines: string[] = [];
  await using directory = await makeDirectory();
  const log = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } };
  await using service = await TestService.start({ log });
  const signer = await makeSigner(service.clock, 'k1');
  const stranger = await makeSigner(service.clock, 'k1');
  const file = join(directory.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
  await addProduct(service, file);
  const seconds = Math.floor(service.clock.wall() / 1000);
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
    'a subject that is too long': await signer.sign({ sub: 'x'.repeat(257) }),
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

test('a JWT for a product without an issuer, and a token of another product, are rejected with 4002', async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start();
  const signer = await makeSigner(service.clock, 'k1');
  const file = join(directory.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [signer.jwk] }));
  await addProduct(service, file);
  expect(await outcome(service, await signer.sign(), 'pr-1')).toBe(4002);
  expect((await (await service.login({ productId: PRODUCT })).closed).code).toBe(4002);
});

const UNCHECKED = { code: 1011, reason: 'the token cannot be checked just now' };

test('a file with new keys is used immediately; with a broken or missing one tokens cannot be verified', async () => {
  await using directory = await makeDirectory();
  await using service = await TestService.start();
  const [older, newer] = [await makeSigner(service.clock, 'k1'), await makeSigner(service.clock, 'k2')];
  const file = join(directory.path, 'jwks.json');
  await addProduct(service, file);
  expect(await (await login(service, await older.sign())).closed).toEqual(UNCHECKED);
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
  expect(await (await login(service, await newer.sign())).closed).toEqual(UNCHECKED);
});

/** An issuer's server with responses that the test controls. */
class KeyServer implements AsyncDisposable {
  hits = 0;
  respond: (response: ServerResponse) => void = (response) => response.writeHead(500).end();
  readonly #server = createServer((_request, response) => {
    this.hits += 1;
    this.respond(response);
  });

  static async start(): Promise<KeyServer> {
    const made = new KeyServer();
    await listen(made.#server);
    return made;
  }

  get port(): number {
    return portOf(this.#server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/jwks`;
  }

  publish(...signers: readonly Signer[]): void {
    this.respond = (response) => response.end(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) }));
  }

  /** Closes every connection without a response. */
  goAway(): void {
    this.respond = (response) => response.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const COOL_DOWN_MS = 10_000;

test('while an issuer is away its cached keys are used; without them logins end with 1011 and are recorded, until it is back', async () => {
  await using issuer = await KeyServer.start();
  await using service = await TestService.start({ allowPrivateIssuers: true });
  const [known, other] = [await makeSigner(service.clock, 'k1'), await makeSigner(service.clock, 'k2')];
  await addProduct(service, issuer.url);
  issuer.goAway();
  expect(await (await login(service, await known.sign())).closed).toEqual(UNCHECKED);
  expect(await (await login(service, 'garbage')).closed).toMatchObject({ code: 4002 });
  const [, unchecked] = await service.service.registry.audit.list({ limit: 2, outcome: 'refused' });
  expect(unchecked?.detail).toMatch(
    /^cannot fetch the issuer's keys from http:\/\/127\.0\.0\.1:\d+\/jwks: /u,
  );
  issuer.publish(known);
  service.clock.advance(COOL_DOWN_MS);
  expect(await outcome(service, await known.sign())).toBe(4003);
  issuer.goAway();
  service.clock.advance(DAY_MS);
  expect(await outcome(service, await known.sign())).toBe(4003);
  expect(await (await login(service, await other.sign())).closed).toEqual(UNCHECKED);
  expect(await outcome(service, await known.sign({ exp: 1 }))).toBe(4002);
  issuer.publish(known, other);
  service.clock.advance(COOL_DOWN_MS);
  expect(await outcome(service, await other.sign())).toBe(4003);
  issuer.publish(other);
  service.clock.advance(DAY_MS);
  expect(await outcome(service, await known.sign())).toBe(4002);
});

test('an issuer is fetched once for many logins, and at most every ten seconds for unknown keys', async () => {
  await using issuer = await KeyServer.start();
  await using service = await TestService.start({ allowPrivateIssuers: true });
  const [known, stranger] = [await makeSigner(service.clock, 'k1'), await makeSigner(service.clock, 'k2')];
  await addProduct(service, issuer.url);
  issuer.publish(known);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => known.sign()));
  expect(new Set(await Promise.all(tokens.map((jwt) => outcome(service, jwt))))).toEqual(new Set([4003]));
  expect(issuer.hits).toBe(1);
  service.clock.advance(COOL_DOWN_MS);
  expect(await outcome(service, await stranger.sign())).toBe(4002);
  // the key may have been published in the meantime
  for (let index = 0; index < 5; index += 1) expect(await outcome(service, await stranger.sign())).toBe(1011);
  expect(issuer.hits).toBe(2);
  issuer.publish(known, stranger);
  service.clock.advance(COOL_DOWN_MS);
  expect(await outcome(service, await stranger.sign())).toBe(4003);
});

test.each<[string, (port: number) => string]>([
  ['a literal address', (port) => `https://127.0.0.1:${port}/jwks`],
  ['a decimal address', (port) => `https://2130706433:${port}/jwks`],
  ['an IPv6 address', (port) => `https://[::1]:${port}/jwks`],
  ['an IPv4 address in IPv6', (port) => `https://[::ffff:127.0.0.1]:${port}/jwks`],
  ['a name', (port) => `https://localhost:${port}/jwks`],
  ['plain HTTP', (port) => `http://127.0.0.1:${port}/jwks`],
])('keys of an issuer on this machine are not fetched unless allowed: %s', async (_what, urlOf) => {
  const server = createTcpServer();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0);
  await once(server, 'listening');
  const url = urlOf(portOf(server));
  const signer = await makeSigner(new ManualClock(), 'k1');
  for (const [allowPrivateIssuers, expected] of [
    [undefined, 0],
    [true, 1],
  ] as const) {
    await using service = await TestService.start({ allowPrivateIssuers });
    await addProduct(service, url);
    expect(await (await login(service, await signer.sign())).closed).toEqual(UNCHECKED);
    expect(Math.min(connections, 1)).toBe(expected);
  }
  server.close();
});
