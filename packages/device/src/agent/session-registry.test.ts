/** @module How sessions are opened, fed and ended, and which messages the service gets about them. */
import { silentLogger } from '@longwire/protocol';
import { afterEach, expect, test } from 'vitest';
import { Router } from '../coap/router.ts';
import { NO_RIGHTS } from '../session/plan-line.ts';
import { Session } from '../session/session.ts';
import { TestClient } from '../session/test-client.fixture.ts';
import { TrackCatalog } from '../session/track-catalog.ts';
import { completeSessionLimits } from './session-limits.ts';
import { SessionRegistry } from './session-registry.ts';
import type { OwnMessage, SessionMessage } from './attachment.ts';

const open = (session: string, tokenId = 'token'): SessionMessage => ({
  type: 'session-open',
  session,
  tokenId,
  iceServers: [],
});
const close = (session: string, code: number): SessionMessage => ({ type: 'session-close', session, code });

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

function setUp({ known = [] as readonly string[], maxSessions = 2, isEachKnown = false } = {}) {
  const users = new Set(known);
  const sent: OwnMessage[] = [];
  const router = new Router({ guard: { userOf: () => undefined, isAllowed: () => false } });
  const registry = new SessionRegistry({
    limits: completeSessionLimits({
      maxSessions,
      maxSessionsPerToken: 2,
      ...(isEachKnown ? { reservedForLogin: 1 } : {}),
    }),
    logger: silentLogger,
    userOf: ({ id, identity }) => {
      if (isEachKnown)
        return identity === undefined ? undefined : { username: 'bob', isAdministrator: false };
      return users.has(id) ? { username: id, isAdministrator: false } : undefined;
    },
    isTokenProven: () => false,
    send: (message) => sent.push(message),
    createSession: (request) => {
      if (request.id === 'bad') throw new Error('no more threads');
      return new Session({
        ...request,
        router,
        catalog: new TrackCatalog(),
        rightsOf: () => NO_RIGHTS,
        logger: silentLogger,
        bindAddress: '127.0.0.1',
      });
    },
  });
  cleanUps.push(() => registry.close());
  const ids = (): readonly string[] => registry.sessions.map(({ id }) => id);
  return { registry, sent, ids };
}

test('opens a session, routes its messages and closes it by its id', () => {
  const { registry, sent, ids } = setUp();
  registry.handleMessage(open('a'));
  registry.handleMessage({ type: 'session-message', session: 'a', message: '{"type":5}' });
  registry.handleMessage({ type: 'session-message', session: 'none', message: '{"type":5}' });
  expect(sent).toEqual([expect.objectContaining({ type: 'session-message', session: 'a' })]);
  registry.handleMessage(close('a', 1001));
  registry.handleMessage(close('none', 1001));
  expect(ids()).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('the oldest session without a login is evicted with 4001 when all places are taken', () => {
  const { registry, sent, ids } = setUp({ known: ['a'] });
  for (const id of ['a', 'b', 'c']) registry.handleMessage(open(id));
  expect(ids()).toEqual(['a', 'c']);
  expect(sent).toEqual([
    { type: 'session-close', session: 'b', code: 4001, reason: 'a newer session took the place' },
  ]);
});

test('each connection token has its own limit of sessions', () => {
  const { registry, sent, ids } = setUp({ maxSessions: 4 });
  for (const [id, tokenId] of [
    ['a', 'stolen'],
    ['b', 'his-own'],
    ['c', 'stolen'],
    ['d', 'stolen'],
  ] as const)
    registry.handleMessage(open(id, tokenId));
  expect(ids()).toEqual(['b', 'c', 'd']);
  expect(sent).toEqual([
    { type: 'session-close', session: 'a', code: 4001, reason: 'a newer session took the place' },
  ]);
});

test('a new session is refused with 4001 when users hold all places', () => {
  const { registry, sent, ids } = setUp({ known: ['a', 'b'] });
  for (const id of ['a', 'b', 'c']) registry.handleMessage(open(id));
  expect(ids()).toEqual(['a', 'b']);
  expect(sent).toEqual([{ type: 'session-close', session: 'c', code: 4001, reason: 'the device is full' }]);
});

test('a single place goes to the newest session before a login, and to no other session after one', () => {
  const { registry, sent, ids } = setUp({ known: ['b'], maxSessions: 1 });
  for (const id of ['a', 'b', 'c']) registry.handleMessage(open(id));
  expect(ids()).toEqual(['b']);
  expect(sent).toEqual([
    { type: 'session-close', session: 'a', code: 4001, reason: 'a newer session took the place' },
    { type: 'session-close', session: 'c', code: 4001, reason: 'the device is full' },
  ]);
});

test('a session that logs in by its certificate takes the place of another session of that user', async () => {
  const device = setUp({ isEachKnown: true });
  const { sent, ids } = device;
  for (const id of ['a', 'b']) {
    await connect(device, id, 'token');
  }
  expect(ids()).toEqual(['b']);
  expect(sent).toContainEqual({
    type: 'session-close',
    session: 'a',
    code: 4001,
    reason: 'a newer session took the place',
  });
});

/** Opens a session and connects its peer connection. */
async function connect({ registry }: ReturnType<typeof setUp>, id: string, tokenId: string): Promise<void> {
  registry.handleMessage(open(id, tokenId));
  const session = registry.sessions.find((each) => each.id === id);
  if (session === undefined) throw new Error('the session has a place');
  const connected = new Promise((resolve) => session.on('connected', resolve));
  const client = new TestClient(session);
  cleanUps.push(() => client.close());
  client.offer();
  await connected;
}

const tokensOf = (sent: readonly OwnMessage[]): unknown[] =>
  sent.flatMap((message) => (message.type === 'session-tokens' ? [message.tokenIds] : []));

test('a session that goes on without signaling ends when its token is revoked, and others stay', async () => {
  const device = setUp({ maxSessions: 3 });
  const { registry, sent, ids } = device;
  registry.handleAttached(['revocation/1']);
  await connect(device, 'a', 'lw_1');
  await connect(device, 'b', 'lw_2');
  await connect(device, 'c', 'lw_2');
  expect(tokensOf(sent)).toEqual([]);
  registry.handleMessage(close('a', 3000));
  registry.handleMessage(close('b', 4001));
  await expect.poll(() => tokensOf(sent).at(-1)).toEqual(['lw_1', 'lw_2']);
  expect(ids()).toEqual(['a', 'b', 'c']);
  registry.handleTokensRevoked(['lw_1', 'lw_9']);
  expect(ids()).toEqual(['b', 'c']);
  // one of its sessions still has signaling
  registry.handleTokensRevoked(['lw_2']);
  expect(ids()).toEqual([]);
  expect(sent).toContainEqual(expect.objectContaining({ type: 'session-close', session: 'c', code: 4002 }));
});

test('after each attachment the tokens of all sessions are named, once, to a service that asks for them', async () => {
  const device = setUp();
  const { registry, sent, ids } = device;
  registry.handleAttached(['revocation/1']);
  await connect(device, 'a', 'lw_1');
  registry.handleDetached();
  expect(ids()).toEqual(['a']);
  registry.handleAttached(['tokens/1']);
  registry.handleDetached();
  registry.handleAttached(undefined);
  registry.handleDetached();
  expect(tokensOf(sent)).toEqual([]);
  registry.handleAttached(['revocation/1']);
  await expect.poll(() => tokensOf(sent)).toEqual([['lw_1']]);
  registry.handleMessage(open('b', 'lw_1'));
  registry.handleMessage(close('b', 3000));
  registry.handleDetached();
  registry.handleAttached(['revocation/1']);
  await expect.poll(() => tokensOf(sent)).toEqual([['lw_1'], ['lw_1']]);
});

test('a session that cannot be set up is closed with 4010', () => {
  const { registry, sent, ids } = setUp();
  registry.handleMessage(open('bad'));
  expect(ids()).toEqual([]);
  expect(sent).toEqual([
    { type: 'session-close', session: 'bad', code: 4010, reason: 'the session could not be set up' },
  ]);
});

test('ignores the opening of a session id that is in use', () => {
  const { registry, ids } = setUp();
  registry.handleMessage(open('a'));
  const [first] = registry.sessions;
  registry.handleMessage(open('a'));
  expect(registry.sessions[0]).toBe(first);
  expect(ids()).toEqual(['a']);
});

test('losing the attachment ends sessions that have not connected and invalidates all ids', () => {
  const { registry, sent, ids } = setUp();
  registry.handleMessage(open('a'));
  registry.handleDetached();
  expect(ids()).toEqual([]);
  expect(sent).toEqual([]);
});

test('closing the registry closes every session with 1000', () => {
  const { registry, sent, ids } = setUp();
  registry.handleMessage(open('a'));
  registry.close();
  expect(ids()).toEqual([]);
  expect(sent).toEqual([{ type: 'session-close', session: 'a', code: 1000, reason: 'the device stops' }]);
});
