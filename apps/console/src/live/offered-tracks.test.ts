/** @module What a device offers, read from the answers of all kinds of devices. */

import { expect, test } from 'vitest';
import type { ListedTrack } from '@longwire/client';
import { liveTiles, tileId } from './live-tiles.ts';
import { arrangeTracks, FALLBACK_TRACKS, readOfferedTracks } from './offered-tracks.ts';

type Listed = Partial<ListedTrack> & Pick<ListedTrack, 'trackId'>;

const list = (...tracks: readonly Listed[]): readonly ListedTrack[] =>
  tracks.map((track) => ({ codecs: [], canWatch: true, canSend: false, isDefault: false, ...track }));
const video = (trackId: string, more: Partial<ListedTrack> = {}): Listed => ({
  trackId,
  kind: 'video',
  ...more,
});
const audio = (trackId: string, more: Partial<ListedTrack> = {}): Listed => ({
  trackId,
  kind: 'audio',
  ...more,
});

test.each([
  [
    'its default tracks',
    list(video('a', { isDefault: true }), audio('b', { isDefault: true, canSend: true })),
    { views: [{ videoTrackId: 'a', soundTrackId: 'b' }], sounds: [], talkTrackId: 'b' },
  ],
  [
    'a video without audio',
    list(video('a', { isDefault: true })),
    { views: [{ videoTrackId: 'a' }], sounds: [], talkTrackId: 'frontdoor-audio' },
  ],
  [
    'several videos, each with the audio of the same name',
    list(
      video('garden-video'),
      audio('garden-audio'),
      video('frontdoor-video', { isDefault: true }),
      audio('frontdoor-audio', { isDefault: true, canSend: true }),
      video('shed'),
      audio('shed-sound'),
    ),
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
    list(video('cam'), audio('mic'), audio('talk', { canWatch: false, canSend: true })),
    { views: [{ videoTrackId: 'cam', soundTrackId: 'mic' }], sounds: [], talkTrackId: 'talk' },
  ],
  [
    'audio without video',
    list(audio('one'), audio('two')),
    { views: [], sounds: ['one', 'two'], talkTrackId: 'frontdoor-audio' },
  ],
  ['none if it lists none', list(), { views: [], sounds: [], talkTrackId: 'frontdoor-audio' }],
])('the offered tracks of a device are %s', (_title, listed, offered) => {
  expect(arrangeTracks(listed)).toEqual({ titles: new Map(), codecs: new Map(), ...offered });
});

test('a device without a list offers the names of deployed devices', async () => {
  const { signal } = new AbortController();
  expect(await readOfferedTracks({ list: async () => undefined }, signal)).toBe(FALLBACK_TRACKS);
});

test('the codecs and the title of each track are those that the device lists', () => {
  const listed = list(video('a', { codecs: ['H265', 'H264'] }), video('b', { title: 'Garden' }));
  const { codecs, titles } = arrangeTracks(listed);
  expect([[...codecs], [...titles]]).toEqual([[['a', ['H265', 'H264']]], [['b', 'Garden']]]);
});

test('there is one tile for each offered track and each other one; audio that belongs to a video has none', () => {
  const offered = { ...FALLBACK_TRACKS, sounds: ['yard'], talkTrackId: 'speaker' };
  const named = ['frontdoor-audio', 'yard', 'speaker', 'shed', 'attic', 'shed'];
  const tiles = liveTiles(offered, named);
  expect(tiles.map((tile) => `${tile.kind} ${tileId(tile)}`)).toEqual([
    'view frontdoor-video',
    'sound yard',
    'other shed',
    'other attic',
  ]);
});
