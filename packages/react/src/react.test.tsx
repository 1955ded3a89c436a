/** @module What holds without a browser: one connection per lease, no missed track, no stale answer, import on a server. */

import { createConnection, type DeviceResponse } from '@longwire/client';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDeviceHandle, type DeviceHandle } from './device-handle.ts';
import { DeviceConnectionProvider } from './device-connection-provider.tsx';
import { HandleLease } from './handle-lease.ts';
import { RequestRun } from './request-run.ts';
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
    const cause = new Error('gone');
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
