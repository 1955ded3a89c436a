/** @module Opens a camera, or any other input of ffmpeg, as video and audio sources. */
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { MediaSource } from '../media-source.ts';
import { Camera } from './camera.ts';
import { checkInput, type FfmpegInput } from './input-arguments.ts';
import type { EncodedVideo } from './output-plan.ts';
import { DEFAULT_CAMERA_TIMING, type CameraTiming } from './restart-policy.ts';

/** Options of {@link openFfmpegSource}. */
export interface FfmpegSourceOptions extends FfmpegInput {
  /** The camera's name in log lines. */
  readonly name: string;
  /** `false` disables video. `transcode` also encodes it (`true`: as H.264, or VP8 if the camera sends H.264) for viewers that cannot play the camera's codec; this uses one CPU core or more. */
  readonly video?: boolean | { readonly transcode?: EncodedVideo | true };
  /** `false` disables audio. */
  readonly audio?: boolean;
  /** By default `ffmpeg` from PATH. */
  readonly ffmpegPath?: string;
  /** By default `ffprobe` from PATH. */
  readonly ffprobePath?: string;
  /** Default: no logging. */
  readonly logger?: Logger;
  readonly timing?: Partial<CameraTiming>;
}

/** An open camera. */
export interface FfmpegSource {
  /** Undefined only if disabled. */
  readonly video: MediaSource | undefined;
  readonly audio: MediaSource | undefined;
  /** Ends the camera's processes and stops retrying. Idempotent. */
  close(): void;
}

/**
 * Opens a camera. It is probed until it answers; then its codecs are available, and until then `health` shows the problem. One ffmpeg
 * process for video and audio runs from the first viewer until a few seconds after the last, and is restarted when it fails. Codecs
 * that browsers can decode are copied.
 *
 * A password in the address is part of ffmpeg's arguments, which other users of the machine can read: create a separate camera user for
 * the device.
 * @throws EdgeError ERR_MEDIA_INPUT for an invalid input.
 */
export function openFfmpegSource(options: FfmpegSourceOptions): FfmpegSource {
  const { name, input, inputOptions = [], video = true, audio = true } = options;
  const source = { input, inputOptions };
  checkInput(source);
  const camera = new Camera({
    name,
    source,
    tracks: [...(video === false ? [] : (['video'] as const)), ...(audio ? (['audio'] as const) : [])],
    transcode: typeof video === 'object' ? video.transcode : undefined,
    ffmpegPath: options.ffmpegPath ?? 'ffmpeg',
    ffprobePath: options.ffprobePath ?? 'ffprobe',
    logger: redactingLogger(options.logger ?? silentLogger),
    timing: { ...DEFAULT_CAMERA_TIMING, ...options.timing },
  });
  camera.open();
  return camera;
}
