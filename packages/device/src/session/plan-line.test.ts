/** @module What the device does on a line that a client offers: one row for each case. */
import type { TrackErrorCode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { OPUS_CODEC, PCMU_CODEC } from '../media/audio-codecs.ts';
import { CountingAudioSink } from '../media/audio-sink.ts';
import type { MediaCodec, MediaSource } from '../media/media-source.ts';
import type { MediaDirection, SdpCodec, SdpMedia } from '../sdp/sdp-media.ts';
import { directionOf, NO_RIGHTS, planLine, type LinePlan, type TrackRights } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

const H264: MediaCodec = {
  kind: 'video',
  name: 'H264',
  clockRate: 90_000,
  parameters: 'profile-level-id=42c01f;packetization-mode=1;level-asymmetry-allowed=1',
};
const source = (kind: MediaCodec['kind'], ...codecs: readonly MediaCodec[]): MediaSource => ({
  kind,
  codecs,
  health: { kind: 'ok' },
  on: () => () => undefined,
  subscribe: () => ({ refresh: () => undefined, close: () => undefined }),
});
const video: CatalogEntry = { source: source('video', H264) };
const sound: CatalogEntry = { source: source('audio', OPUS_CODEC), sink: new CountingAudioSink() };
const hevc: CatalogEntry = { source: source('video', { ...H264, name: 'H265', parameters: '' }) };
const either: CatalogEntry = {
  source: source(
    'video',
    { ...H264, name: 'H265', parameters: '' },
    { ...H264, name: 'VP8', parameters: '' },
  ),
};
const unreached: CatalogEntry = {
  source: { ...source('video'), health: { kind: 'failing', message: 'The camera does not answer.' } },
};
const telephone: CatalogEntry = {
  sink: { codecs: [PCMU_CODEC], open: () => new CountingAudioSink().open() },
};
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
const single = h264(108, 'profile-level-id=42e01f;packetization-mode=0');
const vp8: SdpCodec = { ...h264(96, ''), name: 'VP8' };
const opus: SdpCodec = { payloadType: 109, name: 'OPUS', clockRate: 48_000, channels: 2, parameters: '' };

const pcmu: SdpCodec = {
  payloadType: 0,
  name: 'PCMU',
  clockRate: 8_000,
  channels: undefined,
  parameters: '',
};

const line = (kind: string, direction: MediaDirection, ...codecs: readonly SdpCodec[]): SdpMedia => ({
  kind,
  mid: '1',
  direction,
  isRejected: false,
  codecs,
});
const flow = (sends: boolean, receives: boolean): LinePlan => ({ kind: 'flow', sends, receives });
const none = (error?: TrackErrorCode, message?: string): LinePlan => {
  if (error === undefined) return { kind: 'none' };
  return { kind: 'none', fault: message === undefined ? { error } : { error, message } };
};

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
    plan: none(
      'INVALID_CODECS',
      'The camera sends H.264, which this browser cannot play. Its owner can set transcode = true for this camera; another browser may play it as it is.',
    ),
  },
  {
    title: 'H.264 without fragments',
    offered: line('video', 'recvonly', single),
    entry: video,
    plan: none('INVALID_CODECS', expect.stringContaining('H.264')),
  },
  {
    title: 'a browser without H.265',
    offered: line('video', 'recvonly', vp8, baseline),
    entry: hevc,
    plan: none(
      'INVALID_CODECS',
      'The camera sends H.265, which this browser cannot play. Its owner can set transcode = true for this camera; another browser may play it as it is.',
    ),
  },
  {
    title: 'a source that can be sent as something else as well',
    offered: line('video', 'recvonly', vp8, baseline),
    entry: either,
    plan: flow(true, false),
  },
  {
    title: 'a camera that has not been reached',
    offered: line('video', 'recvonly', baseline),
    entry: unreached,
    plan: none('UNKNOWN_ERROR', 'The camera does not answer.'),
  },
  {
    title: 'a sink that takes what the browser does not have',
    offered: line('audio', 'sendrecv', opus),
    entry: telephone,
    plan: none('INVALID_CODECS'),
  },
  {
    title: 'a sink that takes one of what the browser has',
    offered: line('audio', 'sendrecv', opus, pcmu),
    entry: telephone,
    plan: flow(false, true),
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
