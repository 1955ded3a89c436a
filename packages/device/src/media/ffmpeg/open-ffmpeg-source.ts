/** @module Opens a camera, or anything else that ffmpeg can read, as sources of video and sound. */
import { redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import type { MediaSource } from '../media-source.ts';
import { Camera } from './camera.ts';
import { checkInput, type FfmpegInput } from './input-arguments.ts';
import type { EncodedVideo } from './output-plan.ts';
import { DEFAULT_CAMERA_TIMING, type CameraTiming } from './restart-policy.ts';

/** How a camera is opened. */
export interface FfmpegSourceOptions extends FfmpegInput {
  /** What the log calls it. */
  readonly name: string;
  /** `false` leaves the picture out. `transcode` encodes it anew (`true`: as H.264, or VP8 where the camera sends H.264) for viewers that cannot play what the camera sends: it costs a core, or more. */
  readonly video?: boolean | { readonly transcode?: EncodedVideo | true };
  /** `false` leaves the sound out. */
  readonly audio?: boolean;
  /** The program; `ffmpeg` of the path unless given. */
  readonly ffmpegPath?: string;
  /** The program; `ffprobe` of the path unless given. */
  readonly ffprobePath?: string;
  /** Silent unless given. */
  readonly logger?: Logger;
  readonly timing?: Partial<CameraTiming>;
}

/** An open camera. */
export interface FfmpegSource {
  /** Undefined only where it was left out. */
  readonly video: MediaSource | undefined;
  readonly audio: MediaSource | undefined;
  /** Ends its process, and stops trying to reach it; again does nothing. */
  close(): void;
}

/**
 * Opens a camera. Its codecs are known once it has answered, which it is asked to until it does; `health` says what is the matter
 * meanwhile. ffmpeg runs from the first viewer to a few seconds after the last, one process for picture and sound, and is started
 * again when it fails. What browsers can decode is copied as it is.
 *
 * A password in the address stands in the arguments of ffmpeg, where other users of the machine can read it: give the device a user of its own
 * at the camera.
 * @throws EdgeError ERR_MEDIA_INPUT for an input that cannot be one.
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
