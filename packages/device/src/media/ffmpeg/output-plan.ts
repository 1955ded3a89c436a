/** @module Decides which streams of an input are copied and which are transcoded. */
import { OPUS_CODEC, PCMA_CODEC, PCMU_CODEC } from '../audio-codecs.ts';
import { h264Parameters } from '../h264-parameters.ts';
import type { MediaCodec } from '../media-source.ts';
import type { PictureSize } from '../picture-size.ts';
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

/** The target rate of transcoded video, in kbit/s, and that of a picture for slow networks. */
const USUAL_KILOBITS = 1_500;
const REDUCED_KILOBITS = 400;
/** The width of a picture for slow networks, in pixels, and its frames a second. Reason: at the rate it is still sharp, and costs a small part of decoding the camera's. */
const REDUCED_WIDTH = 640;
const REDUCED_FRAMES = 15;

/** Transcodes video for live viewing: no B frames, a keyframe every two seconds, fastest preset. */
export function encodedVideo(name: EncodedVideo): OutputPlan {
  return encoded(name, USUAL_KILOBITS);
}

/** Copies video, or transcodes it in the same codec to a picture that a slow network carries; undefined if that is not possible. */
export function plannedVideo(stream: ProbedStream, isReduced = false): OutputPlan | undefined {
  const copied = copiedVideo(stream);
  if (!isReduced || copied === undefined) return copied;
  const { name } = copied.codec;
  if (name !== 'H264' && name !== 'VP8') return undefined;
  const { codec, args } = encoded(name, REDUCED_KILOBITS);
  const filter = `fps='min(${REDUCED_FRAMES},source_fps)',scale='min(${REDUCED_WIDTH},iw)':-2`;
  return { codec, args: ['-vf', filter, '-threads', '1', ...args] };
}

/** The size of such a picture, if known. */
export function sizeOf({ width, height }: ProbedStream, isReduced = false): PictureSize | undefined {
  if (width <= 0 || height <= 0) return undefined;
  if (!isReduced || width <= REDUCED_WIDTH) return { width, height };
  return { width: REDUCED_WIDTH, height: Math.round((height * REDUCED_WIDTH) / width / 2) * 2 };
}

function encoded(name: EncodedVideo, kilobits: number): OutputPlan {
  const common = [
    '-pix_fmt',
    'yuv420p',
    '-force_key_frames',
    `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`,
    '-b:v',
    `${kilobits}k`,
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
      `${kilobits}k`,
      '-bufsize',
      `${kilobits / 2}k`,
      ...common,
    ],
  };
}
