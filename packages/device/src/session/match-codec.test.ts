/** @module Matching codecs of sources with those of lines, and payload types for new lines. */
import { describe, expect, test } from 'vitest';
import { OPUS_CODEC, PCMU_CODEC } from '../media/audio-codecs.ts';
import type { MediaCodec, MediaCodecName } from '../media/media-source.ts';
import type { SdpCodec } from '../sdp/sdp-media.ts';
import { matchCodec, matchCodecs, offerCodecs } from './match-codec.ts';

const video = (name: MediaCodecName, parameters = ''): MediaCodec => ({
  kind: 'video',
  name,
  clockRate: 90_000,
  parameters,
});
const sdp = (payloadType: number, name: string, parameters = ''): SdpCodec => ({
  payloadType,
  name,
  clockRate: 90_000,
  channels: undefined,
  parameters,
});

const H264 = video('H264', 'profile-level-id=42c01f;packetization-mode=1;level-asymmetry-allowed=1');
const baseline = sdp(102, 'H264', 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
const high = sdp(112, 'H264', 'profile-level-id=640c1f;packetization-mode=1');
const single = sdp(108, 'H264', 'profile-level-id=42e01f;packetization-mode=0');
const vp8 = sdp(96, 'VP8');
const opus: SdpCodec = { payloadType: 109, name: 'OPUS', clockRate: 48_000, channels: 2, parameters: '' };

test('prefers H.264 with the source’s profile, else takes any with packetization mode 1', () => {
  expect(matchCodec(H264, [vp8, single, high, baseline])).toBe(baseline);
  expect(matchCodec(H264, [vp8, single, high])).toBe(high);
  expect(matchCodec(H264, [vp8, single])).toBe(undefined);
});

describe('codec profiles', () => {
  test.each([
    ['H265', '', 'level-id=93;profile-id=1;tier-flag=0;tx-mode=SRST', true],
    ['H265', 'profile-id=2', 'level-id=93;profile-id=1;tier-flag=0;tx-mode=SRST', false],
    ['VP9', '', 'profile-id=0', true],
    ['VP9', '', 'profile-id=2', false],
    ['VP9', 'profile-id=2', 'profile-id=2', true],
    ['AV1', 'profile=0', 'level-idx=5;profile=1;tier=0', true],
    ['AV1', 'profile=1', 'level-idx=5;profile=0;tier=0', false],
    ['VP8', '', '', true],
  ] as const)(
    '%s with source parameters %j matches line parameters %j: %s',
    (name, ours, theirs, isMatch) => {
      expect(matchCodec(video(name, ours), [sdp(45, name.toLowerCase(), theirs)]) !== undefined).toBe(
        isMatch,
      );
    },
  );
});

test('orders matches by the source’s preference, not the client’s', () => {
  const matches = matchCodecs([H264, video('VP8'), video('AV1')], [vp8, sdp(45, 'AV1'), baseline]);
  expect(matches.map(({ as }) => as.payloadType)).toEqual([102, 96, 45]);
  expect(matchCodecs([video('H265'), video('VP8')], [baseline, vp8]).map(({ codec }) => codec.name)).toEqual([
    'VP8',
  ]);
});

describe('a line of the device’s offer', () => {
  test('uses the client’s payload types, or else free ones', () => {
    expect(offerCodecs([H264], [])).toMatchObject([{ payloadType: 102, parameters: H264.parameters }]);
    expect(offerCodecs([OPUS_CODEC], [opus])).toMatchObject([{ payloadType: 109 }]);
    const taken = [
      { ...vp8, payloadType: 102 },
      { ...vp8, payloadType: 96 },
    ];
    expect(offerCodecs([H264], taken)).toMatchObject([{ payloadType: 97 }]);
  });

  test('gives each codec its own payload type, and G.711 its static one', () => {
    const offered = offerCodecs([video('AV1'), H264, video('VP8')], [sdp(45, 'red')]);
    expect(offered.map(({ name, payloadType }) => [name, payloadType])).toEqual([
      ['AV1', 96],
      ['H264', 102],
      ['VP8', 97],
    ]);
    expect(offerCodecs([PCMU_CODEC, OPUS_CODEC], [])).toMatchObject([
      { payloadType: 0 },
      { payloadType: 111 },
    ]);
  });
});
