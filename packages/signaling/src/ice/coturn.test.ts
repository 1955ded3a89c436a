/** @module What a real coturn with the configuration in deploy/ allows and denies. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoturn, type Coturn } from '../test-support/coturn.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TurnClient } from '../test-support/turn-client.fixture.ts';

const CONFIG = fileURLToPath(new URL('../../../../deploy/coturn/turnserver.conf', import.meta.url));
const SECRET = 'a-secret-with-thirty-two-letters';
const OLD_SECRET = 'the-secret-that-was-there-before-it';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const WRONG_CREDENTIALS = 441;
const UNSUPPORTED_TRANSPORT = 442;
const QUOTA_REACHED = 486;

/** The first and last address of each denied range, and some likely attempts. */
const DENIED_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];
const DENIED_IPV6 = [
  ['::', '::1', '::ffff', '::7f00:1'],
  ['::ffff:0.0.0.0', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:192.168.1.1'],
  // Embedded public addresses are denied as well: no one needs to write them this way.
  ['::ffff:93.184.215.14'],
  ['64:ff9b::', '64:ff9b::7f00:1', '64:ff9b::ffff:ffff', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  [
    '0:0:0:1::',
    '1::',
    '0:1:0:0:1::',
    '100::',
    '100::ffff:ffff:ffff:ffff',
    '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ['2001::', '2001::ffff:ffff:ffff:ffff', '2001:2::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];
/** Adjacent to the ranges, to detect ranges that are too wide. */
const ALLOWED_IPV4 = [
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
  ['198.20.0.0', '223.255.255.255', '198.51.100.10', '203.0.113.10', '93.184.215.14'],
];
const ALLOWED_IPV6 = [
  ['2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::', '2001:ffff::1', '2003::1'],
  ['2000::1', '2a00:1450:4001::1', '3ffe:ffff::1', '3fff:1000::1'],
];

async function answersOf(coturn: Coturn, peers: readonly string[][], isIPv6: boolean): Promise<object> {
  using client = coturn.client();
  expect((await client.allocate({ isIPv6 })).error).toBe(0);
  const answers: Record<string, number> = {};
  for (const peer of peers.flat()) answers[peer] = (await client.permit(peer)).error;
  return answers;
}

function all(peers: readonly string[][], error: number): object {
  return Object.fromEntries(peers.flat().map((peer) => [peer, error]));
}

describe('coturn as configured in deploy/', () => {
  let coturn: Coturn;
  beforeAll(async () => {
    coturn = await startCoturn({ secretFile: `${SECRET},${OLD_SECRET}\n` });
  });
  afterAll(async () => await coturn[Symbol.asyncDispose]());

  test('coturn knows every line of the configuration', () => {
    expect(coturn.log()).not.toMatch(/bad config|unknown argument|unrecognized option|cannot|error|wrong/iu);
    expect(coturn.log()).not.toContain(SECRET);
  });

  test.each([
    'use-auth-secret',
    'no-tcp-relay',
    'no-cli',
    'no-multicast-peers',
    'stale-nonce=600',
    'user-quota=16',
    'total-quota=2000',
    'fingerprint',
  ])('the configuration contains %s', async (line) => {
    expect((await readFile(CONFIG, 'utf8')).split('\n')).toContain(line);
  });

  test('every non-public range is denied as a peer, at both ends', async () => {
    expect(await answersOf(coturn, DENIED_IPV4, false)).toEqual(all(DENIED_IPV4, FORBIDDEN));
    expect(await answersOf(coturn, DENIED_IPV6, true)).toEqual(all(DENIED_IPV6, FORBIDDEN));
  });

  test('public addresses are allowed, including those adjacent to denied ranges', async () => {
    expect(await answersOf(coturn, ALLOWED_IPV4, false)).toEqual(all(ALLOWED_IPV4, 0));
    expect(await answersOf(coturn, ALLOWED_IPV6, true)).toEqual(all(ALLOWED_IPV6, 0));
  });

  test('both ends of every denied range are denied as written in the configuration', async () => {
    const ends = [
      ...(await readFile(CONFIG, 'utf8')).matchAll(/^denied-peer-ip=([\d.a-f:]+)-([\d.a-f:]+)$/gmu),
    ];
    expect(ends.length).toBeGreaterThan(30);
    for (const isIPv6 of [false, true]) {
      const peers = ends.map(([, first = '', last = '']) => [first, last]);
      const own = peers.filter(([first = '']) => first.includes(':') === isIPv6);
      expect(await answersOf(coturn, own, isIPv6)).toEqual(all(own, FORBIDDEN));
    }
  });

  test('STUN responds to all clients with their address and a fingerprint, and without its software version', async () => {
    using client = coturn.client();
    const { mapped, own, answer } = await client.binding();
    expect(mapped).toBe(`127.0.0.1:${own}`);
    expect(TurnClient.hasFingerprint(answer)).toBe(true);
    expect(TurnClient.softwareOf(answer)).toBeUndefined();
  });

  test('credentials signed with either secret are accepted; other and expired ones are not', async () => {
    const now = Date.now();
    const outcomes = [];
    for (const grant of [
      { secret: SECRET },
      { secret: OLD_SECRET },
      { secret: `${SECRET}-not` },
      { secret: SECRET, expiresAt: now - 1000 },
    ]) {
      using client = coturn.client(grant);
      outcomes.push((await client.allocate()).error);
    }
    expect(outcomes).toEqual([0, 0, UNAUTHORIZED, UNAUTHORIZED]);
  });

  test('an allocation lasts ten minutes at a time, and TCP allocations are refused', async () => {
    using client = coturn.client();
    expect((await client.allocate({ isTcp: true })).error).toBe(UNSUPPORTED_TRANSPORT);
    using other = coturn.client();
    expect(TurnClient.lifetimeOf(await other.allocate())).toBe(600);
    expect(TurnClient.lifetimeOf(await other.refresh(3600))).toBe(600);
  });
});

test('one end of a session can create sixteen allocations, without affecting others', async () => {
  // Its own: another test's allocations would be in the way of a client that gets the port of one (437).
  await using coturn = await startCoturn({ secretFile: SECRET });
  using clients = new DisposableStack();
  const errors = [];
  for (let index = 0; index <= 16; index += 1) {
    const expiresAt = Date.now() + 600_000 + index * 1000;
    errors.push((await clients.use(coturn.client({ id: 'greedy-client', expiresAt })).allocate()).error);
  }
  expect(errors).toEqual([...Array.from({ length: 16 }, () => 0), QUOTA_REACHED]);
  expect((await clients.use(coturn.client({ id: 'greedy-device' })).allocate()).error).toBe(0);
});

test('hundreds of sessions have allocations at the same time, although idle ones last until they expire', async () => {
  await using coturn = await startCoturn({ secretFile: SECRET });
  using clients = new DisposableStack();
  const errors = [];
  for (let index = 0; index < 300; index += 1)
    errors.push((await clients.use(coturn.client({ id: `session-${index}` })).allocate()).error);
  expect(errors.indexOf(QUOTA_REACHED)).toBe(-1);
});

test('many simultaneous logins right after the start succeed', async () => {
  await using coturn = await startCoturn({ secretFile: SECRET });
  using clients = new DisposableStack();
  const ids = Array.from({ length: 32 }, (_, index) => `early-${index}`);
  const errors = ids.map(async (id) => (await clients.use(coturn.client({ id })).allocate()).error);
  expect(await Promise.all(errors)).toEqual(ids.map(() => 0));
});

test('an allocation outlives its credentials and accepts no others', async () => {
  // Nonces expire immediately: coturn has to check the credentials again, as it otherwise does after ten
  // minutes.
  await using coturn = await startCoturn({ secretFile: SECRET, args: ['--stale-nonce=1'] });
  const expiresAt = Date.now() + 2000;
  using client = coturn.client({ expiresAt });
  expect((await client.allocate()).error).toBe(0);
  const allocateAnew = async (): Promise<number> => {
    using another = coturn.client({ expiresAt });
    return (await another.allocate()).error;
  };
  await expect.poll(allocateAnew).toBe(UNAUTHORIZED);
  expect((await client.refresh(600)).error).toBe(0);
  expect((await client.permit('203.0.113.10')).error).toBe(0);
  client.logInAs(coturn.credentials({ expiresAt: Date.now() + 600_000 }));
  expect((await client.refresh(600)).error).toBe(WRONG_CREDENTIALS);
});

test('an unknown configuration line would be detected', async () => {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'turnserver.conf');
  await writeFile(config, `${await readFile(CONFIG, 'utf8')}\nno-such-line\n`);
  await using coturn = await startCoturn({ secretFile: SECRET, config });
  expect(coturn.log()).toMatch(/bad config/iu);
});
