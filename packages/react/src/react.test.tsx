/** @module What holds without a browser: one connection per lease, no missed track, no stale answer, import on a server. */

import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { AnswerPort, ConnectionPort, ConnectionStateName, TrackArrival } from './connection-port.ts';
import { createDeviceHandle } from './device-handle.ts';
import { DeviceConnectionProvider } from './device-connection-provider.tsx';
import { HandleLease } from './handle-lease.ts';
import { RequestRun } from './request-run.ts';
import { useConnectionState } from './use-connection-state.ts';

class FakeConnection implements ConnectionPort {
  state: ConnectionStateName = 'idle';
  connects = 0;
  closes = 0;
  readonly answers: PromiseWithResolvers<AnswerPort>[] = [];
  #onTrack: ((arrival: TrackArrival) => void) | undefined;

  on(event: 'statechange' | 'track', listener: (arrival: TrackArrival) => void): () => void {
    if (event === 'track') this.#onTrack = listener;
    return () => undefined;
  }
  async connect(): Promise<void> {
    this.connects += 1;
  }
  async close(): Promise<void> {
    this.closes += 1;
  }
  request(): Promise<AnswerPort> {
    const answer = Promise.withResolvers<AnswerPort>();
    this.answers.push(answer);
    return answer.promise;
  }
  arrive(trackId: string, track: EventTarget): void {
    this.#onTrack?.({ trackId, streams: [], track: Object.assign(track, trackShape) });
  }
}

const trackShape: Omit<MediaStreamTrack, keyof EventTarget> = {
  kind: 'video',
  id: 'browser-id',
  label: '',
  enabled: true,
  muted: false,
  contentHint: '',
  readyState: 'live',
  onended: null,
  onmute: null,
  onunmute: null,
  applyConstraints: async () => undefined,
  clone: () => {
    throw new Error('not cloned here');
  },
  getCapabilities: () => ({}),
  getConstraints: () => ({}),
  getSettings: () => ({}),
  stop: () => undefined,
};

const answer = (statusCode: number): AnswerPort => ({
  statusCode,
  text: () => '',
  json: () => undefined,
  cbor: async () => undefined,
});

describe('HandleLease', () => {
  test('mount, unmount and mount within one turn opens one connection and closes none', () => {
    const connection = new FakeConnection();
    const deferred: (() => void)[] = [];
    const lease = new HandleLease({
      createHandle: () => createDeviceHandle(connection),
      defer: (task) => deferred.push(task),
    });
    const release = lease.hold();
    release();
    lease.hold();
    for (const task of deferred) task();
    expect([connection.connects, connection.closes]).toEqual([1, 0]);
  });

  test('the last to leave closes, and a later holder gets a new connection', () => {
    const made: FakeConnection[] = [];
    const lease = new HandleLease({
      createHandle: () => {
        const connection = new FakeConnection();
        made.push(connection);
        return createDeviceHandle(connection);
      },
      defer: (task) => {
        task();
      },
    });
    const release = lease.hold();
    release();
    release();
    expect(made.map(({ connects, closes }) => [connects, closes])).toEqual([[1, 1]]);
    let changes = 0;
    lease.subscribe(() => (changes += 1));
    lease.hold();
    expect(changes).toBe(1);
    expect(made).toHaveLength(2);
  });
});

describe('TrackStore', () => {
  test('a track that came before anybody subscribed is in the list; its end is noted', () => {
    const connection = new FakeConnection();
    const { tracks } = createDeviceHandle(connection);
    const track = new EventTarget();
    connection.arrive('frontdoor-video', track);
    expect(tracks.snapshot()).toMatchObject([{ id: 'frontdoor-video', kind: 'video', ended: false }]);
    track.dispatchEvent(new Event('ended'));
    expect(tracks.snapshot()).toMatchObject([{ id: 'frontdoor-video', ended: true }]);
  });

  test('the same track id again takes the place of the earlier one', () => {
    const connection = new FakeConnection();
    const { tracks } = createDeviceHandle(connection);
    const seen: number[] = [];
    const off = tracks.subscribe(() => seen.push(tracks.snapshot().length));
    connection.arrive('a', new EventTarget());
    connection.arrive('a', new EventTarget());
    off();
    connection.arrive('b', new EventTarget());
    expect(seen).toEqual([1, 1]);
  });
});

describe('RequestRun', () => {
  test('pending, then answered with the time it took', async () => {
    let clock = 100;
    const connection = new FakeConnection();
    const run = new RequestRun(() => clock);
    const sent = run.send(connection, { method: 'GET', path: '/info' });
    expect(run.snapshot()).toEqual({ kind: 'pending' });
    clock = 112;
    connection.answers[0]?.resolve(answer(205));
    expect(await sent).toMatchObject({ kind: 'answered', elapsedMs: 12 });
  });

  test('an older answer that comes late does not replace a newer one; an error is a value', async () => {
    const connection = new FakeConnection();
    const run = new RequestRun(() => 0);
    const older = run.send(connection, { method: 'GET', path: '/old' });
    const newer = run.send(connection, { method: 'GET', path: '/new' });
    const cause = new Error('gone');
    connection.answers[1]?.reject(cause);
    await newer;
    connection.answers[0]?.resolve(answer(205));
    await older;
    expect(run.snapshot()).toEqual({ kind: 'failed', error: cause, elapsedMs: 0 });
  });
});

function State() {
  return <p>{useConnectionState()}</p>;
}

test('renders on a server, without connecting', () => {
  const connection = new FakeConnection();
  const html = renderToString(
    <DeviceConnectionProvider deviceKey="a" createHandle={() => createDeviceHandle(connection)}>
      <State />
    </DeviceConnectionProvider>,
  );
  expect(html).toBe('<p>idle</p>');
  expect(connection.connects).toBe(0);
});
