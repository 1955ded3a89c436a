/** @module Push messages of devices: signed for one push service, sent to no private address, and within limits. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { ManualClock } from '@longwire/testing/clock';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../test-support/listen.fixture.ts';
import type { PushMessage } from '../ports/push.ts';
import { postPush } from './post-push.ts';
import { VapidKey } from './vapid-key.ts';
import { WebPush } from './web-push.ts';

const JWK = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
);
const DEVICE = { productId: 'pr-1', deviceId: 'de-1' };
const SECRET = 'a-secret-path';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A push service on loopback. */
async function pushService(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(201).end(),
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      answer(response);
    });
  });
  const port = await listen(server);
  return { received, origin: `http://127.0.0.1:${port}` };
}

const message = (endpoint: string): PushMessage => ({ endpoint, ttl: 60, urgency: 'high', body: 'AQID' });
const authorize = async (): Promise<string> => 'vapid';
const lines: string[] = [];
const log = {
  info: (fields: object, text: string) => void lines.push(JSON.stringify([fields, text])),
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};
beforeEach(() => void (lines.length = 0));

function webPush(namedOrigins: readonly string[], clock = new ManualClock()): WebPush {
  return new WebPush({ key: JWK, publicUrl: 'https://service.example', namedOrigins, clock, log });
}

describe('a message', () => {
  test('is posted with its time to live, its urgency and the token of the service', async () => {
    const { received, origin } = await pushService();
    expect(await webPush([origin]).send(DEVICE, message(`${origin}/${SECRET}?a=b`))).toBe(201);
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: `/${SECRET}?a=b`,
        headers: { ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' },
        body: Buffer.of(1, 2, 3),
      },
    ]);
    expect(lines).toEqual([]);
  });

  test.each([404, 410, 413, 429, 500])('has the status of the push service: %d', async (status) => {
    const { origin } = await pushService((response) => response.writeHead(status).end('words'));
    expect(await webPush([origin]).send(DEVICE, message(`${origin}/x`))).toBe(status);
  });

  test('is not sent on by a redirect', async () => {
    const other = await pushService();
    const { origin } = await pushService((response) =>
      response.writeHead(307, { location: `${other.origin}/x` }).end(),
    );
    expect(await webPush([origin, other.origin]).send(DEVICE, message(`${origin}/x`))).toBe(307);
    expect(other.received).toEqual([]);
  });

  test('reads nothing of an endless answer', async () => {
    const { origin } = await pushService((response) => {
      response.writeHead(201);
      response.write('x'.repeat(1_000_000));
    });
    expect(await webPush([origin]).send(DEVICE, message(`${origin}/x`))).toBe(201);
  });

  test('waits for a silent push service no longer than its limit', async () => {
    const { origin } = await pushService(() => undefined);
    await expect(
      postPush(message(`${origin}/x`), { authorize, namedOrigins: [origin], timeoutMs: 50 }),
    ).rejects.toThrow('abort');
  });
});

/** Resolves every name to these addresses. */
function resolvingTo(...found: readonly string[]): { lookup: LookupFunction; count: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    asked += 1;
    const addresses: LookupAddress[] = found.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
  };
  return { lookup, count: () => asked };
}

/** Why an endpoint is not asked. */
async function refusal(endpoint: string, lookup?: LookupFunction): Promise<string> {
  try {
    await postPush(message(endpoint), { authorize, namedOrigins: [], lookup });
    return 'sent';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

describe('an endpoint is not asked', () => {
  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
  ])('at a private address: %s', async (endpoint) =>
    expect(await refusal(endpoint)).toContain('is not a public address; push-services allows it'),
  );

  test.each([
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['a public and a private address', ['1.1.1.1', '192.168.0.1']],
    ['a unique local address', ['fd00::1']],
  ])('at a name that resolves to %s', async (_, addresses) => {
    const { lookup, count } = resolvingTo(...addresses);
    expect(await refusal(`https://push.example/${SECRET}`, lookup)).toContain('is not a public address');
    expect(count()).toBe(1);
  });

  test.each([
    ['over plain HTTP', 'http://push.example/x', 'not an https URL'],
    ['on another port', 'https://push.example:8443/x', 'port 8443'],
    ['with a password in it', 'https://user:pass@push.example/x', 'not a URL of a push service'],
    ['that is none', 'https://', 'not a URL of a push service'],
  ])('%s', async (_, endpoint, reason) => {
    const { lookup, count } = resolvingTo('1.1.1.1');
    expect(await refusal(endpoint, lookup)).toContain(reason);
    expect(count()).toBe(0);
  });

  test('only because another origin was named', async () => {
    const { origin, received } = await pushService();
    expect(await webPush(['http://127.0.0.1:1']).send(DEVICE, message(`${origin}/${SECRET}`))).toBe(0);
    expect(received).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toContain(SECRET);
  });
});

describe('the token of the service', () => {
  test('names the push service, the operator and an end within a day, and its key verifies it', async () => {
    const key = new VapidKey(JWK, 'https://service.example');
    const nowMs = 1_800_000_000_000;
    const header = await key.authorize(new URL(`https://push.example:8443/${SECRET}`), nowMs);
    const [, token = '', k] = /^vapid t=(\S+), k=(\S+)$/u.exec(header) ?? [];
    expect(k).toBe(key.publicKey);
    expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65);
    const { x, y } = JSON.parse(JWK);
    const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      currentDate: new Date(nowMs),
    });
    expect(verified.payload).toEqual({
      aud: 'https://push.example:8443',
      exp: nowMs / 1000 + 12 * 3600,
      sub: 'https://service.example',
    });
    expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'ES256' });
  });

  test('names no operator without a public address', async () => {
    const header = await new VapidKey(JWK, undefined).authorize(new URL('https://push.example/'), 0);
    const [, claims = ''] = header.split('.');
    expect(Object.keys(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')))).toEqual([
      'aud',
      'exp',
    ]);
  });
});

test('a device sends 120 messages in a burst and one a second, and no other device has fewer for it', async () => {
  const { origin } = await pushService();
  const clock = new ManualClock();
  const push = webPush([origin], clock);
  const send = (deviceId: string): Promise<number> =>
    push.send({ ...DEVICE, deviceId }, message(`${origin}/x`));
  for (let count = 0; count < 120; count += 1) expect(await send('de-1')).toBe(201);
  expect([await send('de-1'), await send('de-2')]).toEqual([429, 201]);
  clock.advance(1000);
  expect([await send('de-1'), await send('de-1')]).toEqual([201, 429]);
});

test('a node has 256 messages under way at most, of all products', async () => {
  const held: ServerResponse[] = [];
  const { origin, received } = await pushService((response) => held.push(response));
  const push = webPush([origin]);
  const sent = Array.from({ length: 257 }, (_, n) =>
    push.send({ productId: `pr-${n}`, deviceId: 'de-1' }, message(`${origin}/x`)),
  );
  expect(await sent[256]).toBe(429);
  await expect.poll(() => received.length).toBe(256);
  for (const response of held) response.writeHead(201).end();
  expect(new Set(await Promise.all(sent.slice(0, 256)))).toEqual(new Set([201]));
});

test('a product whose push service does not answer leaves room for the messages of others', async () => {
  const silent = await pushService(() => undefined);
  const quick = await pushService();
  const push = webPush([silent.origin, quick.origin]);
  for (let count = 0; count < 360; count += 1)
    void push.send({ productId: 'pr-slow', deviceId: `de-${count % 3}` }, message(`${silent.origin}/x`));
  expect(await push.send(DEVICE, message(`${quick.origin}/x`))).toBe(201);
});
