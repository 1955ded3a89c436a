/** @module What holds without a browser: one connection per lease, no missed track, no stale answer, import on a server. */

import { createConnection, EdgeError, type DeviceResponse } from '@longwire/client';
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDeviceHandle, type DeviceHandle } from './device-handle.ts';
import { DeviceConnectionProvider } from './device-connection-provider.tsx';
import { HandleLease } from './handle-lease.ts';
import { RequestRun } from '../request/request-run.ts';
import { useConnectionState } from './use-connection-state.ts';
import { useTracks } from './use-tracks.ts';

let world: FakeWorld;
let createHandle: () => DeviceHandle;

beforeEach(async () => {
  world = await createFakeWorld();
  createHandle = () => createDeviceHandle(createConnection(world.options));
});

const answer = (statusCode: number): DeviceResponse => ({
  statusCode,
  text: () => '',
  json: () => undefined,
  cbor: async () => null,
});

describe('HandleLease', () => {
  test('mount, unmount and mount within one turn opens one connection and closes none', async () => {
    const lease = new HandleLease({ createHandle });
    const release = lease.hold();
    release();
    lease.hold();
    await world.settled();
    expect(lease.snapshot().connection.state).toBe('connected');
    expect(world.leftovers.sockets).toBe(1);
  });

  test('the last to leave closes and leaves nothing behind; a later holder gets a new connection', async () => {
    const lease = new HandleLease({ createHandle });
    const release = lease.hold();
    await world.settled();
    const first = lease.snapshot();
    release();
    release();
    await world.settled();
    expect(first.connection.state).toBe('closed');
    expect(world.leftovers).toEqual({ sockets: 0, peers: 0, timers: 0, listeners: 0 });
    let changes = 0;
    lease.subscribe(() => (changes += 1));
    lease.hold();
    await world.settled();
    expect([changes, lease.snapshot() === first, lease.snapshot().connection.state]).toEqual([
      1,
      false,
      'connected',
    ]);
  });
});

describe('TrackStore', () => {
  test('a track that came before anybody subscribed is in the list; its end is noted', async () => {
    const { connection, tracks } = createHandle();
    await connection.connect();
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect(tracks.snapshot()).toMatchObject([{ id: 'frontdoor-video', isEnded: false }]);
    let changes = 0;
    const off = tracks.subscribe(() => (changes += 1));
    tracks.snapshot()[0]?.track?.dispatchEvent(new Event('ended'));
    off();
    expect(changes).toBe(1);
    expect(tracks.snapshot()).toMatchObject([{ id: 'frontdoor-video', isEnded: true }]);
  });

  test('a track that the device named and cannot give is in the list with its reason', async () => {
    const { connection, tracks } = createHandle();
    await connection.connect();
    world.device.tracks = [{ mid: '7', trackId: 'attic-video', error: 'ACCESS_DENIED' }];
    await world.device.offer();
    await world.settled();
    expect(tracks.snapshot()).toEqual([{ id: 'attic-video', error: 'ACCESS_DENIED', isEnded: false }]);
  });
});

/** What the list of tracks says after each of these states of one track, and how it stands in the end. */
async function course(states: FakeWorld['device']['tracks']) {
  const { connection, tracks } = createHandle();
  await connection.connect();
  world.device.pc.addTransceiver('video', { direction: 'sendonly' });
  const seen: unknown[] = [];
  for (const entry of states) {
    world.device.tracks = [entry];
    await world.device.offer();
    await world.settled();
    seen.push(tracks.snapshot().map(({ id, error, message: said }) => [id, error, said]));
  }
  return { seen, tracks: tracks.snapshot() };
}

describe('TrackStore, a microphone under the name of the sound to hear', () => {
  test('the device refuses it: the sound to hear stays as it is, and nothing else is in the list', async () => {
    const connection = createConnection(world.options);
    const { tracks } = createDeviceHandle(connection);
    await connection.connect();
    world.device.addTrack('audio', 'frontdoor-audio');
    await world.device.offer();
    await world.settled();
    const before = tracks.snapshot();
    world.device.tracks = [{ mid: '2', trackId: 'frontdoor-audio', error: 'UNKNOWN_TRACK_ID' }];
    connection.addTrack(asTrack(new FakeTrack('audio')), 'frontdoor-audio', { direction: 'sendonly' });
    await world.settled();
    expect(world.device.lastDescription?.metadata.tracks).toHaveLength(2);
    expect(tracks.snapshot()).toBe(before);
    expect(before).toMatchObject([{ id: 'frontdoor-audio', mid: '1', isEnded: false }]);
    expect(before[0]?.error).toBeUndefined();
  });

  test('without a sound to hear there is nothing in the list', async () => {
    const connection = createConnection(world.options);
    const { tracks } = createDeviceHandle(connection);
    await connection.connect();
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-audio', error: 'UNKNOWN_TRACK_ID' }];
    connection.addTrack(asTrack(new FakeTrack('audio')), 'frontdoor-audio', { direction: 'sendonly' });
    await world.settled();
    expect(tracks.snapshot()).toEqual([]);
  });
});

describe('TrackStore, a camera that drops and comes back', () => {
  const message = 'The camera does not answer. Trying again.';
  const well = { mid: '1', trackId: 'frontdoor-video' };
  test('its error and words come and go, its track stays', async () => {
    const { seen, tracks } = await course([well, { ...well, error: 'UNKNOWN_ERROR', message }, well]);
    expect(seen).toEqual([
      [['frontdoor-video', undefined, undefined]],
      [['frontdoor-video', 'UNKNOWN_ERROR', message]],
      [['frontdoor-video', undefined, undefined]],
    ]);
    expect(tracks[0]?.track?.kind).toBe('video');
  });

  test('one that fails from the start has them too', async () => {
    const { seen } = await course([{ ...well, error: 'INVALID_CODECS', message }, well]);
    expect(seen).toEqual([
      [['frontdoor-video', 'INVALID_CODECS', message]],
      [['frontdoor-video', undefined, undefined]],
    ]);
  });

  test('one that never arrived is gone from the list when it is well again', async () => {
    const { connection, tracks } = createHandle();
    await connection.connect();
    world.device.tracks = [{ mid: '7', trackId: 'attic-video', error: 'UNKNOWN_ERROR', message }];
    await world.device.offer();
    await world.settled();
    expect(tracks.snapshot()).toEqual([
      { id: 'attic-video', error: 'UNKNOWN_ERROR', message, isEnded: false },
    ]);
    world.device.tracks = [{ mid: '7', trackId: 'attic-video' }];
    await world.device.offer();
    await world.settled();
    expect(tracks.snapshot()).toEqual([]);
  });
});

describe('RequestRun', () => {
  test('pending, then answered with the time it took', async () => {
    let nowMs = 100;
    const pending = Promise.withResolvers<DeviceResponse>();
    const run = new RequestRun(() => nowMs);
    const sent = run.send({ request: () => pending.promise }, { method: 'GET', path: '/info' });
    expect(run.snapshot()).toEqual({ kind: 'pending' });
    nowMs = 112;
    pending.resolve(answer(205));
    expect(await sent).toMatchObject({ kind: 'answered', elapsedMs: 12 });
  });

  test('an older answer that comes late does not replace a newer one; an error is a value', async () => {
    const [first, second] = [
      Promise.withResolvers<DeviceResponse>(),
      Promise.withResolvers<DeviceResponse>(),
    ];
    const run = new RequestRun(() => 0);
    const older = run.send({ request: () => first.promise }, { method: 'GET', path: '/old' });
    const newer = run.send({ request: () => second.promise }, { method: 'GET', path: '/new' });
    const cause = new EdgeError('ERR_NOT_CONNECTED', 'gone');
    second.reject(cause);
    await newer;
    first.resolve(answer(205));
    await older;
    expect(run.snapshot()).toEqual({ kind: 'failed', error: cause, elapsedMs: 0 });
  });
});

function View() {
  return (
    <p>
      {useConnectionState()} {useTracks().length}
    </p>
  );
}

test('renders on a server, without connecting', () => {
  const html = renderToString(
    <DeviceConnectionProvider deviceKey="a" createHandle={createHandle}>
      <View />
    </DeviceConnectionProvider>,
  );
  expect(html).toBe('<p>idle<!-- --> <!-- -->0</p>');
  expect(world.leftovers.sockets).toBe(0);
});
