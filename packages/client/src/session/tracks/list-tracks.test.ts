/** @module The tracks and streams that a device lists, of all kinds of devices, within bounds. */
import type { FakeAnswer, FakeDevice } from '@longwire/testing';
import { ContentFormat, utf8Encode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { readyRig } from '../session-rig.fixture.ts';

const json = (body: unknown): FakeAnswer => ({
  statusCode: 205,
  contentFormat: ContentFormat.json,
  payload: utf8Encode(typeof body === 'string' ? body : JSON.stringify(body)),
});

/** A device with these answers; it has no other resources. */
const answering =
  (answers: Readonly<Record<string, FakeAnswer>>) =>
  ({ resources }: FakeDevice): void => {
    for (const [path, answer] of Object.entries(answers)) resources.on(`GET ${path}`, answer);
  };

const LIST = '/webrtc/tracks';
const DEFAULTS = '/webrtc/tracks/default';
const UNKNOWN = { codecs: [], canWatch: true, canSend: false, isDefault: false };

test('a listed track has its title, kind, codecs and directions, and the default ones are marked', async () => {
  const tracks = [
    { trackId: 'a', title: 'Front door', kind: 'video', direction: 'sendonly', codecs: ['H265', 'H264'] },
    { trackId: 'b', kind: 'audio', direction: 'sendrecv' },
    { trackId: 'c', kind: 'audio', direction: 'recvonly' },
  ];
  const { session } = await readyRig({
    prepare: answering({
      [LIST]: json({ tracks }),
      [DEFAULTS]: json({ videoTrackId: 'a', audioTrackId: 'b' }),
    }),
  });
  expect(await session.tracks.list()).toEqual([
    {
      ...UNKNOWN,
      trackId: 'a',
      title: 'Front door',
      kind: 'video',
      codecs: ['H265', 'H264'],
      isDefault: true,
    },
    { ...UNKNOWN, trackId: 'b', kind: 'audio', canSend: true, isDefault: true },
    { ...UNKNOWN, trackId: 'c', kind: 'audio', canWatch: false, canSend: true },
  ]);
  await session.end();
});

test('a device without a list has its defaults, and one without either lists nothing', async () => {
  const defaults = await readyRig({
    prepare: answering({ [DEFAULTS]: json({ videoTrackId: 'v', audioTrackId: 's' }) }),
  });
  expect(await defaults.session.tracks.list()).toEqual([
    { ...UNKNOWN, trackId: 'v', kind: 'video', isDefault: true },
    { ...UNKNOWN, trackId: 's', kind: 'audio', canSend: true, isDefault: true },
  ]);
  await defaults.session.end();
  const neither = await readyRig();
  expect(await neither.session.tracks.list()).toBeUndefined();
  expect(await neither.session.streams.list()).toBeUndefined();
  await neither.session.end();
});

test.each([
  ['another shape', { tracks: 'all' }, []],
  [
    'invalid entries',
    { tracks: [7, { trackId: '' }, { trackId: 'x'.repeat(129) }, { trackId: 'a', kind: 'smell' }] },
    ['a'],
  ],
  ['too many tracks', { tracks: Array.from({ length: 500 }, (_, index) => ({ trackId: `${index}` })) }, 32],
])('a list with %s is cut to what is valid', async (_what, body, ids) => {
  const { session } = await readyRig({ prepare: answering({ [LIST]: json(body) }) });
  const listed = (await session.tracks.list())?.map(({ trackId }) => trackId);
  expect(typeof ids === 'number' ? listed?.length : listed).toEqual(ids);
  await session.end();
});

test('codecs that are not SDP names are dropped, and eight are read', async () => {
  const codecs = [7, '', 'x'.repeat(33), 'a: b', 'VP8'];
  const many = Array.from({ length: 500 }, (_, index) => `c${index}`);
  const tracks = [codecs, many, 'H264'].map((each, index) => ({ trackId: `${index}`, codecs: each }));
  const { session } = await readyRig({ prepare: answering({ [LIST]: json({ tracks }) }) });
  const listed = (await session.tracks.list())?.map((track) => track.codecs);
  expect([listed?.[0], listed?.[1]?.length, listed?.[2]]).toEqual([['VP8'], 8, []]);
  await session.end();
});

test.each(['Resource not found', JSON.stringify({ tracks: [], pad: 'x'.repeat(65_536) })])(
  'an answer that is no JSON, or too long, is no list',
  async (body) => {
    const { session } = await readyRig({
      prepare: answering({ [LIST]: json(body), '/streams': json(body) }),
    });
    expect([await session.tracks.list(), await session.streams.list()]).toEqual([undefined, undefined]);
    await session.end();
  },
);

test('a refusal rejects with its status and is reported, except for calls of iam', async () => {
  const { session } = await readyRig({
    prepare: answering({
      [LIST]: { statusCode: 401 },
      '/streams': { statusCode: 403 },
      '/iam/me': { statusCode: 403 },
    }),
  });
  let refusals = 0;
  session.on('refused', () => (refusals += 1));
  await expect(session.tracks.list()).rejects.toMatchObject({ code: 'ERR_REQUEST_REFUSED', statusCode: 401 });
  await expect(session.streams.list()).rejects.toMatchObject({ statusCode: 403 });
  await expect(session.iam.getMe()).rejects.toMatchObject({ code: 'ERR_GET_USER' });
  expect(refusals).toBe(2);
  await session.end();
});

test('the streams of a device have a port, a name and a service; invalid ones are left out', async () => {
  const rows = [
    { port: 22, name: 'ssh', service: 'tcp' },
    { port: 23, name: 'sh' },
    { port: -1, name: 'x' },
    { port: 1.5, name: 'x' },
    { port: 2 ** 32, name: 'x' },
    { name: 'x' },
    { port: 7 },
    null,
  ];
  const { session } = await readyRig({ prepare: answering({ '/streams': json(rows) }) });
  expect(await session.streams.list()).toEqual([
    { port: 22, name: 'ssh', service: 'tcp' },
    { port: 23, name: 'sh' },
  ]);
  await session.end();
  const other = await readyRig({ prepare: answering({ '/streams': json({}) }) });
  expect(await other.session.streams.list()).toEqual([]);
  await other.session.end();
});
