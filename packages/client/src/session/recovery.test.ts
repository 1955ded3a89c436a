/** @module How a session recovers from each cause that can end a connection, with a fake service and device. */
import { CloseReason, EdgeError } from '@longwire/protocol';
import { proveUnbound, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { REASON_GRACE_MS } from '../connection/close-policy.ts';
import type { Connection } from '../connection/connection.ts';
import { createSession } from '../create-session.ts';
import { STEADY_MS } from './session-driver.ts';
import { endsClean, later, readyRig, type SessionRig, startRig } from './session-rig.fixture.ts';
import type { SignIn } from './session-options.ts';
import { sessionPolicy } from './session-policy.ts';
import { NOTHING } from '../fake-world.fixture.ts';

const isWait = ({ sent }: { readonly sent: readonly string[] }): boolean =>
  sent.at(-1)?.includes('wait/1') === true;

/** The service answers the given number of logins with a close code; it does not let clients wait. */
function refuseLogins(world: FakeWorld, closeCode: number, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  world.intercept = (message, socket) => {
    const isRefused = isWait(socket) || left > 0;
    if (message.kind !== 'login' || !isRefused) return false;
    if (!isWait(socket)) left -= 1;
    queueMicrotask(() => socket.serverClose(isWait(socket) ? 4003 : closeCode));
    return true;
  };
}

/** How many microtasks it takes until a session is ready. */
async function turnsUntilReady({ session }: SessionRig): Promise<number> {
  let turns = 0;
  for (; session.state.kind === 'connecting'; turns += 1) await Promise.resolve();
  return turns;
}

/** Logs in as the device's only user. */
const login: SignIn = (connection) => connection.authenticate({ username: 'ann', password: 'correct horse' });

const logins = ({ world }: SessionRig): number =>
  world.sockets.all.filter((socket) => !isWait(socket)).length;

test('a session starts by itself, becomes ready, and leaves nothing behind when it ends', async () => {
  const rig = await startRig();
  expect(rig.session.state).toEqual({ kind: 'connecting', attempt: 1 });
  await rig.session.ready();
  expect([rig.session.state, rig.states]).toEqual([{ kind: 'ready' }, ['ready']]);
  await endsClean(rig);
  expect(rig.states).toEqual(['ready', 'ended']);
  await expect(rig.session.ready()).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' });
});

describe('a lost connection is replaced at once', () => {
  test.each<[string, (rig: SessionRig) => void]>([
    ['ICE failed', ({ world }) => world.clientPeer.forceIceState('failed')],
    ['ICE closed', ({ world }) => world.clientPeer.forceIceState('closed')],
    ['DTLS failed', ({ world }) => world.clientPeer.dtls.setState('failed')],
    ['the coap channel closed', ({ world }) => world.device.channel?.close()],
  ])('%s', async (_name, lose) => {
    const rig = await readyRig();
    lose(rig);
    await rig.world.settled();
    await later(rig, REASON_GRACE_MS);
    expect(rig.states.map((word) => word.split(' ')[0])).toEqual(['ready', 'recovering', 'ready']);
    expect(rig.world.leftovers.peers).toBe(1);
    await endsClean(rig);
  });

  test('a connection that recovers within the grace time of ICE disconnected is kept', async () => {
    const rig = await readyRig();
    const { clientPeer } = rig.world;
    clientPeer.forceIceState('disconnected');
    await later(rig, sessionPolicy.connection.disconnectedGraceMs - 1);
    clientPeer.forceIceState('connected');
    await later(rig, 60_000);
    expect([rig.states, rig.world.leftovers.peers]).toEqual([['ready'], 1]);
    await endsClean(rig);
  });

  test('a connection that stays ICE disconnected beyond the grace time is replaced', async () => {
    const rig = await readyRig();
    rig.world.clientPeer.forceIceState('disconnected');
    await later(rig, sessionPolicy.connection.disconnectedGraceMs);
    expect(rig.states).toEqual(['ready', 'recovering ERR_PEER_FAILED', 'ready']);
    await endsClean(rig);
  });

  test('after the second rapid loss the next attempt waits', async () => {
    const rig = await readyRig();
    rig.world.clientPeer.forceIceState('failed');
    await rig.world.settled();
    rig.world.clientPeer.forceIceState('failed');
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({ kind: 'recovering', attempt: 1, nextTryMs: 500 });
    await later(rig, 500);
    await later(rig, STEADY_MS);
    rig.world.clientPeer.forceIceState('failed');
    expect(rig.session.state).toMatchObject({ kind: 'recovering', attempt: 1 });
    expect(rig.session.state).not.toHaveProperty('nextTryMs');
    await endsClean(rig);
  });
});

describe('loss of signaling on a working connection', () => {
  test.each([1006, 1012, 4003])(
    'close code %i: the connection stays until a successor with signaling takes over',
    async (code) => {
      const rig = await readyRig();
      const { connection } = rig.session;
      refuseLogins(rig.world, code, 0);
      rig.world.sockets.last.serverClose(code);
      await rig.world.settled();
      expect(rig.session.state).toMatchObject({ kind: 'ready', attempt: 1 });
      expect([rig.session.connection === connection, logins(rig)]).toEqual([true, 1]);
      await later(rig, rig.session.state.nextTryMs ?? 0);
      expect(rig.session.state).toEqual({ kind: 'ready' });
      expect(rig.session.connection).not.toBe(connection);
      expect([connection?.state, logins(rig), rig.world.leftovers.peers]).toEqual(['closed', 2, 1]);
      await endsClean(rig);
    },
  );

  test('requests work while the service is away for a minute and one attempt at a time is made', async () => {
    const rig = await readyRig();
    rig.world.device.resources.on('GET /x', { statusCode: 205 });
    const { connection } = rig.session;
    rig.world.isReachable = false;
    rig.world.sockets.last.serverFail();
    for (let second = 0; second < 60; second += 1) {
      await later(rig, 1000);
      expect(rig.world.sockets.open).toBeLessThanOrEqual(1);
      expect((await rig.session.request('GET', '/x')).statusCode).toBe(205);
      for (const socket of rig.world.sockets.all) if (socket.readyState === 0) socket.serverFail();
    }
    expect([rig.session.connection === connection, rig.session.state.kind]).toEqual([true, 'ready']);
    rig.world.isReachable = true;
    await later(rig, 30_000);
    expect([rig.session.connection === connection, rig.session.state]).toEqual([false, { kind: 'ready' }]);
    await endsClean(rig);
  });

  test('with signalingReturn "when-needed" no attempt is made before negotiation is needed', async () => {
    const policy = { ...sessionPolicy, signalingReturn: 'when-needed' } as const;
    const rig = await readyRig({ policy });
    rig.world.sockets.last.serverClose(1012);
    await later(rig, 600_000);
    expect([logins(rig), rig.session.state.reason?.code]).toEqual([1, 'ERR_UNKNOWN']);
    await endsClean(rig);
  });

  test('when the device closes the session, its close code is the reason and the next attempt waits', async () => {
    const rig = await readyRig();
    rig.world.sockets.last.serverClose(1000);
    rig.world.device.pc.close();
    await rig.world.settled();
    await later(rig, REASON_GRACE_MS - 300);
    await later(rig, 300);
    expect(rig.states.at(-1)).toBe('ready');
    expect(rig.states).toContain('ready ERR_DEVICE_CLOSED');
    await endsClean(rig);
  });
});

describe('a network change opens a successor beside the connection', () => {
  test.each(['online', 'changed', 'woke'] as const)('%s', async (hint) => {
    const rig = await readyRig();
    rig.world.device.resources.on('GET /x', { statusCode: 205 });
    const { connection } = rig.session;
    rig.network.emit(hint);
    expect(rig.session.state).toMatchObject({ kind: 'ready', reason: { code: 'ERR_NETWORK_CHANGED' } });
    const answer = rig.session.request('GET', '/x');
    await rig.world.settled();
    expect((await answer).statusCode).toBe(205);
    expect(rig.session.connection).not.toBe(connection);
    expect([connection?.state, rig.states]).toEqual([
      'closed',
      ['ready', 'ready ERR_NETWORK_CHANGED', 'ready'],
    ]);
    await endsClean(rig);
  });

  test.each([
    ['the device refuses the second', 4001, 'no', 'ERR_SIGNALING_DENIED'],
    ['the service has no slot for it', 1013, CloseReason.tooManySessions, 'ERR_UNKNOWN'],
  ])(
    'with a device that accepts one connection, %s, the old connection is closed first',
    async (_name, closeCode, reason, code) => {
      const rig = await readyRig();
      const { connection } = rig.session;
      let refusals = 0;
      rig.world.intercept = (message, socket) => {
        if (message.kind !== 'login' || connection?.state === 'closed') return false;
        refusals += 1;
        queueMicrotask(() => socket.serverClose(closeCode, reason));
        return true;
      };
      rig.network.emit('online');
      await rig.world.settled();
      expect(rig.states).toEqual(['ready', 'ready ERR_NETWORK_CHANGED', `recovering ${code}`, 'ready']);
      expect([refusals, connection?.state, rig.world.leftovers.peers]).toEqual([1, 'closed', 1]);
      await endsClean(rig);
    },
  );

  test('a device that accepts one connection also gets a retired connection with open streams closed', async () => {
    const rig = await readyRig();
    const { connection } = rig.session;
    const stream = await rig.session.streams.open(80);
    const ended = stream.closed.catch((error: unknown) => Reflect.get(Object(error), 'code'));
    rig.network.emit('online');
    await rig.world.settled();
    expect(connection?.state).toBe('connected');
    refuseLogins(rig.world, 4001, 1);
    rig.network.emit('online');
    await rig.world.settled();
    expect([connection?.state, await ended]).toEqual(['closed', 'ERR_CONNECTION_CLOSED']);
    expect(rig.states).toContain('recovering ERR_SIGNALING_DENIED');
    expect([rig.session.state, rig.world.leftovers.peers]).toEqual([{ kind: 'ready' }, 1]);
    await endsClean(rig);
  });

  test('a successor that cannot connect leaves the connection unchanged', async () => {
    const rig = await readyRig();
    const { connection } = rig.session;
    refuseLogins(rig.world, 4006);
    rig.network.emit('online');
    await rig.world.settled();
    expect([rig.session.state, rig.session.connection === connection]).toEqual([{ kind: 'ready' }, true]);
    expect(rig.warnings).toEqual(['ERR_UNKNOWN_DEVICE']);
    await endsClean(rig);
  });

  test('a successor that is lost during its login leaves the connection unchanged', async () => {
    let logins = 0;
    const rig = await readyRig({
      login: async () => {
        logins += 1;
        if (logins > 1) await new Promise<void>(() => undefined);
      },
    });
    const { connection } = rig.session;
    rig.network.emit('online');
    await rig.world.settled();
    rig.world.clientPeer.forceIceState('failed');
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({
      kind: 'ready',
      reason: { code: 'ERR_PEER_FAILED' },
      attempt: 2,
    });
    expect([rig.session.connection === connection, rig.world.leftovers.peers]).toEqual([true, 1]);
    await endsClean(rig);
  });

  test('a network hint restarts an attempt in progress, and there is only one', async () => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    await rig.world.settled();
    rig.network.emit('online');
    await rig.world.settled();
    expect([logins(rig), rig.world.sockets.open]).toEqual([2, 1]);
    rig.world.isReachable = true;
    rig.world.sockets.last.serverOpen();
    await rig.session.ready();
    await endsClean(rig);
  });

  test('an attempt that waits starts when the machine is online again', async () => {
    const rig = await startRig({ arrange: (world) => refuseLogins(world, 1012, 1) });
    await rig.world.settled();
    expect([logins(rig), rig.session.state.kind]).toEqual([1, 'connecting']);
    rig.network.emit('online');
    await rig.session.ready();
    await endsClean(rig);
  });
});

describe('rules for the answers of the service', () => {
  test.each<[string, number, number, string]>([
    ['the service failed', 1011, 250, 'ERR_UNKNOWN'],
    ['the service restarts', 1012, 250, 'ERR_UNKNOWN'],
    ['try again later', 1013, 3000, 'ERR_UNKNOWN'],
    ['the socket broke', 1006, 250, 'ERR_UNKNOWN'],
    ['refused', 4001, 30_000, 'ERR_SIGNALING_DENIED'],
    ['device offline', 4003, 3000, 'ERR_DEVICE_OFFLINE'],
    ['login too late', 4007, 250, 'ERR_CONNECTION_TIMEOUT'],
    ['device failed', 4010, 250, 'ERR_DEVICE_INTERNAL'],
  ])('%s: the next attempt starts after its wait', async (_name, closeCode, nextTryMs, code) => {
    // After 1006 a connection with the one-round-trip handshake retries once by itself, with the sequential handshake.
    const arrange = (world: FakeWorld): void => refuseLogins(world, closeCode, 1);
    const rig = await startRig({ arrange, handshake: 'sequential' });
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({ kind: 'connecting', attempt: 2, nextTryMs, reason: { code } });
    await later(rig, nextTryMs - 1);
    expect(logins(rig)).toBe(1);
    await later(rig, 1);
    expect([logins(rig), rig.session.state.kind]).toEqual([2, 'ready']);
    await endsClean(rig);
  });

  test.each([
    ['unknown product', 4005, 'ERR_UNKNOWN_PRODUCT'],
    ['unknown device', 4006, 'ERR_UNKNOWN_DEVICE'],
    ['a token given as a string', 4002, 'ERR_TOKEN_REJECTED'],
  ])('%s: ends the session without a second attempt', async (_name, closeCode, code) => {
    const rig = await startRig({ arrange: (world) => refuseLogins(world, closeCode) });
    await expect(rig.session.ready()).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED', cause: { code } });
    await later(rig, 600_000);
    expect([logins(rig), rig.states, rig.world.leftovers]).toEqual([1, [`ended ${code}`], NOTHING]);
  });

  test('an offline device is retried ever less often, at most once a minute in the end', async () => {
    const rig = await startRig({ arrange: (world) => refuseLogins(world, 4003), random: () => 0.999 });
    await rig.world.settled();
    const waits: number[] = [];
    for (let wait = 0; wait < 12; wait += 1) {
      const { nextTryMs = 0 } = rig.session.state;
      waits.push(nextTryMs);
      await later(rig, nextTryMs);
    }
    expect(waits.slice(0, 5)).toEqual([4996, 8992, 16_984, 32_968, 60_940]);
    expect([logins(rig), waits.at(-1)]).toEqual([13, 60_940]);
    rig.world.intercept = undefined;
    await later(rig, 61_000);
    expect(rig.session.state).toEqual({ kind: 'ready' });
    await endsClean(rig);
  });
});

describe('tokens', () => {
  test.each<[string, () => string]>([
    [
      'that fails',
      () => {
        throw new Error('the application’s own server is away');
      },
    ],
    ['that returns an empty string', () => ''],
  ])('a token function %s is called again after a wait', async (_name, sct) => {
    let source = sct;
    const rig = await startRig({ sct: () => source() });
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({
      attempt: 2,
      nextTryMs: 250,
      reason: { code: 'ERR_TOKEN_SOURCE' },
    });
    source = () => 'token';
    await later(rig, 250);
    expect(rig.session.state.kind).toBe('ready');
    await endsClean(rig);
  });

  test.each(['sct', 'certificate'] as const)(
    'a function for %s that does not return is called again',
    async (option) => {
      let calls = 0;
      const never = (): Promise<never> => {
        calls += 1;
        return new Promise(() => undefined);
      };
      const rig = await startRig({ [option]: never, connectTimeoutMs: 5000 });
      await later(rig, 5000);
      expect(rig.session.state).toMatchObject({ attempt: 2, reason: { code: 'ERR_CONNECT_TIMEOUT' } });
      await later(rig, 250);
      expect(calls).toBe(2);
      await endsClean(rig);
    },
  );

  test.each([
    ['none', {}],
    ['both', { sct: 'a', jwt: () => 'b' }],
  ])('%s of sct and jwt throws immediately', async (_name, tokens) => {
    const { world } = await readyRig();
    const { sct: _sct, ...options } = world.options;
    expect(() => createSession({ ...options, ...tokens })).toThrow(EdgeError);
  });
});

describe('proof and login precede the state ready', () => {
  test('each connection is verified and logged in before the session is ready', async () => {
    const rig = await startRig({ prepare: ({ passwords }) => passwords.set('ann', 'correct horse'), login });
    const { fingerprint } = rig.world.identity;
    await rig.session.ready();
    expect(rig.session.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
    await rig.session.end();
    const verified = createSession({ ...rig.world.options, fingerprint, login, network: rig.network });
    await verified.ready();
    const proven = {
      verified: { fingerprint, bound: true },
      login: { username: 'ann' },
      boundBy: 'token',
    };
    expect(verified.identity).toEqual(proven);
    rig.world.clientPeer.forceIceState('failed');
    expect(verified.identity).toEqual({});
    await verified.ready();
    expect(verified.identity).toEqual(proven);
    await verified.end();
  });

  test('a device with the wrong key ends the session before the login', async () => {
    const passwords: string[] = [];
    const rig = await startRig({
      fingerprint: '00'.repeat(32),
      login: async () => void passwords.push('sent'),
    });
    await expect(rig.session.ready()).rejects.toMatchObject({
      cause: { code: 'ERR_WRONG_DEVICE', cause: rig.world.identity.fingerprint },
    });
    await rig.world.settled();
    expect([passwords, rig.states, rig.world.leftovers]).toEqual([[], ['ended ERR_WRONG_DEVICE'], NOTHING]);
  });

  test.each([
    [false, 'ended ERR_DEVICE_UNBOUND'],
    [true, 'ready'],
  ])(
    'acceptUnbound %s decides whether a proof without certificates is accepted',
    async (acceptUnbound, expected) => {
      const rig = await startRig({ prepare: proveUnbound });
      await rig.session.end();
      const { fingerprint } = rig.world.identity;
      const session = createSession({
        ...rig.world.options,
        network: rig.network,
        fingerprint,
        acceptUnbound,
      });
      const states: string[] = [];
      session.on('statechange', ({ kind, reason }) => states.push(reason ? `${kind} ${reason.code}` : kind));
      await session.ready().catch((error: unknown) => error);
      expect(states).toEqual([expected]);
      await session.end();
    },
  );

  test('a wrong password ends the session without a second login', async () => {
    const rig = await startRig({ prepare: ({ passwords }) => passwords.set('ann', 'another'), login });
    await expect(rig.session.ready()).rejects.toMatchObject({ cause: { code: 'ERR_INVALID_CREDENTIALS' } });
    await later(rig, 600_000);
    expect([logins(rig), rig.world.leftovers]).toEqual([1, NOTHING]);
  });

  test('ERR_LOGIN_THROTTLED is retried with patience', async () => {
    let isThrottled = true;
    const rig = await startRig({
      prepare: ({ passwords, resources }) => {
        passwords.set('ann', 'correct horse');
        if (isThrottled) resources.on('POST /p2p/pwd-auth/1', { statusCode: 429 });
      },
      login,
    });
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({ nextTryMs: 3000, reason: { code: 'ERR_LOGIN_THROTTLED' } });
    expect(rig.world.leftovers).toMatchObject({ sockets: 0, peers: 0 });
    isThrottled = false;
    await later(rig, 3000);
    expect(rig.session.state.kind).toBe('ready');
    await endsClean(rig);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'a connection that closes %i microtasks after its login is not taken for the session',
    async (turns) => {
      let logins = 0;
      const closeLater = async (connection: Connection): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        await connection.close();
      };
      const rig = await startRig({
        login: async (connection) => {
          logins += 1;
          if (logins === 1) void closeLater(connection);
        },
      });
      await rig.world.settled();
      rig.world.clock.advance(1000);
      await rig.world.settled();
      expect([rig.session.state.kind, rig.session.connection?.state]).toEqual(['ready', 'connected']);
      await rig.session.end();
      await rig.world.settled();
      expect(rig.world.leftovers).toEqual(NOTHING);
    },
  );

  test('an error thrown by the login function ends the session and is its cause', async () => {
    const own = new Error('a mistake of the application');
    const rig = await startRig({ login: () => Promise.reject(own) });
    await expect(rig.session.ready()).rejects.toMatchObject({ cause: { code: 'ERR_SIGN_IN', cause: own } });
  });

  test('a login that never finishes fails the attempt at the time limit', async () => {
    const rig = await startRig({ login: () => new Promise<void>(() => undefined), connectTimeoutMs: 9000 });
    await rig.world.settled();
    await later(rig, 9000);
    expect(rig.session.state).toMatchObject({ attempt: 2, reason: { code: 'ERR_CONNECT_TIMEOUT' } });
    await endsClean(rig);
  });

  test('a connection lost during its login is the reason of the recovery', async () => {
    const rig = await startRig({ login: () => new Promise<void>(() => undefined) });
    await rig.world.settled();
    rig.world.clientPeer.forceIceState('failed');
    await rig.world.settled();
    expect(rig.session.state).toMatchObject({ attempt: 2, reason: { code: 'ERR_PEER_FAILED' } });
    await endsClean(rig);
  });
});

describe('the end of a session', () => {
  test.each<[string, (rig: SessionRig) => void]>([
    ['while connecting', () => undefined],
    ['while waiting for the next attempt', ({ world }) => world.sockets.last.serverFail()],
  ])('ending the session releases everything: %s', async (_name, move) => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    await rig.world.settled();
    move(rig);
    await rig.world.settled();
    await endsClean(rig);
    await expect(rig.session.request('GET', '/x')).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' });
    await rig.session.end();
  });

  test('ending while a token function runs makes no connection', async () => {
    const rig = await startRig({ sct: () => new Promise<string>(() => undefined) });
    await endsClean(rig);
    expect(logins(rig)).toBe(0);
  });

  test('await using ends the session and reports the end to listeners', async () => {
    const rig = await readyRig();
    const reasons: unknown[] = [];
    rig.session.on('end', (reason) => reasons.push(reason));
    {
      await using session = rig.session;
      expect(session.state.kind).toBe('ready');
    }
    expect([reasons, rig.session.state]).toEqual([[undefined], { kind: 'ended' }]);
  });

  test('aborting ready() ends only the wait', async () => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    const abort = new AbortController();
    const wait = rig.session.ready({ signal: abort.signal });
    abort.abort();
    await expect(wait).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    expect(rig.session.state.kind).toBe('connecting');
    await endsClean(rig);
  });
});

test('a network hint in the last moments of an attempt leaves exactly one connection', async () => {
  const needed = await turnsUntilReady(await startRig());
  for (let turns = needed - 12; turns <= needed; turns += 1) {
    const rig = await startRig();
    for (let left = turns; left > 0; left -= 1) await Promise.resolve();
    rig.network.emit('online');
    await rig.world.settled();
    expect(rig.session.state).toEqual({ kind: 'ready' });
    expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1 });
    await endsClean(rig);
  }
});

test('a thousand recoveries leak nothing', async () => {
  const rig = await readyRig();
  for (let round = 0; round < 1000; round += 1) {
    if (round % 2 === 0) rig.world.clientPeer.forceIceState('failed');
    else rig.network.emit('online');
    await rig.session.ready();
    while (rig.session.state.reason !== undefined) await Promise.resolve();
    rig.world.clock.advance(STEADY_MS);
  }
  await rig.world.settled();
  expect(logins(rig)).toBe(1001);
  expect(rig.world.leftovers).toMatchObject({ sockets: 1, peers: 1, timers: 0 });
  const before = await readyRig();
  before.world.clock.advance(STEADY_MS);
  expect(rig.world.leftovers.listeners).toBe(before.world.leftovers.listeners);
  await endsClean(rig);
}, 60_000);
