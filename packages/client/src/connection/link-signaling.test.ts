/** @module What an application does with signaling while it is connected: whether it answers, fresh ICE servers, and a reason for closing. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { createSession } from '../create-session.ts';
import type { ClosePolicy } from './close-policy.ts';
import type { Connection } from './connection.ts';
import { createIceServerCache } from './ice-server-cache.ts';
import { NOTHING } from '../fake-world.fixture.ts';

/** A connection that outlives its signaling. */
const STAYS: ClosePolicy = {
  iceStates: ['closed', 'failed'],
  disconnectedGraceMs: 0,
  onSignalingLoss: 'stay',
};

async function connected(): Promise<{ readonly world: FakeWorld; readonly connection: Connection }> {
  const world = await createFakeWorld();
  const iceServerCache = createIceServerCache();
  const connection = createConnection({ ...world.options, closePolicy: STAYS, iceServerCache });
  await connection.connect();
  return { world, connection };
}

const turn = (credential: string) => [{ urls: ['turn:turn.example'], username: 'name', credential }];

describe('checkAlive', () => {
  test('is true while the service answers, and changes nothing else', async () => {
    const { world, connection } = await connected();
    expect(await connection.checkAlive()).toBe(true);
    expect([connection.state, world.sockets.all.length]).toEqual(['connected', 1]);
  });

  test('is false at once after the socket is lost, and the connection goes on', async () => {
    const { world, connection } = await connected();
    world.sockets.last.serverFail();
    expect(await connection.checkAlive()).toBe(false);
    expect(connection.state).toBe('connected');
  });

  test('is false when the socket is lost before the answer', async () => {
    const { world, connection } = await connected();
    const isAlive = connection.checkAlive();
    world.sockets.last.serverClose(1012);
    expect(await isAlive).toBe(false);
  });

  test('is false when there is no answer in time, and leaves no timer', async () => {
    const { world, connection } = await connected();
    world.sockets.last.silence();
    const isAlive = connection.checkAlive({ timeoutMs: 300 });
    await world.settled();
    world.clock.advance(300);
    expect(await isAlive).toBe(false);
    await connection.close();
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('rejects with the signal, for a time limit that is none, and without a connection', async () => {
    const { world, connection } = await connected();
    world.sockets.last.silence();
    const abort = new AbortController();
    const isAlive = connection.checkAlive({ signal: abort.signal });
    abort.abort();
    await expect(isAlive).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    await expect(connection.checkAlive({ timeoutMs: 0 })).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
    await connection.close();
    await expect(connection.checkAlive()).rejects.toMatchObject({ code: 'ERR_NOT_CONNECTED' });
  });
});

describe('refreshIceServers', () => {
  test('keeps the servers of the answer for the next connection', async () => {
    const { world, connection } = await connected();
    world.turnReply = { iceServers: turn('fresh') };
    expect(await connection.refreshIceServers()).toEqual(turn('fresh'));
    expect(connection.iceServers).toEqual(turn('fresh'));
    expect(connection.state).toBe('connected');
  });

  test('rejects without signaling, and with the end of the connection', async () => {
    const { world, connection } = await connected();
    world.sockets.last.silence();
    const fresh = connection.refreshIceServers();
    await world.settled();
    await connection.close();
    await expect(fresh).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    const other = await connected();
    other.world.sockets.last.serverFail();
    await expect(other.connection.refreshIceServers()).rejects.toMatchObject({ code: 'ERR_WEBSOCKET' });
  });
});

describe('the reason of a close', () => {
  test('goes to the device, whose own end closes the connection without an error', async () => {
    const { world, connection } = await connected();
    const ends: unknown[] = [];
    connection.on('close', (error) => ends.push(error));
    await connection.close({ reason: 'going home' });
    const { closedWith, closeReason } = world.sockets.last;
    expect([closedWith, closeReason, connection.state, ends]).toEqual([
      1000,
      'going home',
      'closed',
      [undefined],
    ]);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a device that does not end the connection is closed after 400 ms', async () => {
    const { world, connection } = await connected();
    world.sockets.last.silence();
    const closed = connection.close({ reason: 'going home' });
    await world.settled();
    world.clock.advance(399);
    expect(connection.state).toBe('connected');
    world.clock.advance(1);
    await closed;
    expect(connection.state).toBe('closed');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a reason that does not fit into a close frame is refused, and nothing is closed', async () => {
    const { connection } = await connected();
    const refused = connection.close({ reason: 'ü'.repeat(62) });
    await expect(refused).rejects.toMatchObject({ code: 'ERR_REQUEST_INVALID' });
    expect(connection.state).toBe('connected');
    await connection.close({ reason: `${'ü'.repeat(61)}!` });
  });

  test('of a session goes to the device; one that is too long does not end it', async () => {
    const world = await createFakeWorld();
    const session = createSession(world.options);
    await session.ready();
    await expect(session.end({ reason: 'x'.repeat(124) })).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
    expect(session.state.kind).toBe('ready');
    await session.end({ reason: 'going home' });
    expect(session.state.kind).toBe('ended');
    await world.settled();
    expect(world.sockets.last.closeReason).toBe('going home');
    expect(world.leftovers).toEqual(NOTHING);
  });
});
