/** @module How a connected connection ends, and what it takes with it. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { REASON_GRACE_MS } from './close-policy.ts';
import type { ConnectionOptions } from './options.ts';
import type { Connection } from './connection.ts';
import { NOTHING } from '../fake-world.fixture.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  /** The `code` of each close event's error; undefined where it had none. */
  readonly closed: unknown[];
}

async function connected(options: Partial<ConnectionOptions> = {}): Promise<Rig> {
  const world = await createFakeWorld();
  const connection = createConnection({ ...world.options, ...options });
  const closed: unknown[] = [];
  connection.on('close', (error) => closed.push(error && Reflect.get(error, 'code')));
  await connection.connect();
  return { world, connection, closed };
}

describe('a listener closes the connection: the others hear of everything in the order in which it happened', () => {
  test('of the state', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    const seen: string[] = [];
    connection.on('statechange', (state) => void (state === 'connected' && connection.close()));
    connection.on('statechange', (state) => void (state === 'connecting' || seen.push(state)));
    connection.on('close', () => seen.push('close event'));
    await connection.connect();
    expect(seen).toEqual(['connected', 'closed', 'close event']);
  });

  test('of the login', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ada', 'long enough');
    const seen: unknown[] = [];
    connection.on('identitychange', ({ login }) => void (login && connection.close()));
    connection.on('identitychange', ({ login }) => seen.push(login?.username));
    await expect(connection.authenticate({ username: 'ada', password: 'long enough' })).rejects.toMatchObject(
      { code: 'ERR_CONNECTION_CLOSED' },
    );
    expect(seen).toEqual(['ada', undefined]);
  });
});

test('signaling that closes after any number of microtasks ends the connection, or lets none be made', async () => {
  for (let turns = 0; turns < 80; turns += 1) {
    const world = await createFakeWorld();
    const connection = createConnection({ ...world.options, iceServers: [] });
    const connecting = connection.connect().catch(() => undefined);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    world.sockets.last.serverClose(1012);
    await connecting;
    await world.settled();
    expect([turns, connection.state, world.leftovers]).toEqual([turns, 'closed', NOTHING]);
  }
});

describe('each cause closes a connection once, is reported, and leaves nothing behind', () => {
  test.each<[string, string | undefined, (rig: Rig) => void]>([
    ['close()', undefined, ({ connection }) => void connection.close()],
    ['ICE closed', 'ERR_PEER_FAILED', ({ world }) => world.clientPeer.forceIceState('closed')],
    ['ICE failed', 'ERR_PEER_FAILED', ({ world }) => world.clientPeer.forceIceState('failed')],
    ['ICE disconnected', 'ERR_PEER_FAILED', ({ world }) => world.clientPeer.forceIceState('disconnected')],
    [
      'signaling closed by the device',
      'ERR_DEVICE_CLOSED',
      ({ world }) => world.sockets.last.serverClose(1000),
    ],
    ['service restart', 'ERR_UNKNOWN', ({ world }) => world.sockets.last.serverClose(1012)],
    ['signaling error', 'ERR_WEBSOCKET', ({ world }) => world.sockets.last.serverFail()],
    ['DTLS failed', 'ERR_PEER_FAILED', ({ world }) => world.clientPeer.dtls.setState('failed')],
    ['DTLS closed by the device', 'ERR_PEER_FAILED', ({ world }) => world.clientPeer.dtls.setState('closed')],
    ['coap channel closed', 'ERR_CHANNEL_CLOSED', ({ world }) => world.device.channel?.close()],
  ])('%s', async (_name, code, end) => {
    const rig = await connected();
    rig.world.device.resources.on('GET /never', () => undefined);
    const open = rig.connection.request('GET', '/never');
    open.catch(() => undefined);
    end(rig);
    await rig.world.settled();
    rig.world.clock.advance(REASON_GRACE_MS);
    expect([rig.connection.state, rig.closed]).toEqual(['closed', [code]]);
    await rig.world.settled();
    await expect(open).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    expect(rig.world.leftovers).toEqual(NOTHING);
    await expect(rig.connection.close()).resolves.toBeUndefined();
    await expect(rig.connection.connect()).rejects.toThrow('Invalid state');
    expect(rig.closed).toHaveLength(1);
  });
});

describe('if the peer connection ends before signaling gives the reason', () => {
  const goodByes: readonly [string, (rig: Rig) => void][] = [
    ['channel', ({ world }) => world.device.channel?.close()],
    ['DTLS', ({ world }) => world.clientPeer.dtls.setState('closed')],
    ['both', ({ world }) => world.device.pc.close()],
  ];

  test.each(goodByes)('%s first: the close code that follows is the reason', async (_name, end) => {
    const rig = await connected();
    end(rig);
    await rig.world.settled();
    expect(rig.connection.state).toBe('connected');
    rig.world.clientPeer.forceIceState('completed');
    rig.world.sockets.last.serverClose(1012);
    await rig.world.settled();
    expect([rig.closed, rig.world.leftovers]).toEqual([['ERR_UNKNOWN'], NOTHING]);
  });

  test.each(goodByes)('%s: meanwhile nothing is believed, and requests fail', async (_name, end) => {
    const rig = await connected();
    await rig.connection.verifyFingerprint(rig.world.identity.fingerprint);
    rig.world.device.pc.close();
    end(rig);
    await rig.world.settled();
    expect(rig.connection.identity).toEqual({});
    await expect(rig.connection.request('GET', '/x')).rejects.toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
    rig.world.clientPeer.forceIceState('connected');
    rig.world.clock.advance(REASON_GRACE_MS);
    expect(rig.connection.state).toBe('closed');
  });
});

test('later events do not close a closed connection again', async () => {
  const { world, connection, closed } = await connected();
  await connection.close();
  world.sockets.last.serverFail();
  world.clientPeer.forceIceState('failed');
  await world.settled();
  expect(closed).toEqual([undefined]);
});

test('a throwing listener affects neither other listeners nor the connection', async () => {
  const { world, connection, closed } = await connected();
  connection.on('close', () => {
    throw new Error('a mistake of the application');
  });
  const later: string[] = [];
  connection.on('close', () => later.push('closed'));
  await connection.close();
  expect([closed, later]).toEqual([[undefined], ['closed']]);
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
});

test('a removed listener is not called', async () => {
  const { connection } = await connected();
  const reported: string[] = [];
  const off = connection.on('close', () => reported.push('closed'));
  off();
  await connection.close();
  expect(reported).toEqual([]);
});

test('`await using` closes a connection', async () => {
  const world = await createFakeWorld();
  {
    await using connection = createConnection(world.options);
    await connection.connect();
  }
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
});

test('await using of a connection that was never started', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await expect(connection[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

describe('a connection with a custom close policy', () => {
  const patient = {
    iceStates: ['failed', 'disconnected'],
    disconnectedGraceMs: 5000,
    onSignalingLoss: 'stay',
  } as const;

  test('survives the loss of signaling', async () => {
    const { world, connection } = await connected({ closePolicy: patient });
    const warnings: string[] = [];
    connection.on('warning', ({ code }) => warnings.push(code));
    world.sockets.last.serverClose(1012);
    expect([connection.state, warnings]).toEqual(['connected', ['ERR_UNKNOWN']]);
    await connection.close();
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('survives ICE disconnected for less than the grace period', async () => {
    const { world, connection } = await connected({ closePolicy: patient });
    world.clientPeer.forceIceState('disconnected');
    world.clock.advance(4999);
    world.clientPeer.forceIceState('connected');
    world.clock.advance(10_000);
    expect(connection.state).toBe('connected');
    expect(world.clock.pending).toBe(0);
  });

  test('ends when ICE stays disconnected beyond the grace period', async () => {
    const { world, closed } = await connected({ closePolicy: patient });
    world.clientPeer.forceIceState('disconnected');
    world.clock.advance(5000);
    expect(closed).toEqual(['ERR_PEER_FAILED']);
  });

  test('leaves no timer when closed during the grace period', async () => {
    const { world, connection } = await connected({ closePolicy: patient });
    world.clientPeer.forceIceState('disconnected');
    await connection.close();
    expect(world.clock.pending).toBe(0);
  });
});
