/** @module Everything up to the offer, before it is wanted. */
import { createFakeWorld } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { PIPELINE_PATIENCE_MS } from '../signaling/signaling-client.ts';
import { CONNECT_STEPS } from './state.ts';
import { PREPARED_FOR_MS } from './preparation.ts';
import { NOTHING, kindsSent } from '../fake-world.fixture.ts';
import { codeOf } from '../error-of.fixture.ts';

const stun = { urls: ['stun:service.example'] };

test('socket, login, TURN credentials, certificate and candidates are there; the offer is not sent, and the state is idle', async () => {
  const world = await createFakeWorld({ turnReply: { iceServers: [stun] } });
  const connection = createConnection(world.options);
  const states: unknown[] = [];
  connection.on('statechange', (...state) => states.push(state));
  await connection.prepare();
  expect([kindsSent(world.sockets.last), connection.state, states]).toEqual([[20, 3], 'idle', []]);
  const { iceGatheringState, configuration } = world.clientPeer;
  expect([iceGatheringState, configuration.iceServers]).toEqual(['complete', [stun]]);
});

test('connect() uses the preparation: the offer leaves at once with all candidates inside, and all steps are reported', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.prepare();
  const seen: string[] = [];
  connection.on('statechange', (state, step) => seen.push(step ?? state));
  const attempt = connection.connect();
  await attempt;
  expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
  expect([seen, world.sockets.all.length]).toEqual([[...CONNECT_STEPS, 'connected'], 1]);
  expect(world.clock.pending).toBe(0);
  world.clock.advance(PREPARED_FOR_MS);
  expect(connection.state).toBe('connected');
  await connection.close();
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
});

test('connect() takes over an unfinished preparation', async () => {
  const world = await createFakeWorld();
  world.isReachable = false;
  const connection = createConnection(world.options);
  const preparing = codeOf(connection.prepare());
  await world.settled();
  const connecting = connection.connect();
  expect(await preparing).toBe('no error');
  world.sockets.last.serverOpen();
  await connecting;
  expect(world.sockets.all.length).toBe(1);
});

test('a second prepare() waits for the running one', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await Promise.all([connection.prepare(), connection.prepare()]);
  await connection.prepare();
  expect(world.sockets.all.length).toBe(1);
});

test('prepare() works with a service that needs the sequential handshake', async () => {
  const world = await createFakeWorld();
  world.intercept = ({ kind }) => kind === 'turnRequest' && world.sockets.all.length === 1;
  const connection = createConnection(world.options);
  const preparing = connection.prepare();
  await world.settled();
  world.clock.advance(PIPELINE_PATIENCE_MS);
  await preparing;
  await connection.connect();
  expect([kindsSent(world.sockets.last), world.sockets.open]).toEqual([[20, 3, 0], 1]);
});

describe('a cancelled preparation leaves nothing behind', () => {
  test.each([true, false])('by close() without connect(), reachable: %s', async (isReachable) => {
    const world = await createFakeWorld();
    world.isReachable = isReachable;
    const connection = createConnection(world.options);
    const preparing = codeOf(connection.prepare());
    await world.settled();
    await connection.close();
    expect(await preparing).toBe(isReachable ? 'no error' : 'ERR_CONNECTION_CLOSED');
    await world.settled();
    expect([world.leftovers, connection.state]).toEqual([NOTHING, 'closed']);
    await expect(connection.close()).resolves.toBeUndefined();
    await expect(connection.connect()).rejects.toThrow('Invalid state');
    await expect(connection.prepare()).rejects.toThrow('Invalid state');
  });

  test('by await using', async () => {
    const world = await createFakeWorld();
    {
      await using connection = createConnection(world.options);
      await connection.prepare();
    }
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('by its signal', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const connection = createConnection(world.options);
    const abort = new AbortController();
    const preparing = codeOf(connection.prepare({ signal: abort.signal }));
    await world.settled();
    abort.abort();
    expect(await preparing).toBe('ERR_ABORTED');
    await world.settled();
    expect([world.leftovers, connection.state]).toEqual([NOTHING, 'idle']);
    await expect(connection.prepare({ signal: abort.signal })).rejects.toMatchObject({ code: 'ERR_ABORTED' });
  });

  test('by its time limit; connect() then starts over', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    await connection.prepare();
    world.clock.advance(PREPARED_FOR_MS);
    await world.settled();
    expect([world.leftovers, connection.state]).toEqual([NOTHING, 'idle']);
    await connection.connect();
    expect([world.sockets.all.length, kindsSent(world.sockets.last)]).toEqual([2, [20, 3, 0]]);
    expect(world.clock.pending).toBe(0);
  });

  test('by its time limit while it is still running', async () => {
    const world = await createFakeWorld();
    world.isReachable = false;
    const preparing = codeOf(createConnection(world.options).prepare());
    await world.settled();
    world.clock.advance(PREPARED_FOR_MS);
    expect(await preparing).toBe('ERR_CONNECT_TIMEOUT');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('by the service afterwards; connect() then starts over', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    await connection.prepare();
    world.sockets.last.serverClose(1012);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
    await connection.connect();
    expect(world.sockets.all.length).toBe(2);
  });

  test('by the service meanwhile: prepare() rejects with the reason and can be repeated', async () => {
    const world = await createFakeWorld();
    const heal = world.faults.deviceAway();
    const connection = createConnection(world.options);
    expect(await codeOf(connection.prepare())).toBe('ERR_DEVICE_OFFLINE');
    heal();
    expect(await codeOf(connection.prepare())).toBe('no error');
  });
});

test('prepare() while connecting or connected is Invalid state', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  const attempt = connection.connect();
  await expect(connection.prepare()).rejects.toMatchObject({ code: 'ERR_INVALID_STATE' });
  await attempt;
  await expect(connection.prepare()).rejects.toMatchObject({ code: 'ERR_INVALID_STATE' });
});

test('connect() goes on with the prepared certificate and makes no other', async () => {
  const world = await createFakeWorld();
  const { RTCPeerConnection } = world.options;
  const made = vi.spyOn(RTCPeerConnection, 'generateCertificate');
  const connection = createConnection(world.options);
  await connection.prepare();
  await connection.connect();
  expect(made).toHaveBeenCalledTimes(1);
});
