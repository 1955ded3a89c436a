/** @module The first connect of a page: over a long line the offer does not wait for the ICE servers of the service. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { HEAD_START_MS } from '../peer/gathering.ts';
import { SERVERS_PATIENCE_MS } from '../peer/late-servers.ts';
import { EARLY_WORTH_MS } from '../signaling/early-socket.ts';
import type { Connection } from './connection.ts';
import type { ConnectionOptions } from './options.ts';
import { kindsSent, NOTHING } from '../fake-world.fixture.ts';

const TURN_REPLY = '{"type":4,"iceServers":[{"urls":["stun:service.example"]}]}';
const named = [{ urls: ['stun:service.example'] }];

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly attempt: Promise<void>;
  /** The service names them, and the candidates get their head start. */
  readonly nameServers: () => Promise<void>;
}

/** A connection whose socket has opened after so long, and whose turn reply waits for the test. */
async function opened(openingMs: number, options: Partial<ConnectionOptions> = {}): Promise<Rig> {
  const world = await createFakeWorld();
  world.isReachable = false;
  world.intercept = ({ kind }) => kind === 'turnRequest';
  const connection = createConnection({ ...world.options, ...options });
  const attempt = connection.connect();
  attempt.catch(() => undefined);
  await world.settled();
  world.clock.advance(openingMs);
  world.isReachable = true;
  world.sockets.last.serverOpen();
  await world.settled();
  const nameServers = async (): Promise<void> => {
    world.sockets.last.serverSend(TURN_REPLY);
    await headStart(world);
  };
  return { world, connection, attempt, nameServers };
}

async function headStart(world: FakeWorld): Promise<void> {
  await world.settled();
  world.clock.advance(HEAD_START_MS);
}

test('the offer leaves with the login, gathering starts with the servers, and candidates follow', async () => {
  const { world, attempt, nameServers } = await opened(EARLY_WORTH_MS);
  expect([kindsSent(world.sockets.last), world.clientPeer.iceGatheringState]).toEqual([[20, 3, 0], 'new']);
  await nameServers();
  await attempt;
  expect([kindsSent(world.sockets.last), world.clientPeer.configuration.iceServers]).toEqual([
    [20, 3, 0, 2],
    named,
  ]);
});

test('one login and one peer connection are enough', async () => {
  const { world, connection, attempt, nameServers } = await opened(EARLY_WORTH_MS);
  await nameServers();
  await attempt;
  expect([world.sockets.all.length, world.leftovers.peers, connection.state]).toEqual([1, 1, 'connected']);
});

test('to a service nearby the offer waits for the servers, and contains its candidates', async () => {
  const { world, attempt, nameServers } = await opened(EARLY_WORTH_MS - 1);
  expect(kindsSent(world.sockets.last)).toEqual([20, 3]);
  await nameServers();
  await attempt;
  expect([kindsSent(world.sockets.last), world.clientPeer.configuration.iceServers]).toEqual([
    [20, 3, 0],
    named,
  ]);
});

test('the sequential handshake waits over any line', async () => {
  const { world, connection } = await opened(EARLY_WORTH_MS, { handshake: 'sequential' });
  expect([kindsSent(world.sockets.last), world.leftovers.peers]).toEqual([[20, 3], 0]);
  await connection.close();
});

test('a browser that cannot change the servers of a peer connection waits for them', async () => {
  const world = await createFakeWorld();
  const { RTCPeerConnection } = world.options;
  const prototype: object = Object.create(Object.prototype);
  const older = new Proxy(RTCPeerConnection, {
    get: (target, key, receiver): unknown =>
      key === 'prototype' ? prototype : Reflect.get(target, key, receiver),
  });
  const { world: slow, connection } = await opened(EARLY_WORTH_MS, { RTCPeerConnection: older });
  expect(kindsSent(slow.sockets.last)).toEqual([20, 3]);
  await connection.close();
});

test('an offer whose servers never come is gathered for without them', async () => {
  const { world, attempt } = await opened(EARLY_WORTH_MS);
  world.clock.advance(SERVERS_PATIENCE_MS);
  await headStart(world);
  await attempt;
  expect(world.clientPeer.configuration.iceServers).toEqual([]);
});

test('closing while the servers are awaited leaves nothing behind', async () => {
  const { world, connection, attempt } = await opened(EARLY_WORTH_MS);
  await connection.close();
  await expect(attempt).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
  expect(world.leftovers).toEqual(NOTHING);
});
