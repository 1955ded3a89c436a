/** @module Calls, tracks, streams and channels of a session across the loss of a connection. */
import { EdgeError, type CoapRequest } from '@longwire/protocol';
import { asTrack, FakeMediaStream, FakeTrack, type FakeDevice } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { STEADY_MS } from './session-driver.ts';
import { MAX_SENDS } from './session-requests.ts';
import { endsClean, readyRig, type RigOptions, type SessionRig, startRig } from './session-rig.fixture.ts';
import type { WatchedTrack } from './tracks/session-tracks.ts';
import { MAX_UNWATCHED, TRACK_ARRIVAL_MS, TRACKS_RETURN_MS } from './tracks/watched-tracks.ts';
import { codeOf } from '../error-of.fixture.ts';

/** A session that watches the camera. */
interface Watching extends SessionRig {
  readonly watched: WatchedTrack;
}

async function lose({ world }: SessionRig): Promise<void> {
  world.clientPeer.forceIceState('failed');
  await world.settled();
}

/** A device that does not answer the first request for `/slow`, whichever connection it arrives over. */
function silentOnce(asked: CoapRequest[]): (device: FakeDevice) => void {
  return ({ resources }) => {
    for (const method of ['GET', 'POST', 'PUT'])
      resources.on(`${method} /slow`, (request) => {
        asked.push(request);
        return asked.length === 1 ? undefined : { statusCode: 205 };
      });
  };
}

/** A device that sends its camera's tracks on request. */
const cameras = (device: FakeDevice): void =>
  device.resources.on('POST /webrtc/tracks', () => {
    device.addTrack('video', 'frontdoor-video');
    void device.offer();
    return { statusCode: 201 };
  });

/** The tracks in the camera's stream. */
const shown = (rig: SessionRig): unknown[] => {
  const stream: unknown = rig.session.tracks.stateOf('frontdoor-video')?.stream;
  return stream instanceof FakeMediaStream ? [...stream.tracks] : [];
};

/** The bodies of the requests for tracks over the newest connection. */
const asked = ({ world }: SessionRig): string[] =>
  world.device.resources.requests
    .filter(({ path }) => path === '/webrtc/tracks')
    .map(({ payload }) => new TextDecoder().decode(payload));

/** The local tracks that the newest connection sends. */
const sent = ({ world }: SessionRig): unknown[] =>
  world.clientPeer.getTransceivers().map(({ sender }) => sender.track);

describe('requests', () => {
  test('a request made without a connection is sent over the next one', async () => {
    const rig = await startRig({
      prepare: ({ resources }) => resources.on('POST /x', { statusCode: 204 }),
      arrange: (world) => (world.isReachable = false),
    });
    const answer = rig.session.request('POST', '/x');
    await rig.world.settled();
    rig.world.sockets.last.serverOpen();
    expect((await answer).statusCode).toBe(204);
    await endsClean(rig);
  });

  test('waiting requests are sent in the order they were made', async () => {
    const order: string[] = [];
    const rig = await startRig({
      prepare: ({ resources }) => {
        for (const path of ['/1', '/2', '/3'])
          resources.on(`POST ${path}`, () => {
            order.push(path);
            return { statusCode: 204 };
          });
      },
    });
    await Promise.all(['/1', '/2', '/3'].map((path) => rig.session.request('POST', path)));
    expect(order).toEqual(['/1', '/2', '/3']);
    await endsClean(rig);
  });

  test('a request that finds no connection within its time limit rejects with ERR_NOT_SENT', async () => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    const answer = rig.session.request('POST', '/x', { timeoutMs: 2000 });
    const refused = codeOf(answer);
    await rig.world.settled();
    rig.world.clock.advance(2000);
    expect(await refused).toBe('ERR_NOT_SENT');
    await endsClean(rig);
  });

  test('repeats a lost GET that may have arrived', async () => {
    const asked: CoapRequest[] = [];
    const rig = await readyRig({ prepare: silentOnce(asked) });
    const answer = rig.session.request('GET', '/slow');
    await rig.world.settled();
    await lose(rig);
    expect([(await answer).statusCode, asked.length]).toEqual([205, 2]);
    await endsClean(rig);
  });

  test('does not repeat a lost POST that may have arrived, and rejects with ERR_OUTCOME_UNKNOWN', async () => {
    const asked: CoapRequest[] = [];
    const rig = await readyRig({ prepare: silentOnce(asked) });
    const answer = rig.session.request('POST', '/slow');
    await rig.world.settled();
    const refused = codeOf(answer);
    await lose(rig);
    expect(await refused).toBe('ERR_OUTCOME_UNKNOWN');
    expect([asked.length, rig.session.state.kind]).toEqual([1, 'ready']);
    await endsClean(rig);
  });

  test('isIdempotent decides whether a lost request is repeated, also for a GET', async () => {
    const asked: CoapRequest[] = [];
    const rig = await readyRig({ prepare: silentOnce(asked) });
    const answer = rig.session.request('PUT', '/slow', { isIdempotent: true, payload: 'on' });
    await rig.world.settled();
    await lose(rig);
    expect([(await answer).statusCode, asked.length]).toEqual([205, 2]);
    asked.length = 0;
    const other = rig.session.request('GET', '/slow', { isIdempotent: false });
    const refused = codeOf(other);
    await rig.world.settled();
    await lose(rig);
    expect(await refused).toBe('ERR_OUTCOME_UNKNOWN');
    await endsClean(rig);
  });

  test('repeats any request that was certainly not sent', async () => {
    const rig = await readyRig({ prepare: ({ resources }) => resources.on('POST /x', { statusCode: 204 }) });
    const { connection } = rig.session;
    if (connection === undefined) throw new Error('a connection expected');
    const request = vi.spyOn(connection, 'request');
    // The device is gone already, and the client has not noticed.
    rig.world.device.channel?.close();
    await rig.world.settled();
    const answer = rig.session.request('POST', '/x');
    await rig.world.settled();
    expect(rig.session.state.kind).toBe('ready');
    rig.world.clock.advance(1000);
    expect((await answer).statusCode).toBe(204);
    expect(request).toHaveBeenCalledTimes(1);
    await endsClean(rig);
  });

  test('a request that breaks every connection is given up after five connections', async () => {
    const rig = await readyRig({
      prepare: ({ resources, pc }) =>
        resources.on('GET /bad', () => {
          pc.channels.at(0)?.close();
          return undefined;
        }),
    });
    const answer = rig.session.request('GET', '/bad', { timeoutMs: 60_000 });
    const refused = codeOf(answer);
    for (let turn = 0; turn < 40; turn += 1) {
      await rig.world.settled();
      rig.world.clock.advance(1000);
    }
    expect(await refused).toBe('ERR_OUTCOME_UNKNOWN');
    expect(rig.world.sockets.all.length).toBeGreaterThanOrEqual(MAX_SENDS);
    await endsClean(rig);
  });

  test('ending the session rejects waiting and sent requests, each with its own error', async () => {
    const rig = await readyRig({ prepare: ({ resources }) => resources.on('POST /slow', () => undefined) });
    const sent = rig.session.request('POST', '/slow');
    await rig.world.settled();
    const outcome = codeOf(sent);
    await rig.session.end();
    expect(await codeOf(rig.session.request('GET', '/x'))).toBe('ERR_SESSION_ENDED');
    expect(await outcome).toBe('ERR_OUTCOME_UNKNOWN');
    await endsClean(rig);
  });

  test('an invalid request rejects and leaves the connection open', async () => {
    const rig = await readyRig();
    await expect(rig.session.request('GET', 'x')).rejects.toMatchObject({ code: 'ERR_REQUEST_INVALID' });
    await expect(rig.session.request('GET', '/x', { timeoutMs: -1 })).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
    expect(await rig.session.iam.getPairing().catch((error: unknown) => error)).toMatchObject({
      code: 'ERR_IAM_REQUEST',
    });
    expect([rig.states, rig.world.sockets.all.length]).toEqual([['ready'], 1]);
    await endsClean(rig);
  });

  test('a waiting request rejects when its caller aborts', async () => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    const abort = new AbortController();
    const answer = rig.session.request('GET', '/x', { signal: abort.signal });
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    await endsClean(rig);
  });

  test('a GET without an answer on the old connection is answered over the new one', async () => {
    let asked = 0;
    const rig = await readyRig({
      prepare: ({ resources }) =>
        resources.on('GET /slow', () => {
          asked += 1;
          return asked === 1 ? new Promise<never>(() => undefined) : { statusCode: 205 };
        }),
    });
    const { connection } = rig.session;
    const abort = new AbortController();
    const answer = rig.session.request('GET', '/slow', { signal: abort.signal });
    await rig.world.settled();
    rig.network.emit('online');
    await rig.world.settled();
    expect((await answer).statusCode).toBe(205);
    await rig.world.settled();
    expect([asked, connection?.state, rig.world.leftovers.peers]).toEqual([2, 'closed', 1]);
    await endsClean(rig);
  });

  test('a request without an answer can be aborted after another connection has taken over', async () => {
    const rig = await readyRig({
      prepare: ({ resources }) => resources.on('GET /slow', () => new Promise<never>(() => undefined)),
    });
    const abort = new AbortController();
    const answer = codeOf(rig.session.request('GET', '/slow', { signal: abort.signal }));
    await rig.world.settled();
    rig.network.emit('online');
    await rig.world.settled();
    abort.abort();
    expect(await answer).toBe('ERR_ABORTED');
    await rig.world.settled();
    expect(rig.world.leftovers.peers).toBe(1);
    await endsClean(rig);
  });

  test('a POST in progress finishes over the old connection after another takes over', async () => {
    let answerLater: (() => void) | undefined;
    const rig = await readyRig({
      prepare: ({ resources }) =>
        resources.on('POST /slow', async () => {
          await new Promise<void>((resolve) => (answerLater ??= resolve));
          return { statusCode: 204 };
        }),
    });
    const { connection } = rig.session;
    const answer = rig.session.request('POST', '/slow');
    await rig.world.settled();
    rig.network.emit('online');
    await rig.world.settled();
    expect([rig.session.connection === connection, connection?.state]).toEqual([false, 'connected']);
    answerLater?.();
    expect((await answer).statusCode).toBe(204);
    await rig.world.settled();
    expect(connection?.state).toBe('closed');
    await endsClean(rig);
  });
});

describe('the device’s tracks', () => {
  const TRACK = 'frontdoor-video';

  async function watching(options: RigOptions = { prepare: cameras }): Promise<Watching> {
    const rig = await readyRig(options);
    const watched = rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    return { ...rig, watched };
  }

  test('tracks watched in the same turn share one request, and other watchers of them send none', async () => {
    const rig = await readyRig({ prepare: cameras });
    const [one, other] = ['frontdoor-video', 'frontdoor-audio', 'frontdoor-video'].map((trackId) =>
      rig.session.tracks.watch(trackId),
    );
    await rig.world.settled();
    expect(rig.session.tracks.watch(TRACK).stream).toBe(one?.stream);
    await rig.world.settled();
    expect(asked(rig)).toEqual(['{"tracks":["frontdoor-video","frontdoor-audio"]}']);
    expect([one?.state.kind, other?.state.kind]).toEqual(['live', 'waiting']);
    expect(rig.session.tracks.ids).toEqual(['frontdoor-video', 'frontdoor-audio']);
    await endsClean(rig);
  });

  test('the states of a watched track are reported: waiting, live, waiting while it is lost, and the end', async () => {
    const rig = await readyRig({ prepare: cameras });
    using watched = rig.session.tracks.watch(TRACK);
    const states = [watched.state.kind];
    watched.on('change', ({ kind }) => states.push(kind));
    await rig.world.settled();
    await lose(rig);
    await rig.session.end();
    expect(states).toEqual(['waiting', 'live', 'waiting', 'live', 'failed']);
    expect(watched.state).toMatchObject({ kind: 'failed', error: { code: 'ERR_SESSION_ENDED' } });
  });

  test('a refused track fails with the status, is reported as refused, and is requested again by retry and by another watcher', async () => {
    const rig = await watching({
      prepare: ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 403 }),
    });
    let refusals = 0;
    rig.session.on('refused', () => (refusals += 1));
    expect(rig.watched.state).toMatchObject({
      kind: 'failed',
      error: { code: 'ERR_TRACK', statusCode: 403 },
    });
    rig.watched.retry();
    await rig.world.settled();
    rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    expect([asked(rig).length, refusals]).toEqual([3, 2]);
    cameras(rig.world.device);
    rig.watched.retry();
    await rig.world.settled();
    expect(rig.watched.state.kind).toBe('live');
    await endsClean(rig);
  });

  test('a watcher that retries, or ends the session, lets the others hear of every state in its order', async () => {
    const rig = await watching({
      prepare: ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 403 }),
    });
    rig.watched.on('change', ({ kind }) => {
      if (kind === 'failed' && rig.session.state.kind === 'ready') rig.watched.retry();
      if (kind === 'live') void rig.session.end();
    });
    const states: string[] = [];
    rig.session.tracks.on('change', (_trackId, { kind }) => states.push(kind));
    rig.watched.retry();
    cameras(rig.world.device);
    await rig.world.settled();
    expect(states).toEqual(['waiting', 'live', 'failed']);
    expect(rig.watched.state).toMatchObject({ error: { code: 'ERR_SESSION_ENDED' } });
  });

  test('a track that the device reports as broken fails with its words, and is live again when it works', async () => {
    const rig = await watching({
      prepare: (device) =>
        device.resources.on('POST /webrtc/tracks', () => {
          device.pc.addTransceiver('video', { direction: 'sendonly' });
          device.tracks = [{ mid: '1', trackId: TRACK }];
          void device.offer();
          return { statusCode: 201 };
        }),
    });
    const report = async (error: object): Promise<void> => {
      rig.world.device.tracks = [{ mid: '1', trackId: TRACK, ...error }];
      await rig.world.device.offer();
      await rig.world.settled();
    };
    await report({ error: 'UNKNOWN_ERROR', message: 'The camera does not answer.' });
    expect(rig.watched.state).toMatchObject({
      kind: 'failed',
      error: { reason: 'UNKNOWN_ERROR', deviceMessage: 'The camera does not answer.' },
    });
    await report({});
    expect(rig.watched.state.kind).toBe('live');
    await endsClean(rig);
  });

  test.each<[string, (rig: SessionRig) => void]>([
    ['that the device accepts and never offers', () => undefined],
    [
      'whose offer the browser refuses',
      ({ world }) => {
        cameras(world.device);
        vi.spyOn(world.clientPeer, 'setRemoteDescription').mockRejectedValueOnce(
          new DOMException('cannot demultiplex', 'OperationError'),
        );
      },
    ],
  ])('a track %s fails in time, and arrives when it is requested again', async (_what, arrange) => {
    const rig = await readyRig({
      prepare: ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 201 }),
    });
    arrange(rig);
    const watched = rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    rig.world.clock.advance(TRACK_ARRIVAL_MS - 1);
    expect(watched.state.kind).toBe('waiting');
    rig.world.clock.advance(1);
    expect(watched.state).toMatchObject({ kind: 'failed', error: { code: 'ERR_TRACK' } });
    await lose(rig);
    expect(watched.state.kind).toBe('waiting');
    rig.world.clock.advance(TRACK_ARRIVAL_MS);
    expect(watched.state.kind).toBe('failed');
    cameras(rig.world.device);
    watched.retry();
    await rig.world.settled();
    expect(watched.state.kind).toBe('live');
    await endsClean(rig);
  });

  test('a track that the device ends is requested again by retry and by another watcher, and fails in time without them', async () => {
    const rig = await watching();
    const end = (): void => {
      for (const track of shown(rig)) {
        if (!(track instanceof FakeTrack)) continue;
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    };
    for (const request of [() => rig.watched.retry(), () => rig.session.tracks.watch(TRACK)]) {
      end();
      expect(rig.watched.state.kind).toBe('waiting');
      request();
      await rig.world.settled();
      expect(rig.watched.state.kind).toBe('live');
    }
    expect(asked(rig)).toHaveLength(3);
    end();
    rig.world.clock.advance(TRACK_ARRIVAL_MS);
    expect(rig.watched.state).toMatchObject({ kind: 'failed', error: { code: 'ERR_TRACK' } });
    await endsClean(rig);
  });

  test('a track that arrives without being watched is listed and plays for later watchers', async () => {
    const rig = await readyRig();
    rig.world.device.addTrack('video', TRACK);
    await rig.world.device.offer();
    await rig.world.settled();
    expect(rig.session.tracks.ids).toEqual([TRACK]);
    expect(rig.session.tracks.watch(TRACK).state.kind).toBe('live');
    await rig.world.settled();
    expect(asked(rig)).toEqual([]);
    await endsClean(rig);
  });

  test('the other side cannot fill the list with names; what the application watches is in it', async () => {
    const rig = await readyRig({ prepare: cameras });
    for (let round = 0; round < 6; round += 1) {
      rig.world.device.tracks = Array.from({ length: 50 }, (_, index) => ({
        mid: `m${index}`,
        trackId: `${round}-${index}`,
        error: 'UNKNOWN_ERROR',
        message: `${round}`,
      }));
      await rig.world.device.offer();
      await rig.world.settled();
    }
    rig.world.device.tracks = [];
    rig.world.device.addTrack('video', 'unexpected');
    await rig.world.device.offer();
    await rig.world.settled();
    expect(rig.session.tracks.ids).toHaveLength(MAX_UNWATCHED);
    expect(rig.session.tracks.ids).toContain('0-0');
    const watched = rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    expect([watched.state.kind, rig.session.tracks.ids.length]).toEqual(['live', MAX_UNWATCHED + 1]);
    await endsClean(rig);
  });

  test('the tracks of the device return to the same stream after a recovery', async () => {
    const rig = await watching();
    const [first] = shown(rig);
    await lose(rig);
    const [second, ...more] = shown(rig);
    expect([rig.watched.state.stream === rig.watched.stream, more]).toEqual([true, []]);
    expect(second).not.toBe(first);
    expect(second).toBeDefined();
    await endsClean(rig);
  });

  test('the old connection keeps sending its picture until the new one has arrived', async () => {
    const rig = await watching();
    const { connection } = rig.session;
    const [first] = shown(rig);
    rig.world.prepare = ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 201 });
    rig.network.emit('online');
    await rig.world.settled();
    expect([shown(rig), connection?.state]).toEqual([[first], 'connected']);
    rig.world.device.addTrack('video', 'frontdoor-video');
    await rig.world.device.offer();
    await rig.world.settled();
    expect(shown(rig)).not.toEqual([first]);
    expect(connection?.state).toBe('closed');
    await endsClean(rig);
  });

  test('a failed successor neither adds nor removes tracks', async () => {
    let onLogin: (() => Promise<void>) | undefined;
    const rig = await readyRig({ prepare: cameras, login: async () => onLogin?.() });
    rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    const before = shown(rig);
    onLogin = async () => {
      rig.world.device.addTrack('video', 'frontdoor-video');
      await rig.world.device.offer();
      await rig.world.settled();
      throw new EdgeError('ERR_LOGIN_STATUS', 'not now');
    };
    rig.network.emit('online');
    await rig.world.settled();
    await rig.world.settled();
    expect([rig.warnings, before.length, shown(rig)]).toEqual([['ERR_LOGIN_STATUS'], 1, before]);
    await endsClean(rig);
  });

  test('the old connection stops sending if the new picture does not arrive in time', async () => {
    const rig = await watching();
    const { connection } = rig.session;
    rig.world.prepare = ({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 404 });
    rig.network.emit('online');
    await rig.world.settled();
    expect([rig.watched.state, connection?.state]).toMatchObject([{ kind: 'failed' }, 'connected']);
    rig.world.clock.advance(TRACKS_RETURN_MS);
    await rig.world.settled();
    expect(connection?.state).toBe('closed');
    await endsClean(rig);
  });

  test('a track is requested over later connections until its last watcher is released', async () => {
    const rig = await watching();
    const other = rig.session.tracks.watch(TRACK);
    rig.watched.release();
    rig.watched.release();
    await lose(rig);
    expect([shown(rig).length, asked(rig).length]).toEqual([1, 1]);
    other.release();
    rig.world.clock.advance(STEADY_MS);
    await lose(rig);
    expect([shown(rig), asked(rig), rig.session.tracks.stateOf(TRACK)?.kind]).toEqual([[], [], 'waiting']);
    const again = rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    expect([shown(rig).length, again.state.kind]).toEqual([1, 'live']);
    await endsClean(rig);
  });

  test('a track requested without signaling arrives over a successor connection', async () => {
    const rig = await readyRig({ prepare: cameras });
    rig.world.sockets.last.serverClose(1012);
    rig.session.tracks.watch(TRACK);
    await rig.world.settled();
    expect([shown(rig).length, rig.world.sockets.all.length]).toEqual([1, 2]);
    await endsClean(rig);
  });

  test('a request for tracks by hand is a request like any other, which the session does not repeat', async () => {
    const rig = await readyRig({ prepare: cameras });
    const payload = JSON.stringify({ tracks: [TRACK] });
    await rig.session.request('POST', '/webrtc/tracks', { payload, contentFormat: 50 });
    await rig.world.settled();
    expect(rig.session.tracks.stateOf(TRACK)?.kind).toBe('live');
    await lose(rig);
    expect(asked(rig)).toEqual([]);
    await endsClean(rig);
  });
});

describe('local tracks', () => {
  test('a track added before the first connection is offered over each connection', async () => {
    const rig = await startRig();
    const microphone = new FakeTrack('audio');
    const own = rig.session.tracks.send(asTrack(microphone), 'talk');
    expect([own.trackId, own.transceiver]).toEqual(['talk', undefined]);
    await rig.session.ready();
    await rig.world.settled();
    expect(sent(rig)).toEqual([microphone]);
    const first = own.transceiver;
    await lose(rig);
    expect(sent(rig)).toEqual([microphone]);
    expect(own.transceiver).not.toBe(first);
    expect(rig.world.device.lastDescription?.metadata.tracks).toMatchObject([{ trackId: 'talk' }]);
    await endsClean(rig);
    expect(own.transceiver).toBeUndefined();
  });

  test('after replaceTrack the replacement is offered over the next connection', async () => {
    const rig = await readyRig();
    const own = rig.session.tracks.send(asTrack(new FakeTrack('video')), 'own');
    const other = new FakeTrack('video');
    await own.replaceTrack(asTrack(other));
    expect(sent(rig)).toEqual([other]);
    await lose(rig);
    expect(sent(rig)).toEqual([other]);
    await endsClean(rig);
  });

  test('a removed or ended track is not offered again', async () => {
    const rig = await readyRig();
    const removed = rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk');
    const ended = new FakeTrack('video');
    rig.session.tracks.send(asTrack(ended), 'own');
    await removed.remove();
    ended.stop();
    await lose(rig);
    expect(sent(rig)).toEqual([]);
    await endsClean(rig);
  });

  test('over a new connection a track waits for the device’s audio of its name and uses that media line', async () => {
    const rig = await startRig({
      prepare: (device) => {
        device.resources.on('POST /webrtc/tracks', () => {
          device.addTrack('audio', 'talk', undefined, 'sendrecv');
          void device.offer();
          return { statusCode: 201 };
        });
      },
    });
    await rig.session.ready();
    rig.session.tracks.watch('talk');
    await rig.world.settled();
    const microphone = new FakeTrack('audio');
    const own = rig.session.tracks.send(asTrack(microphone), 'talk', { direction: 'sendonly' });
    await rig.world.settled();
    const lines = (): unknown[] =>
      rig.world.clientPeer
        .getTransceivers()
        .map(({ mid, currentDirection, sender }) => [mid, currentDirection, sender.track === microphone]);
    expect(lines()).toEqual([['1', 'sendrecv', true]]);
    await lose(rig);
    await rig.world.settled();
    expect([lines(), own.transceiver?.mid]).toEqual([[['1', 'sendrecv', true]], '1']);
    await own.remove();
    await rig.world.settled();
    expect(lines()).toEqual([['1', 'recvonly', false]]);
    await endsClean(rig);
  });

  test('the handle of a track follows it to a media line that the device offers later', async () => {
    const rig = await readyRig();
    const moves: unknown[] = [];
    rig.session.on('trackmoved', (from, to) => moves.push([from.mid, to.mid]));
    const own = rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk', { direction: 'sendonly' });
    await rig.world.settled();
    rig.world.device.addTrack('audio', 'talk', undefined, 'sendrecv');
    await rig.world.device.offer();
    await rig.world.settled();
    expect([moves, own.transceiver?.mid]).toEqual([[['1', '2']], '2']);
    await endsClean(rig);
  });

  test('a track whose answer the browser refused is not offered again', async () => {
    const rig = await readyRig();
    rig.world.rewrite = (message) =>
      message.kind === 'description' && message.description.type === 'answer'
        ? { ...message, description: { type: 'answer', sdp: message.description.sdp.replace('o=', 'x=') } }
        : message;
    const own = rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk');
    await rig.world.settled();
    expect(own.transceiver).toBeUndefined();
    rig.world.rewrite = undefined;
    await lose(rig);
    expect(sent(rig)).toEqual([]);
    await endsClean(rig);
  });

  test('a track added without signaling is sent over a successor connection', async () => {
    const rig = await readyRig();
    rig.world.sockets.last.serverClose(1012);
    const own = rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk');
    await rig.world.settled();
    expect([own.transceiver === undefined, rig.world.sockets.all.length]).toEqual([false, 2]);
    await endsClean(rig);
    expect(() => rig.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk')).toThrow('ended');
  });
});

describe('streams and channels', () => {
  test('a stream ends with its connection and reports why', async () => {
    const rig = await readyRig();
    const stream = await rig.session.streams.open(80);
    const ended = codeOf(stream.closed);
    await lose(rig);
    expect(await ended).toBe('ERR_CONNECTION_CLOSED');
    await endsClean(rig);
  });

  test('an open stream keeps the replaced connection open', async () => {
    const rig = await readyRig();
    const { connection } = rig.session;
    const stream = await rig.session.streams.open(80);
    rig.network.emit('online');
    await rig.world.settled();
    expect([rig.session.connection === connection, connection?.state]).toEqual([false, 'connected']);
    await stream.writable.close();
    await stream.readable.cancel();
    await rig.world.settled();
    expect(connection?.state).toBe('closed');
    await endsClean(rig);
  });

  test('a replaced connection stays open until the last bytes of its stream have left', async () => {
    const rig = await readyRig({ prepare: (device) => void (device.features = ['stream/1']) });
    const { clientPeer: old, device } = rig.world;
    const stream = await rig.session.streams.open(80);
    device.streams[0]?.send({ kind: 'fin' });
    rig.network.emit('changed');
    await rig.world.settled();
    const channel = old.channels.at(-1);
    channel?.hold();
    await stream.writable.close();
    await rig.world.settled();
    expect([rig.world.clientPeer === old, old.connectionState === 'closed']).toEqual([false, false]);
    channel?.release();
    await rig.world.settled();
    expect([device.streams[0]?.frames.at(-1), old.connectionState]).toEqual([{ kind: 'fin' }, 'closed']);
    await stream.closed;
    await endsClean(rig);
  });

  test('losing a replaced connection ends its stream and leaves the session ready', async () => {
    const rig = await readyRig();
    const peer = rig.world.clientPeer;
    const stream = await rig.session.streams.open(80);
    const ended = codeOf(stream.closed);
    rig.network.emit('online');
    await rig.world.settled();
    const states = rig.states.length;
    peer.forceIceState('failed');
    expect(await ended).toBe('ERR_CONNECTION_CLOSED');
    expect([rig.states.length, rig.world.leftovers.peers]).toEqual([states, 1]);
    await endsClean(rig);
  });

  test('ending the session also closes a replaced connection that is still in use', async () => {
    const rig = await readyRig();
    const stream = await rig.session.streams.open(80);
    const ended = codeOf(stream.closed);
    rig.network.emit('online');
    await rig.world.settled();
    expect(rig.world.leftovers.peers).toBe(2);
    await endsClean(rig);
    expect(await ended).toBe('ERR_CONNECTION_CLOSED');
  });

  test('an open data channel keeps the replaced connection open, and at most two connections stay open', async () => {
    const rig = await readyRig();
    const { connection } = rig.session;
    const channel = rig.session.createDataChannel('own');
    await rig.world.settled();
    for (let round = 0; round < 3; round += 1) {
      rig.network.emit('online');
      await rig.world.settled();
      expect(rig.world.leftovers.peers).toBe(round === 0 ? 2 : 1);
    }
    expect([channel.readyState, connection?.state]).toEqual(['closed', 'closed']);
    await endsClean(rig);
  });

  test('a closed data channel leaves nothing behind while the connection goes on', async () => {
    const rig = await readyRig();
    const open = async (): Promise<number> => {
      const channel = rig.session.createDataChannel('own');
      await rig.world.settled();
      channel.close();
      await rig.world.settled();
      return rig.world.clientPeer.allListeners;
    };
    const first = await open();
    for (let round = 0; round < 10; round += 1) expect(await open()).toBe(first);
    await endsClean(rig);
  });

  test('openStream rejects when there is no connection within its time limit', async () => {
    const rig = await startRig({ arrange: (world) => (world.isReachable = false) });
    const stream = rig.session.streams.open(80, { timeoutMs: 1000 });
    const refused = codeOf(stream);
    await rig.world.settled();
    rig.world.clock.advance(1000);
    expect(await refused).toBe('ERR_STREAM_TIMEOUT');
    expect(() => rig.session.createDataChannel('own')).toThrow('Not Connected');
    await expect(rig.session.getStats()).rejects.toThrow('Not Connected');
    await endsClean(rig);
  });
});

test('statistics come from the connection in use and stop with the last listener', async () => {
  const rig = await readyRig();
  expect(await rig.session.getStats()).toBeDefined();
  const off = rig.session.on('stats', () => undefined);
  await lose(rig);
  off();
  rig.world.clock.advance(60_000);
  await rig.world.settled();
  expect(rig.world.clock.pending).toBe(0);
  await endsClean(rig);
});
