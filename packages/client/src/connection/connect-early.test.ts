/** @module Connecting with the offer in the opening handshake: when it is tried, and that a service that loses it costs time alone. */
import { earlyMessages } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { HEAD_START_MS } from '../peer/gathering.ts';
import { EARLY_ANSWER_MS, EARLY_WORTH_MS } from '../signaling/early-socket.ts';
import { PIPELINE_PATIENCE_MS } from '../signaling/signaling-client.ts';
import type { Connection } from './connection.ts';
import type { ConnectionOptions } from './options.ts';
import type { ConnectNote } from './ice-server-cache.ts';

const TAKES_EARLY = '{"type":21,"features":["early/1"]}';
const SERVICE = /^\["service"/u;
const atHand = { iceServers: [{ urls: 'stun:own.example' }] };

/** A connection that remembers this of the service, and what it has made of it. */
function remembering(
  world: FakeWorld,
  note: ConnectNote | undefined,
  options: Partial<ConnectionOptions> = atHand,
): { readonly connection: Connection; readonly kept: () => ConnectNote | undefined } {
  let kept = note;
  const iceServerCache = {
    get: (key: string) => (SERVICE.test(key) ? kept : undefined),
    set: (key: string, value: ConnectNote | undefined) => {
      if (SERVICE.test(key)) kept = value;
    },
  };
  const connection = createConnection({ ...world.options, ...options, iceServerCache });
  return { connection, kept: () => kept };
}

/** An attempt to connect to a service that was known to accept early messages, and that takes this long to open. */
async function dialEarly(
  world: FakeWorld,
  openingMs: number = EARLY_WORTH_MS,
): Promise<ReturnType<typeof remembering> & { readonly attempt: Promise<void> }> {
  world.isReachable = false;
  const made = remembering(world, { isEarly: true });
  const attempt = made.connection.connect();
  await world.settled();
  world.clock.advance(openingMs);
  return { ...made, attempt };
}

function saidEarly({ sockets }: FakeWorld): unknown[] {
  return earlyMessages(sockets.last.protocol).map((text) => Reflect.get(JSON.parse(text), 'type'));
}

/** Connects to a service that says that it takes early messages. */
async function connectTo(
  world: FakeWorld,
  note: ConnectNote | undefined,
  openingMs: number = EARLY_WORTH_MS,
): Promise<ReturnType<typeof remembering>> {
  world.isReachable = false;
  world.intercept = ({ kind }, socket) => {
    // Behind the world's own answer to the login.
    if (kind === 'turnRequest') socket.serverSend(TAKES_EARLY);
    return false;
  };
  const made = remembering(world, note);
  const attempt = made.connection.connect();
  await world.settled();
  world.clock.advance(openingMs);
  world.isReachable = true;
  world.sockets.last.serverOpen();
  await attempt;
  return made;
}

test('login, turn request and offer, with its first candidate inside, are said while the socket opens', async () => {
  const world = await createFakeWorld();
  world.isReachable = false;
  const { connection } = remembering(world, { isEarly: true });
  const attempt = connection.connect().catch(() => undefined);
  await world.settled();
  expect([saidEarly(world), world.sockets.last.sent]).toEqual([[20, 3, 0], []]);
  await connection.close();
  await attempt;
  expect(world.sockets.open).toBe(0);
});

test('the offer leaves while the socket opens although its ICE servers are not known, and is gathered for once they are', async () => {
  const world = await createFakeWorld({ turnReply: { iceServers: [{ urls: ['stun:service.example'] }] } });
  world.isReachable = false;
  const { connection } = remembering(world, { isEarly: true }, {});
  const attempt = connection.connect();
  await world.settled();
  expect([saidEarly(world), world.clientPeer.iceGatheringState]).toEqual([[20, 3, 0], 'new']);
  // This service loses early messages, and gets them again as frames.
  world.isReachable = true;
  world.sockets.last.serverOpen();
  world.clock.advance(EARLY_ANSWER_MS);
  await world.settled();
  world.clock.advance(HEAD_START_MS);
  await attempt;
  expect(world.clientPeer.configuration.iceServers).toEqual([{ urls: ['stun:service.example'] }]);
  await connection.close();
});

test('an offer lost by the service is sent again in frames, and later connections start with frames', async () => {
  const world = await createFakeWorld();
  const { connection, kept, attempt } = await dialEarly(world);
  world.isReachable = true;
  world.sockets.last.serverOpen();
  await world.settled();
  expect(kept()).toEqual({ isEarly: true });
  world.clock.advance(EARLY_ANSWER_MS);
  await attempt;
  expect([connection.state, kept(), world.sockets.all.length, world.sockets.open]).toEqual([
    'connected',
    { isEarly: false },
    2,
    1,
  ]);
  await connection.close();
});

test.each([1002, 1008])(
  'a service that closes with %i instead gets the messages one at a time, and the next page starts with frames',
  async (closeCode) => {
    const world = await createFakeWorld();
    const { connection, kept, attempt } = await dialEarly(world);
    const { last: first } = world.sockets;
    world.isReachable = true;
    world.intercept = (_message, socket) => socket === first;
    first.serverOpen();
    first.serverClose(closeCode);
    await attempt;
    expect([saidEarly(world), kept(), world.sockets.all.length, world.sockets.open]).toEqual([
      [],
      { isSequential: true },
      2,
      1,
    ]);
    await connection.close();
  },
);

test('a service known to lose early offers gets none, although it announces the feature', async () => {
  const world = await createFakeWorld();
  const { connection, kept } = await connectTo(world, { isEarly: false });
  expect([saidEarly(world), kept()]).toEqual([[], { isEarly: false }]);
  await connection.close();
});

test('a service that was found to take one step at a time stays that, though it says that it takes it early', async () => {
  const world = await createFakeWorld();
  world.isReachable = false;
  world.intercept = ({ kind }, socket) => {
    const [first] = world.sockets.all;
    if (kind === (socket === first ? 'login' : 'turnRequest')) socket.serverSend(TAKES_EARLY);
    // The turn request and the offer are lost.
    return socket === first;
  };
  const { connection, kept } = remembering(world, undefined);
  const attempt = connection.connect();
  await world.settled();
  world.clock.advance(EARLY_WORTH_MS);
  world.isReachable = true;
  world.sockets.last.serverOpen();
  await world.settled();
  world.clock.advance(PIPELINE_PATIENCE_MS);
  await attempt;
  expect([world.sockets.all.length, kept()]).toEqual([2, { isSequential: true }]);
  await connection.close();
});

test('a service that turns out to be near gets no early offer the next time', async () => {
  const world = await createFakeWorld();
  const { connection, kept, attempt } = await dialEarly(world, EARLY_WORTH_MS - 1);
  const ended = attempt.catch(() => undefined);
  world.sockets.last.serverOpen();
  expect([kept(), world.sockets.all.length]).toEqual([undefined, 1]);
  await connection.close();
  await ended;
});

test.each<[string, ConnectNote | undefined, Partial<ConnectionOptions>]>([
  ['nothing is known of the service', undefined, atHand],
  ['the service takes one step at a time', { isSequential: true }, atHand],
  ['one step at a time is asked for', { isEarly: true }, { ...atHand, handshake: 'sequential' }],
])('not where %s', async (_what, note, options) => {
  const world = await createFakeWorld();
  const { connection } = remembering(world, note, options);
  await connection.connect();
  expect(saidEarly(world)).toEqual([]);
  await connection.close();
});

test.each([
  ['far away', 40, { isEarly: true }],
  ['near', 39, undefined],
])('it is learned from a service that takes it and is %s', async (_what, openingMs, note) => {
  const { connection, kept } = await connectTo(await createFakeWorld(), undefined, openingMs);
  expect(kept()).toEqual(note);
  await connection.close();
});
