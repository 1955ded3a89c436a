/** @module Connecting in one go, over fakes: every order in which things can come, and services that do not take it. */
import type { SignalingMessage } from '@longwire/protocol';
import { createFakeWorld, FakeCertificate, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { CANDIDATE_PATIENCE_MS } from '../peer/gathering.ts';
import { PIPELINE_PATIENCE_MS } from '../signaling/signaling-client.ts';
import type { Connection } from './connection.ts';
import { DEFAULT_CONNECT_TIMEOUT_MS, type ConnectionOptions } from './options.ts';
import { CONNECT_STEPS, type ConnectStep } from './state.ts';
import { NOTHING, kindsSent } from '../fake-world.fixture.ts';
import { codeOf } from '../error-of.fixture.ts';

/** With initial ICE servers the offer need not wait. */
const initialServers = { iceServers: [{ urls: 'stun:own.example' }] };

type Socket = FakeWorld['sockets']['last'];

function client(world: FakeWorld, options: Partial<ConnectionOptions> = initialServers): Connection {
  return createConnection({ ...world.options, ...options });
}

/** A service that loses whatever comes before the answer to the step before it. */
function takeOneStepAtATime(world: FakeWorld): void {
  const steps = new WeakMap<Socket, 'login' | 'turn' | 'relay'>();
  world.intercept = ({ kind }, socket) => {
    const step = steps.get(socket) ?? 'login';
    const isTaken = kind === 'login' || (kind === 'turnRequest' ? step !== 'login' : step === 'relay');
    // What was sent together with it is handled before the step is done.
    if (isTaken && step !== 'relay') {
      queueMicrotask(() => steps.set(socket, step === 'login' ? 'turn' : 'relay'));
    }
    return !isTaken;
  };
}

describe('a pipelined handshake', () => {
  test('sends login, turn request and an offer with the candidates gathered by then, before any answer', async () => {
    const world = await createFakeWorld();
    world.intercept = () => true;
    const connection = client(world);
    const attempt = codeOf(connection.connect());
    await world.settled();
    expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
    await connection.close();
    await attempt;
  });

  test('gathering does not wait for the socket, and begins with the servers of the application', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const connection = client(world);
    const attempt = codeOf(connection.connect());
    await world.settled();
    expect([world.clientPeer.iceGatheringState, world.clientPeer.configuration.iceServers]).toEqual([
      'complete',
      [{ urls: ['stun:own.example'] }],
    ]);
    world.sockets.last.serverOpen();
    expect([await attempt, kindsSent(world.sockets.last)]).toEqual(['no error', [20, 3, 0]]);
  });

  test('sends the offer later if the socket opens before the certificate exists', async () => {
    const world = await createFakeWorld();
    const made = Promise.withResolvers<FakeCertificate>();
    const RTCPeerConnection = new Proxy(world.options.RTCPeerConnection, {
      get: (target, key, receiver) =>
        key === 'generateCertificate' ? () => made.promise : Reflect.get(target, key, receiver),
    });
    const attempt = client(world, { ...initialServers, RTCPeerConnection }).connect();
    await world.settled();
    expect(kindsSent(world.sockets.last)).toEqual([20, 3]);
    made.resolve(new FakeCertificate());
    await attempt;
    expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
  });

  test('without initial servers the offer waits for those of the service, on the same login', async () => {
    const world = await createFakeWorld({ turnReply: { iceServers: [{ urls: ['stun:service.example'] }] } });
    let answer: (() => void) | undefined;
    world.intercept = ({ kind }, socket) => {
      if (kind !== 'turnRequest') return false;
      answer = () => socket.serverSend('{"type":4,"iceServers":[{"urls":["stun:service.example"]}]}');
      return true;
    };
    const attempt = client(world, {}).connect();
    await world.settled();
    expect([kindsSent(world.sockets.last), world.clientPeer.iceGatheringState]).toEqual([[20, 3], 'new']);
    answer?.();
    await attempt;
    expect([world.clientPeer.configuration.iceServers, world.sockets.all.length]).toEqual([
      [{ urls: ['stun:service.example'] }],
      1,
    ]);
  });

  test.each(['pipelined', 'sequential'] as const)(
    '%s: the steps are reported once each, in order',
    async (handshake) => {
      const world = await createFakeWorld();
      const connection = client(world, { ...initialServers, handshake });
      const seen: string[] = [];
      connection.on('statechange', (state, step) => seen.push(step ?? state));
      await connection.connect();
      expect(seen).toEqual([...CONNECT_STEPS, 'connected']);
    },
  );

  test('sequential uses no stored information and waits for each answer', async () => {
    const world = await createFakeWorld();
    world.intercept = ({ kind }) => kind === 'turnRequest';
    const connection = client(world, { ...initialServers, handshake: 'sequential' });
    const attempt = codeOf(connection.connect());
    await world.settled();
    expect([kindsSent(world.sockets.last), world.leftovers.peers]).toEqual([[20, 3], 0]);
    world.sockets.last.serverSend('{"type":4}');
    expect(await attempt).toBe('no error');
  });
});

describe('the turn reply', () => {
  test('a turn reply after the channel opens delays nothing and is stored for the next time', async () => {
    const world = await createFakeWorld();
    world.intercept = ({ kind }) => kind === 'turnRequest';
    const connection = client(world);
    const seen: string[] = [];
    connection.on('statechange', (state, step) => seen.push(step ?? state));
    await connection.connect();
    expect(seen).toEqual([...CONNECT_STEPS, 'connected']);
    world.sockets.last.serverSend('{"type":4,"iceServers":[{"urls":["stun:late.example"]}]}');
    await world.settled();
    world.intercept = undefined;
    await client(world, {}).connect();
    expect(world.clientPeer.configuration.iceServers).toEqual([{ urls: ['stun:late.example'] }]);
  });

  test('a turn reply that never comes from a relaying service restarts nothing', async () => {
    const world = await createFakeWorld();
    world.faults.drop({ kind: 'turnRequest' });
    const connection = client(world);
    await connection.connect();
    world.clock.advance(10 * PIPELINE_PATIENCE_MS);
    await world.settled();
    expect([world.sockets.all.length, connection.state, world.clock.pending]).toEqual([1, 'connected', 0]);
  });

  test('never: a socket that closes once the device was heard is lost, not refused', async () => {
    const world = await createFakeWorld();
    world.faults.drop({ kind: 'turnRequest' });
    const connection = client(world);
    const ended: unknown[] = [];
    connection.on('close', (error) => ended.push(error && Reflect.get(error, 'closeCode')));
    await connection.connect();
    world.sockets.last.serverClose(1002);
    await world.settled();
    expect([world.sockets.all.length, ended, world.leftovers]).toEqual([1, [1002], NOTHING]);
  });

  test('before the answer of the device', async () => {
    const world = await createFakeWorld();
    world.faults.delay(1, { to: 'client', kind: 'description' });
    const connection = client(world);
    const attempt = connection.connect();
    await world.settled();
    expect(connection.step).toBe('opening-channel');
    world.clock.advance(1);
    await attempt;
  });
});

describe('a service that needs the sequential handshake', () => {
  test.each([
    ['with initial servers', initialServers],
    ['without', {}],
  ])('loses early messages, %s: gets a sequential handshake now and from then on', async (_name, options) => {
    const world = await createFakeWorld();
    takeOneStepAtATime(world);
    const connection = client(world, options);
    const seen: string[] = [];
    connection.on('statechange', (state, step) => seen.push(step ?? state));
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(PIPELINE_PATIENCE_MS);
    await attempt;
    expect(seen).toEqual([...CONNECT_STEPS, 'connected']);
    expect([world.sockets.all.length, world.sockets.open]).toEqual([2, 1]);
    expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
    await connection.close();
    const again = client(world, options);
    await again.connect();
    expect(world.sockets.all.length).toBe(3);
    await again.close();
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['closes with 1002', (socket) => socket.serverClose(1002)],
    ['closes with 1008', (socket) => socket.serverClose(1008)],
    ['closes with a code of its own', (socket) => socket.serverClose(4999)],
    ['breaks the connection', (socket) => socket.serverFail()],
  ])('%s at the early message: the same, without waiting', async (_name, end) => {
    const world = await createFakeWorld();
    const answered = new WeakSet<Socket>();
    world.intercept = ({ kind }, socket) => {
      if (kind === 'login') queueMicrotask(() => answered.add(socket));
      else if (!answered.has(socket)) end(socket);
      return kind !== 'login' && !answered.has(socket);
    };
    const attempt = codeOf(client(world).connect());
    expect(await attempt).toBe('no error');
    expect([world.sockets.all.length, world.sockets.open]).toEqual([2, 1]);
  });

  test('gets no third login if the second one fails', async () => {
    const world = await createFakeWorld();
    world.intercept = (_message, socket) => {
      socket.serverFail();
      return true;
    };
    expect(await codeOf(client(world).connect())).toBe('ERR_WEBSOCKET');
    await world.settled();
    expect([world.sockets.all.length, world.leftovers]).toEqual([2, NOTHING]);
  });

  test.each([1000, 1001, 1012, 1013, 4001, 4002, 4003, 4005, 4006, 4007, 4010])(
    'is not assumed for the close code %i: no second login',
    async (closeCode) => {
      const world = await createFakeWorld();
      world.faults.serviceAway(closeCode);
      await expect(client(world).connect()).rejects.toMatchObject({ closeCode });
      await world.settled();
      expect([world.sockets.all.length, world.leftovers]).toEqual([1, NOTHING]);
    },
  );

  test.each([
    ['a verdict where the token could not be checked', 'the token cannot be checked just now', 1],
    ['none otherwise: the service may have failed by what came early', 'service internal error', 2],
  ])('the close code 1011 is %s', async (_what, reason, sockets) => {
    const world = await createFakeWorld();
    world.faults.serviceAway(1011, reason);
    await expect(client(world).connect()).rejects.toMatchObject({ closeCode: 1011, reason });
    await world.settled();
    expect([world.sockets.all.length, world.leftovers]).toEqual([sockets, NOTHING]);
  });

  test('is not assumed for an error before anything was sent', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const attempt = codeOf(client(world).connect());
    await world.settled();
    world.sockets.last.serverFail();
    expect([await attempt, world.sockets.all.length]).toEqual(['ERR_WEBSOCKET', 1]);
  });

  test('messages of the first login are sent again on the second, once and in order', async () => {
    const world = await createFakeWorld({ gathering: 'late' });
    takeOneStepAtATime(world);
    const attempt = client(world).connect();
    await world.settled();
    world.clock.advance(CANDIDATE_PATIENCE_MS);
    await world.settled();
    world.clientPeer.finishGathering();
    world.clock.advance(PIPELINE_PATIENCE_MS);
    await attempt;
    expect(world.device.received.map(({ kind }) => kind)).toEqual(['description', 'candidate']);
  });
});

describe('connecting that ends before it is done leaves nothing behind', () => {
  const silent: Record<string, (message: SignalingMessage) => boolean> = {
    'logging-in': () => true,
    'requesting-turn': ({ kind }) => kind !== 'login',
    'opening-channel': ({ kind }) => kind === 'description',
  };
  const steps: readonly ConnectStep[] = [
    'opening-signaling',
    'logging-in',
    'requesting-turn',
    'opening-channel',
  ];
  const endings: readonly [
    string,
    string,
    (world: FakeWorld, connection: Connection, abort: AbortController) => void,
  ][] = [
    ['time limit', 'ERR_CONNECT_TIMEOUT', ({ clock }) => clock.advance(DEFAULT_CONNECT_TIMEOUT_MS)],
    ['close()', 'ERR_CONNECTION_CLOSED', (_world, connection) => void connection.close()],
    ['AbortSignal', 'ERR_ABORTED', (_world, _connection, abort) => abort.abort()],
    ['device offline', 'ERR_DEVICE_OFFLINE', ({ sockets }) => sockets.last.serverClose(4003)],
  ];
  const rows = steps.flatMap((step) => endings.map((ending) => [step, ...ending] as const));

  test.each(rows)('%s: %s', async (step, _name, code, end) => {
    const world = await createFakeWorld();
    world.isReachable = step !== 'opening-signaling';
    world.intercept = silent[step];
    const connection = client(world);
    const abort = new AbortController();
    const attempt = codeOf(connection.connect({ signal: abort.signal }));
    await world.settled();
    expect(connection.step).toBe(step);
    end(world, connection, abort);
    expect(await attempt).toBe(code);
    await world.settled();
    expect([world.leftovers, connection.state]).toEqual([NOTHING, 'closed']);
  });

  test.each(CONNECT_STEPS)('close() from a listener, in step %s', async (step) => {
    const world = await createFakeWorld();
    const connection = client(world);
    connection.on('statechange', (_state, current) => {
      if (current === step) void connection.close();
    });
    expect(await codeOf(connection.connect())).toBe('ERR_CONNECTION_CLOSED');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('close() during the sequential handshake', async () => {
    const world = await createFakeWorld();
    takeOneStepAtATime(world);
    const connection = client(world);
    const attempt = codeOf(connection.connect());
    await world.settled();
    world.clock.advance(PIPELINE_PATIENCE_MS);
    await Promise.resolve();
    await connection.close();
    expect(await attempt).toBe('ERR_CONNECTION_CLOSED');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });
});
