/** @module Who gets TURN credentials, when, and their content. */
import { createHmac } from 'node:crypto';
import type { IceServer } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { DEVICE, PRODUCT, TestService } from '../test-support/test-service.fixture.ts';
import type { TestSocket } from '../test-support/test-socket.fixture.ts';
import { turnServers, type TurnOptions } from './turn-servers.ts';
import { MAX_TURN_URLS, parseTurnUrls } from './turn-urls.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const SECRET = 'a-secret-with-thirty-two-letters';
const URLS = ['turn:turn.example:3478?transport=udp', 'turns:turn.example:5349?transport=tcp'];
const STUN: IceServer = { urls: ['stun:turn.example:3478'] };

async function askForTurn(client: TestSocket): Promise<IceServer> {
  client.sendText('{"type":3}');
  return turnOf(JSON.parse(await client.text()).iceServers);
}

function turnOf(servers: readonly IceServer[]): IceServer {
  const [stun, turn] = servers;
  expect(stun).toEqual(STUN);
  if (turn === undefined) throw new Error('no TURN server');
  return turn;
}

function expiryOf({ username = '' }: IceServer): number {
  return Number(username.split(':')[0]) * 1000;
}

function isSignedWith(secret: string, { username = '', credential }: IceServer): boolean {
  return credential === createHmac('sha1', secret).update(username).digest('base64');
}

test('each end of a session gets its own TURN credentials for ten minutes, and a second turn request returns later ones', async () => {
  await using service = await TestService.start({
    iceServers: [STUN],
    turn: { urls: URLS, secrets: [SECRET, `${SECRET}-before`] },
  });
  const attached = await service.attach();
  const client = await service.login();
  const opening = await attached.next('session-open');
  await client.text();
  const device = turnOf(opening.iceServers);
  const first = await askForTurn(client);
  service.clock.advance(12_000);
  const second = await askForTurn(client);
  const servers = [device, first, second];
  expect(servers.map(({ urls }) => urls)).toEqual([URLS, URLS, URLS]);
  expect(servers.map((server) => isSignedWith(SECRET, server))).toEqual([true, true, true]);
  const start = Math.floor((service.clock.wall() - 12_000) / 1000) * 1000;
  expect(servers.map((server) => expiryOf(server) - start)).toEqual([600_000, 600_000, 612_000]);
  const ids = servers.map(({ username = '' }) => username.split(':')[1]);
  expect(ids).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}-device$/u),
    expect.stringMatching(/^[0-9a-f-]{36}-client$/u),
    ids[1],
  ]);
  expect(ids[0]?.slice(0, 36)).toBe(ids[1]?.slice(0, 36));
  expect(ids[0]?.slice(0, 36)).not.toBe(opening.session);
});

test('TURN usernames reveal neither token nor product nor device, and differ between sessions', async () => {
  await using service = await TestService.start({
    iceServers: [STUN],
    turn: { urls: URLS, secrets: [SECRET], lifetimeMs: 60_000 },
  });
  const attached = await service.attach();
  const names: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { client } = await service.connect(attached);
    names.push((await askForTurn(client)).username ?? '');
  }
  const publicPart = service.sct.split('_')[1] ?? '';
  for (const word of [SECRET, publicPart, secretOf(service.sct), PRODUCT, DEVICE])
    expect(names.join(' ')).not.toContain(word);
  expect(new Set(names.map((name) => name.split(':')[1])).size).toBe(2);
});

test('a client gets no TURN credentials before login', async () => {
  await using service = await TestService.start({ turn: { urls: URLS, secrets: [SECRET] } });
  const attached = await service.attach();
  const client = await service.open();
  client.sendText('{"type":3}');
  client.sendText(service.loginText());
  await attached.next('session-open');
  expect(await client.text()).toMatch(LOGIN_REPLY);
});

test.each<[string, TurnOptions]>([
  ['no secret', { urls: URLS, secrets: [] }],
  ['no URL', { urls: [], secrets: [SECRET] }],
  ['a short secret', { urls: URLS, secrets: [SECRET.slice(1)] }],
  ['a short second secret', { urls: URLS, secrets: [SECRET, 'old'] }],
  ['a lifetime of less than a minute', { urls: URLS, secrets: [SECRET], lifetimeMs: 59_999 }],
  ['a lifetime of more than a day', { urls: URLS, secrets: [SECRET], lifetimeMs: 86_400_001 }],
  ['an invalid URL', { urls: ['stun:turn.example'], secrets: [SECRET] }],
])('%s is rejected without showing the secret', (_, options) => {
  const make = (): unknown => turnServers({ ...options, otherServers: [], now: () => 0 });
  expect(make).toThrow(/TURN /u);
  expect(make).not.toThrow(SECRET);
});

test.each([60_000, 86_400_000])('a TURN lifetime of %i ms is accepted', async (lifetimeMs) => {
  const provider = turnServers({ urls: URLS, secrets: [SECRET], lifetimeMs, otherServers: [], now: () => 0 });
  const request = { productId: 'p', deviceId: 'd', tokenId: 't', session: 's', peer: 'client' } as const;
  expect((await provider.serversFor(request)).map(expiryOf)).toEqual([lifetimeMs]);
});

test('TURN URLs are parsed as a comma-separated list, up to a limit', () => {
  const all = [...URLS, 'turn:[2001:db8::1]:3478?transport=tcp', 'turn:198.51.100.1'];
  expect(parseTurnUrls(all.join(', '))).toEqual(all);
  expect(parseTurnUrls(Array.from({ length: MAX_TURN_URLS }, () => URLS[0]).join(','))).toHaveLength(
    MAX_TURN_URLS,
  );
});

test.each([
  '',
  'turn:',
  'stun:turn.example',
  'turn:turn.example:0',
  'turn:turn.example:65536',
  'turn:turn.example?transport=dccp',
  'turn:user@turn.example',
  'turn:turn.example,',
  Array.from({ length: MAX_TURN_URLS + 1 }, () => 'turn:a').join(','),
])('%j is not a valid list of TURN URLs', (text) => {
  expect(() => parseTurnUrls(text)).toThrow(/^cannot parse TURN URLs/u);
});
