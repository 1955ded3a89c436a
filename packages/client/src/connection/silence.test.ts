/** @module A connection asks its device for an answer while it carries nothing and there is a listener: a Ping, or a request of the JSON framing. */
import { encodeCoapFrame } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { ASK_AFTER_MS, SILENCE_MS } from '../diagnostics/silence/silence-state.ts';
import { LOOK_INTERVAL_MS } from '../diagnostics/silence/watch-silence.ts';
import type { Connection } from './connection.ts';

const PING = 0xe2;
const PONG = 0xe3;

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly reported: boolean[];
  readonly messages: () => unknown[];
  readonly pass: (ms: number) => Promise<void>;
}

/** A connection that is listened to; its browser counts what the test says. */
async function rig(features: readonly string[]): Promise<Rig> {
  const world = await createFakeWorld();
  world.prepare = (device) => void (device.features = features);
  const connection = createConnection(world.options);
  await connection.connect();
  const { clientPeer, clock } = world;
  clientPeer.stats.set('D', { type: 'data-channel', messagesReceived: 1 });
  const reported: boolean[] = [];
  const asked = vi.spyOn(clientPeer, 'getStats');
  const timers = clock.pending;
  connection.on('silence', (isSilent) => reported.push(isSilent));
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(timers));
  clock.advance(LOOK_INTERVAL_MS);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += LOOK_INTERVAL_MS) {
      clock.advance(LOOK_INTERVAL_MS);
      await world.settled();
    }
  };
  const messages = (): unknown[] => clientPeer.channels[0]?.sent ?? [];
  return { world, connection, reported, messages, pass };
}

const isPing = (message: unknown): boolean => message instanceof Uint8Array && message[1] === PING;

test('a device that takes coap-ws/1 is pinged, once until it says something', async () => {
  const { messages, pass, reported, world, connection } = await rig(['coap-ws/1']);
  world.clientPeer.silence();
  await pass(ASK_AFTER_MS + LOOK_INTERVAL_MS);
  expect(messages().filter(isPing)).toHaveLength(1);
  await pass(SILENCE_MS);
  expect([messages().filter(isPing).length, reported]).toEqual([1, [true]]);
  const pong = encodeCoapFrame({ code: PONG, token: new Uint8Array(0), options: [] });
  world.clientPeer.channels[0]?.receive(pong.slice().buffer);
  world.clientPeer.stats.set('D', { type: 'data-channel', messagesReceived: 2 });
  await pass(ASK_AFTER_MS + 2 * LOOK_INTERVAL_MS);
  expect([messages().filter(isPing).length, reported]).toEqual([2, [true, false]]);
  await connection.close();
  expect(world.clock.pending).toBe(0);
});

test('a device that knows JSON alone gets one request that every device answers', async () => {
  const { messages, pass, reported, world } = await rig([]);
  world.clientPeer.silence();
  await pass(SILENCE_MS + 2 * LOOK_INTERVAL_MS);
  const paths = messages().map((text) => Reflect.get(Object(JSON.parse(String(text))), 'path'));
  expect([paths, reported]).toEqual([['/iam/me'], [true]]);
});

test('without a listener the browser is asked nothing, and neither is the device', async () => {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  const off = connection.on('silence', () => undefined);
  off();
  const asked = vi.spyOn(world.clientPeer, 'getStats');
  world.clock.advance(60_000);
  await world.settled();
  expect([asked.mock.calls.length, world.clientPeer.channels[0]?.sent]).toEqual([0, []]);
});
