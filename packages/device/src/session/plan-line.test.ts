/** @module What the device does on a line that a client offers: one row for each case. */
import { expect, test } from 'vitest';
import { CountingAudioSink } from '../media/audio-sink.ts';
import type { MediaCodec, MediaSource } from '../media/media-source.ts';
import type { MediaDirection, SdpCodec, SdpMedia } from '../peer/sdp-media.ts';
import { matchCodec, offerCodec, SINK_CODEC } from './match-codec.ts';
import { directionOf, NO_RIGHTS, planLine, type LinePlan, type TrackRights } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

const H264: MediaCodec = {
  kind: 'video',
  name: 'H264',
  clockRate: 90_000,
  parameters: 'profile-level-id=42c01f;packetization-mode=1;level-asymmetry-allowed=1',
};
const source = (codec: MediaCodec): MediaSource => ({
  codec,
  subscribe: () => ({ refresh: () => undefined, close: () => undefined }),
});
const video: CatalogEntry = { source: source(H264) };
const sound: CatalogEntry = { source: source(SINK_CODEC), sink: new CountingAudioSink() };
const speaker: CatalogEntry = { sink: new CountingAudioSink() };
const all: TrackRights = { see: true, hear: true, talk: true };

const h264 = (payloadType: number, parameters: string): SdpCodec => ({
  payloadType,
  name: 'H264',
  clockRate: 90_000,
  channels: undefined,
  parameters,
});
const baseline = h264(102, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
const high = h264(112, 'profile-level-id=640c1f;packetization-mode=1');
const single = h264(108, 'profile-level-id=42e01f;packetization-mode=0');
const vp8: SdpCodec = { ...h264(96, ''), name: 'VP8' };
const opus: SdpCodec = { payloadType: 109, name: 'OPUS', clockRate: 48_000, channels: 2, parameters: '' };

const line = (kind: string, direction: MediaDirection, ...codecs: readonly SdpCodec[]): SdpMedia => ({
  kind,
  mid: '1',
  direction,
  isRejected: false,
  codecs,
});
const flow = (sends: boolean, receives: boolean): LinePlan => ({ kind: 'flow', sends, receives });
const none = (error?: 'UNKNOWN_TRACK_ID' | 'ACCESS_DENIED' | 'INVALID_CODECS'): LinePlan =>
  error === undefined ? { kind: 'none' } : { kind: 'none', error };

interface Row {
  readonly title: string;
  readonly offered: SdpMedia;
  readonly entry: CatalogEntry | undefined;
  readonly rights?: TrackRights;
  readonly isSentElsewhere?: boolean;
  readonly plan: LinePlan;
}

const rows: readonly Row[] = [
  { title: 'a viewer', offered: line('video', 'recvonly', baseline), entry: video, plan: flow(true, false) },
  { title: 'a listener', offered: line('audio', 'recvonly', opus), entry: sound, plan: flow(true, false) },
  { title: 'a talker', offered: line('audio', 'sendonly', opus), entry: sound, plan: flow(false, true) },
  { title: 'both ways', offered: line('audio', 'sendrecv', opus), entry: sound, plan: flow(true, true) },
  {
    title: 'a microphone beside the sound that runs already',
    offered: line('audio', 'sendrecv', opus),
    entry: sound,
    isSentElsewhere: true,
    plan: flow(false, true),
  },
  {
    title: 'a second picture, asked for by itself',
    offered: line('video', 'recvonly', baseline),
    entry: video,
    isSentElsewhere: true,
    plan: flow(true, false),
  },
  { title: 'a sink only', offered: line('audio', 'sendrecv', opus), entry: speaker, plan: flow(false, true) },
  { title: 'a line that rests', offered: line('audio', 'inactive', opus), entry: sound, plan: none() },
  {
    title: 'an unknown track',
    offered: line('audio', 'sendrecv', opus),
    entry: undefined,
    plan: none('UNKNOWN_TRACK_ID'),
  },
  {
    title: 'a camera sent to a device that only shows one',
    offered: line('video', 'sendonly', baseline),
    entry: video,
    plan: none('UNKNOWN_TRACK_ID'),
  },
  {
    title: 'nobody',
    offered: line('video', 'recvonly', baseline),
    entry: video,
    rights: NO_RIGHTS,
    plan: none('ACCESS_DENIED'),
  },
  {
    title: 'who may hear but not talk',
    offered: line('audio', 'sendrecv', opus),
    entry: sound,
    rights: { ...all, talk: false },
    plan: flow(true, false),
  },
  {
    title: 'who may see but not hear',
    offered: line('audio', 'recvonly', opus),
    entry: sound,
    rights: { ...all, hear: false },
    plan: none('ACCESS_DENIED'),
  },
  {
    title: 'a browser without H.264',
    offered: line('video', 'recvonly', vp8),
    entry: video,
    plan: none('INVALID_CODECS'),
  },
  {
    title: 'H.264 without fragments',
    offered: line('video', 'recvonly', single),
    entry: video,
    plan: none('INVALID_CODECS'),
  },
  {
    title: 'sound for a picture',
    offered: line('audio', 'recvonly', opus),
    entry: video,
    plan: none('INVALID_CODECS'),
  },
];

test.each(rows)('$title', ({ offered, entry, rights = all, isSentElsewhere = false, plan }) => {
  expect(planLine({ line: offered, entry, rights, isSentElsewhere })).toEqual(plan);
});

test.each([
  [true, true, 'sendrecv'],
  [true, false, 'sendonly'],
  [false, true, 'recvonly'],
  [false, false, 'inactive'],
] as const)('sends %s, receives %s: %s', (sends, receives, direction) => {
  expect(directionOf({ sends, receives })).toBe(direction);
});

test('of several H.264 the one with our profile, else any with fragments', () => {
  expect(matchCodec(H264, [vp8, single, high, baseline])).toBe(baseline);
  expect(matchCodec(H264, [vp8, single, high])).toBe(high);
  expect(matchCodec(H264, [vp8, single])).toBe(undefined);
});

test('a line of its own uses the numbers that the client uses, or else free ones', () => {
  expect(offerCodec(H264, [])).toMatchObject({ payloadType: 102, parameters: H264.parameters });
  expect(offerCodec(SINK_CODEC, [line('audio', 'recvonly', opus)])).toMatchObject({ payloadType: 109 });
  const taken = line('video', 'recvonly', { ...vp8, payloadType: 102 }, { ...vp8, payloadType: 96 });
  expect(offerCodec(H264, [taken])).toMatchObject({ payloadType: 97 });
});
