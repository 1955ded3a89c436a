/** @module The plan for a line that a client offers: one row for each case. */
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
  {
    title: 'sends to a viewer',
    offered: line('video', 'recvonly', baseline),
    entry: video,
    plan: flow(true, false),
  },
  {
    title: 'sends to a listener',
    offered: line('audio', 'recvonly', opus),
    entry: sound,
    plan: flow(true, false),
  },
  {
    title: 'receives from a talker',
    offered: line('audio', 'sendonly', opus),
    entry: sound,
    plan: flow(false, true),
  },
  {
    title: 'sends and receives on a sendrecv line',
    offered: line('audio', 'sendrecv', opus),
    entry: sound,
    plan: flow(true, true),
  },
  {
    title: 'only receives on a microphone line if the audio is already sent on another line',
    offered: line('audio', 'sendrecv', opus),
    entry: sound,
    isSentElsewhere: true,
    plan: flow(false, true),
  },
  {
    title: 'sends video again on a second recvonly line',
    offered: line('video', 'recvonly', baseline),
    entry: video,
    isSentElsewhere: true,
    plan: flow(true, false),
  },
  {
    title: 'only receives for a track without a source',
    offered: line('audio', 'sendrecv', opus),
    entry: speaker,
    plan: flow(false, true),
  },
  {
    title: 'does nothing on an inactive line',
    offered: line('audio', 'inactive', opus),
    entry: sound,
    plan: none(),
  },
  {
    title: 'rejects an unknown track',
    offered: line('audio', 'sendrecv', opus),
    entry: undefined,
    plan: none('UNKNOWN_TRACK_ID'),
  },
  {
    title: 'rejects video sent to a track without a sink',
    offered: line('video', 'sendonly', baseline),
    entry: video,
    plan: none('UNKNOWN_TRACK_ID'),
  },
  {
    title: 'denies a session without a user',
    offered: line('video', 'recvonly', baseline),
    entry: video,
    rights: NO_RIGHTS,
    plan: none('ACCESS_DENIED'),
  },
  {
    title: 'only sends to a user who may hear but not talk',
    offered: line('audio', 'sendrecv', opus),
    entry: sound,
    rights: { ...all, talk: false },
    plan: flow(true, false),
  },
  {
    title: 'denies audio to a user who may see but not hear',
    offered: line('audio', 'recvonly', opus),
    entry: sound,
    rights: { ...all, hear: false },
    plan: none('ACCESS_DENIED'),
  },
  {
    title: 'rejects a browser without H.264',
    offered: line('video', 'recvonly', vp8),
    entry: video,
    plan: none(
      'INVALID_CODECS',
      'The camera sends H.264, which this browser cannot play. Its owner can set transcode = true for this camera; another browser may play it as it is.',
    ),
  },
  {
    title: 'rejects H.264 without packetization mode 1',
    offered: line('video', 'recvonly', single),
    entry: video,
    plan: none('INVALID_CODECS', expect.stringContaining('H.264')),
  },
  {
    title: 'rejects a browser without H.265',
    offered: line('video', 'recvonly', vp8, baseline),
    entry: hevc,
    plan: none(
      'INVALID_CODECS',
      'The camera sends H.265, which this browser cannot play. Its owner can set transcode = true for this camera; another browser may play it as it is.',
    ),
  },
  {
    title: 'sends a source that has another codec which the browser supports',
    offered: line('video', 'recvonly', vp8, baseline),
    entry: either,
    plan: flow(true, false),
  },
  {
    title: 'reports a camera that has not been reached',
    offered: line('video', 'recvonly', baseline),
    entry: unreached,
    plan: none('UNKNOWN_ERROR', 'The camera does not answer.'),
  },
  {
    title: 'rejects a line without a codec of the sink',
    offered: line('audio', 'sendrecv', opus),
    entry: telephone,
    plan: none('INVALID_CODECS'),
  },
  {
    title: 'receives a codec that both the sink and the browser support',
    offered: line('audio', 'sendrecv', opus, pcmu),
    entry: telephone,
    plan: flow(false, true),
  },
  {
    title: 'rejects an audio line for a video track',
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
] as const)('the direction for sends %s, receives %s is %s', (sends, receives, direction) => {
  expect(directionOf({ sends, receives })).toBe(direction);
});
