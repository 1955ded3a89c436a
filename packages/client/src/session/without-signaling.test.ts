/** @module A session whose connection negotiates over itself needs no signaling once it is ready. */
import type { FakeDevice } from '@longwire/testing';
import { NEGOTIATION_FEATURE } from '@longwire/protocol';
import { asTrack, FakeTrack } from '@longwire/testing';
import { expect, test } from 'vitest';
import { readyRig, startRig, type SessionRig } from './session-rig.fixture.ts';

function camera(device: FakeDevice): void {
  device.signedFeatures = [NEGOTIATION_FEATURE];
  device.resources.on('POST /webrtc/tracks', () => {
    device.addTrack('video', 'garden');
    void device.offer();
    return { statusCode: 201 };
  });
}

/** A verified session whose signaling was closed by the service. */
async function rigWithoutSignaling(): Promise<SessionRig> {
  let fingerprint = '';
  const rig = await startRig({
    prepare: camera,
    arrange: (world) => void (fingerprint = world.identity.fingerprint),
    login: async (connection, signal) => void (await connection.verifyFingerprint(fingerprint, { signal })),
  });
  await rig.session.ready();
  rig.world.sockets.last.serverClose(1012, 'restart');
  await rig.world.settled();
  return rig;
}

test('losing signaling causes no second connection', async () => {
  const { session, world, states } = await rigWithoutSignaling();
  world.clock.advance(120_000);
  await world.settled();
  expect(session.state).toEqual({ kind: 'ready' });
  expect([states, world.sockets.all.length]).toEqual([['ready'], 1]);
  await session.end();
});

test('tracks are requested and local tracks added over the existing connection', async () => {
  const { session, world } = await rigWithoutSignaling();
  const names: unknown[] = [];
  session.on('track', ({ trackId, isAuthenticated }) => names.push([trackId, isAuthenticated]));
  session.tracks.watch('garden');
  await world.settled();
  session.tracks.send(asTrack(new FakeTrack('audio')), 'intercom');
  await world.settled();
  expect(names).toEqual([['garden', true]]);
  expect(world.device.lastDescription?.metadata.tracks).toContainEqual({ mid: '2', trackId: 'intercom' });
  expect(world.sockets.all.length).toBe(1);
  await session.end();
});

test('with a device that does not negotiate over the connection, losing signaling opens a second one', async () => {
  const rig = await readyRig();
  rig.world.sockets.last.serverClose(1012, 'restart');
  rig.world.clock.advance(120_000);
  await rig.world.settled();
  expect(rig.world.sockets.all.length).toBeGreaterThan(1);
  await rig.session.end();
});
