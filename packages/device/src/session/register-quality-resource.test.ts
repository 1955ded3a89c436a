/** @module What a client may want of a picture, and what it is answered. */
import { silentLogger, utf8Decode, utf8Encode, type Method } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { SessionIdentity } from '../auth/session-identity.ts';
import { testFingerprint } from '../coap/resource-harness.fixture.ts';
import { Router } from '../coap/router.ts';
import type { Estimate } from '../media/bandwidth/bandwidth-estimate.ts';
import { QualityControl } from '../media/ladder/quality-control.ts';
import type { MediaSource } from '../media/media-source.ts';
import { registerQualityResource } from './register-quality-resource.ts';
import { TrackCatalog } from './track-catalog.ts';

const identity = new SessionIdentity({
  clientFingerprint: testFingerprint('client'),
  deviceFingerprint: testFingerprint('device'),
  tokenId: 'token',
});

const source = (kind: 'audio' | 'video'): MediaSource => ({
  kind,
  codecs: [],
  health: { kind: 'ok' },
  on: () => () => undefined,
  subscribe: () => ({ refresh: () => undefined, close: () => undefined }),
});

function setUp({ isAllowed = true, estimate }: { isAllowed?: boolean; estimate?: Estimate } = {}) {
  const guard = { userOf: () => undefined, isAllowed: () => isAllowed };
  const router = new Router({ guard });
  const catalog = new TrackCatalog();
  catalog.addSource('door', source('video'));
  catalog.addSource('yard', source('video'));
  catalog.addSource('sound', source('audio'));
  const qualities = new Map<string, QualityControl>();
  const quality = (trackId: string): QualityControl => {
    const control = qualities.get(trackId) ?? new QualityControl(silentLogger);
    qualities.set(trackId, control);
    return control;
  };
  registerQualityResource(router, { guard, catalog, tracksOf: () => ({ quality, estimate }) });
  const ask = async (method: Method, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const sent = body === undefined ? {} : { payload: utf8Encode(JSON.stringify(body)), contentFormat: 50 };
    const request = { method, path: '/webrtc/tracks/quality', ...sent };
    const { statusCode, payload } = await router.handle(request, { session: identity });
    const isJson = statusCode === 205 && payload !== undefined;
    return { status: statusCode, json: isJson ? JSON.parse(utf8Decode(payload)) : undefined };
  };
  return { ask, qualities, quality };
}

test('sets the choice and the shown size of several tracks', async () => {
  const { ask, qualities } = setUp();
  const tracks = [
    { trackId: 'door', quality: 'low' },
    { trackId: 'yard', quality: 'auto', width: 640, height: 360 },
    { trackId: 'none', quality: 'low' },
    { trackId: 'sound', quality: 'low' },
  ];
  expect(await ask('POST', { tracks })).toMatchObject({ status: 204 });
  expect([...qualities].map(([trackId, { demand }]) => [trackId, demand])).toEqual([
    ['door', { choice: 'low' }],
    ['yard', { choice: 'auto', shown: { width: 640, height: 360 } }],
  ]);
});

describe('refuses and changes nothing', () => {
  const good = { trackId: 'door', quality: 'low' };
  test.each<[string, number, unknown]>([
    ['no object', 400, 5],
    ['no list', 400, { tracks: good }],
    ['a track without an id', 400, { tracks: [good, { quality: 'low' }] }],
    ['an unknown quality', 400, { tracks: [good, { trackId: 'yard', quality: 'best' }] }],
    ['no quality', 400, { tracks: [good, { trackId: 'yard' }] }],
    ['a width without a height', 400, { tracks: [good, { ...good, width: 5 }] }],
    ['a negative size', 400, { tracks: [good, { ...good, width: -1, height: 5 }] }],
    ['half a pixel', 400, { tracks: [good, { ...good, width: 1.5, height: 5 }] }],
    ['an enormous size', 400, { tracks: [good, { ...good, width: 5, height: 16_385 }] }],
    ['too many tracks', 400, { tracks: Array.from({ length: 33 }, () => good) }],
  ])('%s', async (_, status, body) => {
    const { ask, qualities } = setUp();
    expect(await ask('POST', body)).toMatchObject({ status });
    expect([...qualities]).toEqual([]);
  });

  test('a user without the right', async () => {
    const { ask, qualities } = setUp({ isAllowed: false });
    expect(await ask('POST', { tracks: [good] })).toMatchObject({ status: 401 });
    expect(await ask('GET')).toMatchObject({ status: 401 });
    expect([...qualities]).toEqual([]);
  });
});

describe('reports', () => {
  const estimate = { bitsPerSecond: 900_000.4, videoBitsPerSecond: 800_000, reason: 'delay' } as const;

  test('the estimate, and the level of each track with several', async () => {
    const { ask, quality } = setUp({ estimate });
    quality('door').attach(() => ({
      levels: [
        { size: { width: 1920, height: 1080 }, bitsPerSecond: 4_000_000.2 },
        { bitsPerSecond: 400_000 },
      ],
      level: 1,
      isKeyframesOnly: false,
      reason: 'line',
    }));
    expect((await ask('GET')).json).toEqual({
      bitsPerSecond: 900_000,
      limit: 'delay',
      tracks: [
        {
          trackId: 'door',
          quality: 'auto',
          level: 1,
          reason: 'line',
          keyframesOnly: false,
          levels: [{ width: 1920, height: 1080, bitsPerSecond: 4_000_000 }, { bitsPerSecond: 400_000 }],
        },
      ],
    });
  });

  test('no estimate of a network that has reported nothing', async () => {
    expect((await setUp({ estimate: { ...estimate, reason: 'no-feedback' } }).ask('GET')).json).toEqual({
      tracks: [],
    });
    expect((await setUp().ask('GET')).json).toEqual({ tracks: [] });
  });
});
