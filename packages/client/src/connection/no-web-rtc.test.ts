/** @module Where the platform has no WebRTC: on a server, in jsdom, and in browsers that turned it off. */
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { createSession } from '../create-session.ts';
import { NOTHING } from '../fake-world.fixture.ts';

const MISSING = {
  code: 'ERR_MISSING_OPTIONS',
  message: 'Missing connection options: RTCPeerConnection',
};

/** The options of a world for a platform that has sockets only. */
const withoutWebRtc = ({ options }: FakeWorld) => ({ ...options, RTCPeerConnection: undefined });

test.each(['connect', 'prepare'] as const)(
  'without RTCPeerConnection %s() rejects with its name and opens nothing',
  async (call) => {
    const world = await createFakeWorld();
    const connection = createConnection(withoutWebRtc(world));
    await expect(connection[call]()).rejects.toMatchObject(MISSING);
    expect([connection.state, world.sockets.all]).toEqual(['idle', []]);
  },
);

test('without RTCPeerConnection a session ends instead of retrying for ever', async () => {
  const world = await createFakeWorld();
  const session = createSession(withoutWebRtc(world));
  await expect(session.ready()).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED', cause: MISSING });
  expect(world.leftovers).toEqual(NOTHING);
});
