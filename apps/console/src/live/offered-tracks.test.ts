/** @module What a device offers, read from the answers of all kinds of devices. */

import { expect, test } from 'vitest';
import { liveTiles, tileId } from './live-tiles.ts';
import { FALLBACK_TRACKS, tracksOf } from './offered-tracks.ts';

const list = (...tracks: readonly (readonly [string, string, string])[]) => ({
  tracks: tracks.map(([trackId, kind, direction]) => ({ trackId, kind, direction })),
});
const defaults = { videoTrackId: 'frontdoor-video', audioTrackId: 'frontdoor-audio' };

test.each([
  ['the names of deployed devices if it answers neither question', undefined, undefined, FALLBACK_TRACKS],
  [
    'its default tracks if it lists none',
    undefined,
    { videoTrackId: 'a', audioTrackId: 'b' },
    { views: [{ videoTrackId: 'a', soundTrackId: 'b' }], sounds: [], talkTrackId: 'b' },
  ],
  [
    'a video without audio',
    undefined,
    { videoTrackId: 'a' },
    { views: [{ videoTrackId: 'a' }], sounds: [], talkTrackId: 'frontdoor-audio' },
  ],
  [
    'several videos, each with the audio of the same name',
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
    'a separate microphone, and a loudspeaker of another name',
    list(['cam', 'video', 'sendonly'], ['mic', 'audio', 'sendonly'], ['talk', 'audio', 'recvonly']),
    undefined,
    { views: [{ videoTrackId: 'cam', soundTrackId: 'mic' }], sounds: [], talkTrackId: 'talk' },
  ],
  [
    'audio without video',
    list(['one', 'audio', 'sendonly'], ['two', 'audio', 'sendonly']),
    undefined,
    { views: [], sounds: ['one', 'two'], talkTrackId: 'frontdoor-audio' },
  ],
  ['the names of deployed devices if the answers are invalid', { tracks: 'all' }, [], FALLBACK_TRACKS],
  [
    'the valid entries of a damaged list',
    { tracks: [7, { trackId: '' }] },
    undefined,
    { ...FALLBACK_TRACKS, views: [], sounds: [] },
  ],
])('the offered tracks of a device are %s', (_title, listed, defaults, offered) => {
  expect(tracksOf(listed, defaults)).toEqual({ codecs: new Map(), ...offered });
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
