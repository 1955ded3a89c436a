/** @module A session with a real peer connection of the library in the same process. */
import {
  ContentFormat,
  encodeSignalingMessage,
  silentLogger,
  utf8Decode,
  type Metadata,
} from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { Router, type RouteGuard } from '../coap/router.ts';
import { OPUS_CODEC } from '../media/audio-codecs.ts';
import { CountingAudioSink } from '../media/audio-sink.ts';
import type { ProducerOutput } from '../media/frame-producer.ts';
import type { MediaCodec } from '../media/media-source.ts';
import { SharedSource } from '../media/shared-source.ts';
import type { TrackRights } from './plan-line.ts';
import { registerTrackResources } from './register-track-resources.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';
import { TrackCatalog } from './track-catalog.ts';

const ALL: TrackRights = { see: true, hear: true, talk: true };
const H264: MediaCodec = {
  kind: 'video',
  name: 'H264',
  clockRate: 90_000,
  parameters: 'profile-level-id=42e01f;packetization-mode=1',
};
const KEYFRAME = Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 0, 0, 0, 1, 0x68, 1, 0, 0, 0, 1, 0x65, 2);

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** A session with a source, a sink and a few routes, and a client that has sent an offer. */
function setUp({ connectTimeoutMs }: { connectTimeoutMs?: number } = {}) {
  let rights = ALL;
  const guard: RouteGuard = { userOf: () => undefined, isAllowed: () => rights.see };
  const router = new Router({ guard });
  const catalog = new TrackCatalog();
  const running = { count: 0 };
  const start = (output: ProducerOutput): (() => void) => {
    running.count += 1;
    output.frame({ data: KEYFRAME, timeMs: 0, isKeyframe: true });
    return () => (running.count -= 1);
  };
  catalog.addSource('camera', new SharedSource({ codec: H264, start }));
  catalog.addSink('speaker', new CountingAudioSink());
  const closed: { code: number; reason: string }[] = [];
  const session: Session = new Session({
    id: 's',
    tokenId: 't',
    iceServers: [],
    router,
    catalog,
    rightsOf: () => rights,
    logger: silentLogger,
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  });
  const identities: SessionIdentity[] = [];
  registerTrackResources(router, { guard, catalog, sessionOf: () => session });
  router.get('/throws', () => {
    throw new Error('a handler that fails');
  });
  router.get('/large', () => 'x'.repeat(1_000_000));
  const client = new TestClient(session);
  session.on('connected', (identity) => {
    identities.push(identity);
    client.touch();
  });
  session.on('closed', (event) => {
    closed.push(event);
    client.touch();
  });
  cleanUps.push(() => {
    session.close(1000, 'test over');
    client.close();
  });
  const setRights = (next: TrackRights): void => {
    rights = next;
    session.recheck();
  };
  return { session, client, catalog, closed, identities, running, setRights };
}

async function connect(parts = setUp(), metadata: Metadata = {}) {
  parts.client.offer(metadata);
  // Either side may connect first.
  await parts.client.until(() => parts.client.isOpen && parts.identities.length > 0);
  return parts;
}

describe('a connecting session', () => {
  test('derives its identity from the certificates seen in DTLS', async () => {
    const { client, identities } = await connect();
    await client.request('GET', '/none');
    const own = /a=fingerprint:sha-256 (\S+)/u.exec(client.native.localDescription()?.sdp ?? '')?.[1] ?? '';
    expect(identities).toHaveLength(1);
    expect(identities[0]).toMatchObject({
      clientFingerprint: own.replaceAll(':', '').toLowerCase(),
      deviceFingerprint: client.native.remoteFingerprint().value.replaceAll(':', '').toLowerCase(),
      tokenId: 't',
    });
  });

  test('ends if the peer connection is not established in time', async () => {
    const { client, closed } = setUp({ connectTimeoutMs: 1 });
    await client.until(() => closed.length > 0);
    expect(closed).toEqual([{ code: 1000, reason: 'peer connection not established in time' }]);
  });

  test('sends an offer when the client requests one', async () => {
    const { client } = setUp();
    client.send({ kind: 'requestOffer' });
    await client.until(() => client.isOpen);
    expect(client.offers).toHaveLength(1);
  });
});

describe('invalid input of a client', () => {
  test('as signaling text does not end the session, before or after it connects', async () => {
    const { session, client, closed } = await connect();
    const texts = ['{}', '[]', 'null', '', '{"type":0}', '{"type":0,"data":"{}","metadata":"x"}'];
    for (const text of texts) session.handleMessage(text);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => session.handleMessage(text)));
    expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
    expect(closed).toEqual([]);
  });

  test('as a description or candidate does not end the session', async () => {
    const { session, client, closed } = await connect();
    const own = client.native.localDescription()?.sdp ?? '';
    const lines = fc.array(fc.oneof(fc.constantFrom(...own.split('\r\n')), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(lines, fc.constantFrom('offer' as const, 'answer' as const), (texts, type) => {
        const sdp = texts.filter((line) => !line.startsWith('a=fingerprint')).join('\r\n');
        session.handleMessage(
          encodeSignalingMessage({ kind: 'description', description: { type, sdp }, metadata: {} }),
        );
        session.handleMessage(encodeSignalingMessage({ kind: 'candidate', candidate: { candidate: sdp } }));
      }),
    );
    expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
    expect(closed).toEqual([]);
  });

  test('as a request does not end the session, nor does a throwing handler or an oversized response', async () => {
    const { client, closed } = await connect();
    for (const text of ['', '{', '{}', '[1]', '{"type":0}', 'x'.repeat(200_000)]) client.sendRaw(text);
    expect(await client.request('GET', '/throws')).toMatchObject({ statusCode: 500 });
    expect(await client.request('GET', '/large')).toMatchObject({ statusCode: 500 });
    expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
    expect(closed).toEqual([]);
  });

  test('ends the session and its identity only for a description with another certificate', async () => {
    const { session, client, closed } = await connect();
    const { identity } = session;
    expect(identity?.isEnded).toBe(false);
    client.alter = (sdp) => sdp.replace(/a=fingerprint:sha-256 \S{5}/u, 'a=fingerprint:sha-256 00:00');
    client.offer();
    expect(closed).toHaveLength(1);
    expect(identity?.isEnded).toBe(true);
  });
});

describe('the session', () => {
  test('ends with its client, and the login with it', async () => {
    const { session, client, closed } = await connect();
    const { identity } = session;
    client.native.close();
    await client.until(() => closed.length > 0);
    expect(closed[0]?.code).toBe(1000);
    expect(identity?.isEnded).toBe(true);
  });

  test('ends with signaling if it has not connected', () => {
    const { session, closed } = setUp();
    session.handleSignalingClosed(1006);
    expect(closed).toEqual([{ code: 1006, reason: 'signaling closed' }]);
  });

  test('survives the end of signaling once connected, but cannot add tracks', async () => {
    const { session, client, closed } = await connect();
    session.handleSignalingClosed(1006);
    expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
    expect(await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] })).toMatchObject({
      statusCode: 500,
    });
    expect(closed).toEqual([]);
  });
});

describe('tracks', () => {
  test('are sent after a request, with an offer that lists them', async () => {
    const { client, running } = await connect(undefined, { features: ['unknown/1'] });
    const answer = await client.request('POST', '/webrtc/tracks', { tracks: ['camera', 'none'] });
    expect(answer).toMatchObject({ statusCode: 201 });
    await client.until(() => client.tracks.length > 0);
    expect(client.metadata.at(-1)).toEqual({
      tracks: [
        { mid: 'd0', trackId: 'camera' },
        { trackId: 'none', error: 'UNKNOWN_TRACK_ID' },
      ],
      status: 'FAILED',
    });
    expect(client.offers.at(-1)).toMatch(/a=mid:d0\r\na=sendonly/u);
    const received = Promise.withResolvers<Buffer>();
    client.tracks[0]?.onMessage((packet) => received.resolve(packet));
    expect((await received.promise)[1]).toBeGreaterThan(0);
    expect(running.count).toBe(1);
  });

  test('without a line are omitted for a client that announces no features', async () => {
    const { client } = await connect();
    expect(await client.request('POST', '/webrtc/tracks', { tracks: ['camera', 'none'] })).toMatchObject({
      statusCode: 201,
    });
    await client.until(() => client.tracks.length > 0);
    expect(client.metadata.at(-1)).toEqual({ tracks: [{ mid: 'd0', trackId: 'camera' }], status: 'OK' });
  });

  test('are refused with 404 if unknown, 401 without the right, 400 for an invalid request', async () => {
    const { client, setRights } = await connect();
    expect(await client.request('POST', '/webrtc/tracks', { tracks: ['none'] })).toMatchObject({
      statusCode: 404,
    });
    expect(await client.request('POST', '/webrtc/tracks', { tracks: 'camera' })).toMatchObject({
      statusCode: 400,
    });
    expect(await client.request('POST', '/webrtc/tracks', { tracks: [5] })).toMatchObject({
      statusCode: 400,
    });
    setRights({ see: false, hear: false, talk: false });
    expect(await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] })).toMatchObject({
      statusCode: 401,
    });
    expect(await client.request('GET', '/webrtc/tracks/default')).toMatchObject({ statusCode: 401 });
    expect(await client.request('GET', '/webrtc/tracks')).toMatchObject({ statusCode: 401 });
  });

  test('are listed with kind, direction and codecs', async () => {
    const { client, catalog } = await connect();
    catalog.addSource('both', new SharedSource({ codec: OPUS_CODEC, start: () => () => undefined }));
    catalog.addSink('both', new CountingAudioSink());
    const unreached = new SharedSource({ codec: H264, start: () => () => undefined });
    catalog.addSource(
      'unreached',
      Object.create(unreached, { codecs: { value: [] }, kind: { value: 'video' } }),
    );
    const names = ['no name', 'x'.repeat(33), '', 'AV2.x-1'].map((name) => Object.assign({}, H264, { name }));
    catalog.addSource(
      'own',
      Object.create(unreached, { codecs: { value: names }, kind: { value: 'video' } }),
    );
    const { payload, ...answer }: { payload?: Uint8Array } = Object(
      await client.request('GET', '/webrtc/tracks'),
    );
    expect(answer).toMatchObject({ statusCode: 205, contentFormat: ContentFormat.json });
    expect(JSON.parse(utf8Decode(payload ?? new Uint8Array(0)))).toEqual({
      tracks: [
        { trackId: 'camera', kind: 'video', direction: 'sendonly', codecs: ['H264'] },
        { trackId: 'speaker', kind: 'audio', direction: 'recvonly' },
        { trackId: 'both', kind: 'audio', direction: 'sendrecv', codecs: ['opus'] },
        { trackId: 'unreached', kind: 'video', direction: 'sendonly' },
        { trackId: 'own', kind: 'video', direction: 'sendonly', codecs: ['AV2.x-1'] },
      ],
    });
  });

  test('can be requested 32 at once, not 33', async () => {
    const { client } = await connect();
    const ask = (count: number): Promise<unknown> =>
      client.request('POST', '/webrtc/tracks', { tracks: Array.from({ length: count }, () => 'none') });
    expect(await ask(32)).toMatchObject({ statusCode: 404 });
    expect(await ask(33)).toMatchObject({ statusCode: 400 });
  });

  test('default to the first of each kind', async () => {
    const { client, catalog } = await connect();
    for (const [trackId, codec] of [
      ['second camera', H264],
      ['microphone', OPUS_CODEC],
    ] as const)
      catalog.addSource(trackId, new SharedSource({ codec, start: () => () => undefined }));
    const { payload, ...answer }: { payload?: Uint8Array } = Object(
      await client.request('GET', '/webrtc/tracks/default'),
    );
    expect(answer).toMatchObject({ statusCode: 205, contentFormat: ContentFormat.json });
    expect(JSON.parse(utf8Decode(payload ?? new Uint8Array(0)))).toEqual({
      videoTrackId: 'camera',
      audioTrackId: 'microphone',
    });
  });

  test('stop immediately when the right is revoked, and the client gets ACCESS_DENIED', async () => {
    const { client, running, setRights } = await connect();
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.tracks[0]?.isOpen() === true);
    setRights({ see: false, hear: true, talk: true });
    expect(running.count).toBe(0);
    await client.until(() => client.metadata.length > 2);
    expect(client.metadata.at(-1)).toEqual({
      tracks: [{ mid: 'd0', trackId: 'camera', error: 'ACCESS_DENIED' }],
      status: 'FAILED',
    });
    expect(client.offers.at(-1)).toMatch(/a=mid:d0\r\na=inactive/u);
  });

  test('denied and allowed again use a new line, because browsers show nothing on a restarted one', async () => {
    const { client, running, setRights } = await connect();
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.tracks[0]?.isOpen() === true);
    setRights({ see: false, hear: true, talk: true });
    await client.until(() => client.metadata.length > 2);
    setRights(ALL);
    expect(running.count).toBe(0);
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.tracks[1]?.isOpen() === true);
    // The track opens before its answer is sent; a request arrives after both.
    await client.request('GET', '/none');
    expect(client.metadata.at(-1)).toEqual({
      tracks: [
        { mid: 'd0', trackId: 'camera' },
        { mid: 'd1', trackId: 'camera' },
      ],
      status: 'OK',
    });
    expect(client.offers.at(-1)).toMatch(/a=mid:d0\r\na=inactive[^]*a=mid:d1\r\na=sendonly/u);
    expect(running.count).toBe(1);
  });

  test('that the client cannot play are reported with INVALID_CODECS, and the connection continues', async () => {
    const { client, running } = await connect();
    client.alter = (sdp) => sdp.replace('m=video 9', 'm=video 0');
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.metadata.length > 2);
    expect(client.metadata.at(-1)).toEqual({
      tracks: [
        {
          mid: 'd0',
          trackId: 'camera',
          error: 'INVALID_CODECS',
          message: expect.stringContaining('sends H.264, which this browser cannot play'),
        },
      ],
      status: 'FAILED',
    });
    expect(running.count).toBe(0);
    expect(await client.request('GET', '/none')).toMatchObject({ statusCode: 404 });
  });

  test('requested twice are sent once', async () => {
    const { client } = await connect();
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.metadata.length > 1);
    await client.request('POST', '/webrtc/tracks', { tracks: ['camera'] });
    await client.until(() => client.metadata.length > 2);
    expect(client.offers.at(-1)?.match(/^m=video/gmu)).toHaveLength(1);
  });
});
