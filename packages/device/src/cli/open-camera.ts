/** @module Opens a camera of the settings as sources and a sink. */
import { join } from 'node:path';
import { assertNever, type Logger } from '@longwire/protocol';
import type { CameraConfig, CameraInput, TalkOutput } from '../config/camera-section.ts';
import { settingsInput, settingsPath } from '../config/settings-path.ts';
import { PCMA_CODEC, PCMU_CODEC, OPUS_CODEC } from '../media/audio-codecs.ts';
import type { AudioSink } from '../media/audio-sink.ts';
import { openFfmpegSource } from '../media/ffmpeg/open-ffmpeg-source.ts';
import { testPattern } from '../media/ffmpeg/test-pattern.ts';
import type { MediaCodec, MediaSource } from '../media/media-source.ts';
import { openClip } from '../media/open-clip.ts';
import { openRtpSource } from '../media/rtp-source/open-rtp-source.ts';
import { RtpSync } from '../media/rtp-source/rtp-sync.ts';
import { fileSink } from '../media/sink/file-sink.ts';
import { ffmpegSink } from '../media/sink/process-sinks.ts';
import { rtpSink } from '../media/sink/rtp-sink.ts';

/** The sources and the sink of a camera. */
export interface OpenCamera {
  readonly video?: MediaSource | undefined;
  readonly audio?: MediaSource | undefined;
  readonly sink?: AudioSink | undefined;
  close(): void;
}

/** Options of {@link openCamera}. */
export interface CameraContext {
  /** Relative paths start here. */
  readonly directory: string;
  /** The folder of the device's state, where the last probe of each camera is stored; not stored without it. */
  readonly stateDirectory?: string;
  readonly logger: Logger;
}

const nothing = (): void => undefined;

/** Opens a camera; one that is merely off is opened too. @throws EdgeError for settings that can never work. */
export async function openCamera(camera: CameraConfig, context: CameraContext): Promise<OpenCamera> {
  const sink = camera.talk === undefined ? undefined : openSink(camera.talk, context);
  const source = await openSources(camera, context);
  return { video: source.video, audio: source.audio, sink, close: () => source.close() };
}

async function openSources(
  { input, name }: CameraConfig,
  { directory, stateDirectory, logger }: CameraContext,
): Promise<OpenCamera> {
  switch (input.kind) {
    case 'ffmpeg': {
      const { inputOptions, audio, transcode, keepWarm } = input;
      const video = transcode ? ({ transcode: true } as const) : true;
      return openFfmpegSource({
        name,
        input: input.inputs.map((each) => settingsInput(directory, each)),
        inputOptions,
        audio,
        video,
        keepWarm,
        ...(stateDirectory === undefined ? {} : { probeFile: join(stateDirectory, `camera-${name}.probe`) }),
        logger,
      });
    }
    case 'clip': {
      const { video, audio } = await openClip(settingsPath(directory, input.file));
      return { video, audio, close: nothing };
    }
    case 'pattern':
      return testPattern({ logger });
    case 'rtp':
      return openRtp(input, logger);
    default:
      return assertNever(input);
  }
}

/** The codec parameters that RTP on a port is assumed to have. */
const RTP_CODECS: Readonly<
  Record<'H264' | 'H265' | 'VP8' | 'VP9' | 'AV1' | 'opus' | 'PCMU' | 'PCMA', MediaCodec>
> = {
  H264: video('H264', 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1'),
  H265: video('H265', ''),
  VP8: video('VP8', ''),
  VP9: video('VP9', 'profile-id=0'),
  AV1: video('AV1', ''),
  opus: OPUS_CODEC,
  PCMU: PCMU_CODEC,
  PCMA: PCMA_CODEC,
};

function video(name: MediaCodec['name'], parameters: string): MediaCodec {
  return { kind: 'video', name, clockRate: 90_000, parameters };
}

function openRtp(input: Extract<CameraInput, { kind: 'rtp' }>, logger: Logger): OpenCamera {
  const sync = new RtpSync();
  const open = (
    part: { port: number; codec: keyof typeof RTP_CODECS } | undefined,
  ): MediaSource | undefined =>
    part === undefined
      ? undefined
      : openRtpSource({ port: part.port, codec: RTP_CODECS[part.codec], sync, logger });
  return { video: open(input.video), audio: open(input.audio), close: nothing };
}

function openSink(talk: TalkOutput, { directory, logger }: CameraContext): AudioSink {
  switch (talk.kind) {
    case 'ffmpeg':
      return ffmpegSink({ args: talk.args, logger });
    case 'file':
      return fileSink(settingsPath(directory, talk.path), { logger });
    case 'rtp':
      return rtpSink({ host: talk.host, port: talk.port, logger });
    default:
      return assertNever(talk);
  }
}
