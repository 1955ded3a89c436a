/** @module Decides which streams of an input are copied and which are transcoded. */
import { OPUS_CODEC, PCMA_CODEC, PCMU_CODEC } from '../audio-codecs.ts';
import { h264Parameters } from '../h264-parameters.ts';
import type { MediaCodec } from '../media-source.ts';
import type { ProbedStream } from './probe-input.ts';

/** Codecs to which video can be transcoded. */
export type EncodedVideo = 'VP8' | 'H264';

/** One track that ffmpeg writes. */
export interface OutputPlan {
  readonly codec: MediaCodec;
  /** ffmpeg's arguments for the track. */
  readonly args: readonly string[];
}

/** Seconds between keyframes of transcoded video. Reason: a viewer that has lost packets waits for the next one. */
const KEYFRAME_SECONDS = 2;

/** Profiles of H.264 that browsers decode. */
const H264_PROFILES: ReadonlySet<string> = new Set([
  'Constrained Baseline',
  'Baseline',
  'Main',
  'High',
  'Constrained High',
]);

const PLAYABLE_PIXELS: ReadonlySet<string> = new Set(['', 'yuv420p', 'yuvj420p']);

/** Copies video; undefined if no browser can play it. */
export function copiedVideo(stream: ProbedStream): OutputPlan | undefined {
  const codec = videoCodec(stream);
  return codec === undefined ? undefined : { codec, args: ['-c:v', 'copy'] };
}

function videoCodec({ codec, profile, level, pixelFormat }: ProbedStream): MediaCodec | undefined {
  const video = { kind: 'video', clockRate: 90_000 } as const;
  switch (codec) {
    case 'h264': {
      if (!H264_PROFILES.has(profile) || !PLAYABLE_PIXELS.has(pixelFormat)) return undefined;
      return { ...video, name: 'H264', parameters: h264Parameters(level) };
    }
    case 'hevc': {
      const profileId = profile === 'Main 10' ? 2 : 1;
      return {
        ...video,
        name: 'H265',
        parameters: `profile-id=${profileId};tier-flag=0;level-id=${level};tx-mode=SRST`,
      };
    }
    case 'vp8':
      return { ...video, name: 'VP8', parameters: '' };
    case 'vp9':
      return { ...video, name: 'VP9', parameters: `profile-id=${/\d/u.exec(profile)?.[0] ?? 0}` };
    case 'av1':
      return { ...video, name: 'AV1', parameters: `profile=${profile === 'High' ? 1 : 0}` };
    default:
      return undefined;
  }
}

/** Copies audio if browsers can play it, else transcodes it to Opus, which is cheap. */
export function plannedAudio({ codec, sampleRate, channels }: ProbedStream): OutputPlan {
  const isTelephone = sampleRate === 8000 && channels === 1;
  if (codec === 'opus') return { codec: OPUS_CODEC, args: ['-c:a', 'copy'] };
  if (codec === 'pcm_mulaw' && isTelephone) return { codec: PCMU_CODEC, args: ['-c:a', 'copy'] };
  if (codec === 'pcm_alaw' && isTelephone) return { codec: PCMA_CODEC, args: ['-c:a', 'copy'] };
  return encodedAudio();
}

/** Transcodes audio to Opus. */
export function encodedAudio(): OutputPlan {
  return {
    codec: OPUS_CODEC,
    args: ['-c:a', 'libopus', '-b:a', '48k', '-ar', '48000', '-ac', '2', '-frame_duration', '20'],
  };
}

/** Transcodes video for live viewing: no B frames, a keyframe every two seconds, fastest preset. */
export function encodedVideo(name: EncodedVideo): OutputPlan {
  const common = [
    '-pix_fmt',
    'yuv420p',
    '-force_key_frames',
    `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`,
    '-b:v',
    '1500k',
  ];
  const codec = { kind: 'video', clockRate: 90_000 } as const;
  if (name === 'VP8')
    return {
      codec: { ...codec, name, parameters: '' },
      args: [
        '-c:v',
        'libvpx',
        '-deadline',
        'realtime',
        '-cpu-used',
        '8',
        '-lag-in-frames',
        '0',
        '-auto-alt-ref',
        '0',
        ...common,
      ],
    };
  return {
    codec: { ...codec, name, parameters: h264Parameters(31) },
    args: [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'zerolatency',
      '-profile:v',
      'baseline',
      '-maxrate',
      '1500k',
      '-bufsize',
      '750k',
      ...common,
    ],
  };
}
