/** @module What a device offers, read from the answers of all kinds of devices. */

import { expect, test } from 'vitest';
import { liveTiles, tileId } from './live-tiles.ts';
import { FALLBACK_TRACKS, tracksOf } from './offered-tracks.ts';

const list = (...tracks: readonly (readonly [string, string, string])[]) => ({
  tracks: tracks.map(([trackId, kind, direction]) => ({ trackId, kind, direction })),
});
const defaults = { videoTrackId: 'frontdoor-video', audioTrackId: 'frontdoor-audio' };

test.each([
  ['nothing: the names of the field', undefined, undefined, FALLBACK_TRACKS],
  [
    'its defaults only',
    undefined,
    { videoTrackId: 'a', audioTrackId: 'b' },
    { views: [{ videoTrackId: 'a', soundTrackId: 'b' }], sounds: [], talkTrackId: 'b' },
  ],
  [
    'a picture and no sound',
    undefined,
    { videoTrackId: 'a' },
    { views: [{ videoTrackId: 'a' }], sounds: [], talkTrackId: 'frontdoor-audio' },
  ],
  [
    'several cameras, each with the sound of its name',
    list(
      ['garden-video', 'video', 'sendonly'],
      ['garden-audio', 'audio', 'sendonly'],
      ['frontdoor-video', 'video', 'sendonly'],
      ['frontdoor-audio', 'audio', 'sendrecv'],
      ['shed', 'video', 'sendonly'],
      ['shed-sound', 'audio', 'sendonly'],
    ),
    defaults,
    {
      views: [
        { videoTrackId: 'frontdoor-video', soundTrackId: 'frontdoor-audio' },
        { videoTrackId: 'garden-video', soundTrackId: 'garden-audio' },
        { videoTrackId: 'shed', soundTrackId: 'shed-sound' },
      ],
      sounds: [],
      talkTrackId: 'frontdoor-audio',
    },
  ],
  [
    'a microphone of its own, and a loudspeaker of another name',
    list(['cam', 'video', 'sendonly'], ['mic', 'audio', 'sendonly'], ['talk', 'audio', 'recvonly']),
    undefined,
    { views: [{ videoTrackId: 'cam', soundTrackId: 'mic' }], sounds: [], talkTrackId: 'talk' },
  ],
  [
    'sounds alone',
    list(['one', 'audio', 'sendonly'], ['two', 'audio', 'sendonly']),
    undefined,
    { views: [], sounds: ['one', 'two'], talkTrackId: 'frontdoor-audio' },
  ],
  ['nonsense', { tracks: 'all' }, [], FALLBACK_TRACKS],
  [
    'damaged entries',
    { tracks: [7, { trackId: '' }] },
    undefined,
    { ...FALLBACK_TRACKS, views: [], sounds: [] },
  ],
])('%s', (_title, listed, said, offered) => {
  expect(tracksOf(listed, said)).toEqual({ codecs: new Map(), ...offered });
});

test('the codecs of each track are read if the device lists them; invalid ones are dropped, and an oversized list is cut', () => {
  const listed = {
    tracks: [
      { trackId: 'a', kind: 'video', codecs: ['H265', 'H264'] },
      { trackId: 'b', kind: 'video', codecs: 'H264' },
      { trackId: 'c', kind: 'video', codecs: [7, '', 'x'.repeat(33), 'a: b', 'VP8'] },
      { trackId: 'd', kind: 'video', codecs: Array.from({ length: 500 }, (_, index) => `c${index}`) },
    ],
  };
  const { codecs } = tracksOf(listed, undefined);
  expect([...codecs.keys()]).toEqual(['a', 'c', 'd']);
  expect([codecs.get('a'), codecs.get('c'), codecs.get('d')?.length]).toEqual([['H265', 'H264'], ['VP8'], 8]);
});

test('there is one tile for each offered track and each other one; audio that belongs to a video has none, and hidden tracks are left out', () => {
  const offered = { ...FALLBACK_TRACKS, sounds: ['yard'], talkTrackId: 'speaker' };
  const named = ['frontdoor-audio', 'yard', 'speaker', 'shed', 'attic', 'shed'];
  const tiles = liveTiles(offered, { named, hidden: ['attic', 'yard'] });
  expect(tiles.map((tile) => `${tile.kind} ${tileId(tile)}`)).toEqual([
    'view frontdoor-video',
    'sound yard',
    'other shed',
  ]);
});

test('an oversized track list is cut', () => {
  const many = Array.from({ length: 5000 }, (_, index) => [`v${index}`, 'video', 'sendonly'] as const);
  expect(tracksOf(list(...many), undefined).views).toHaveLength(32);
  const long = list(['-'.repeat(20_000), 'video', 'sendonly'], ['x', 'audio', 'sendonly']);
  expect(tracksOf(long, undefined)).toMatchObject({ views: [], sounds: ['x'] });
});
