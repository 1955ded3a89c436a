/** @module Opens a camera, or any other input of ffmpeg, as video and audio sources. */
import { EdgeError, redactingLogger, silentLogger, type Logger } from '@longwire/protocol';
import { layeredSource, MAX_LEVELS } from '../ladder/layered-source.ts';
import type { MediaSource } from '../media-source.ts';
import { Camera } from './camera.ts';
import { checkInput, type FfmpegInput } from './input-arguments.ts';
import type { EncodedVideo } from './output-plan.ts';
import { ProbeFile } from './probe-file.ts';
import { DEFAULT_CAMERA_TIMING, type CameraTiming } from './restart-policy.ts';

/** Options of {@link openFfmpegSource}. */
export interface FfmpegSourceOptions extends Pick<FfmpegInput, 'inputOptions'> {
  /**
   * An address (`rtsp://…`, `http://…`), a device (`/dev/video0`), a file (played in a loop), or with other options anything ffmpeg
   * opens. Several streams of one camera, best quality first, make one video whose quality each viewer gets as its network and its
   * screen allow; they must have the same codec. The sound is the first one's.
   */
  readonly input: string | readonly string[];
  /** The camera's name in log lines. */
  readonly name: string;
  /** `false` disables video. `transcode` also encodes it (`true`: as H.264, or VP8 if the camera sends H.264) for viewers that cannot play the camera's codec, and a camera with one input in H.264 or VP8 with 640 pixels at 400 kbit/s for those whose network carries no more; each uses up to one CPU core while it is watched, for any number of viewers. */
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
  /**
   * Runs ffmpeg also without viewers and stores the frames since the last keyframe, so that the first viewer sees a picture at once. It costs
   * the camera's bandwidth, a few hundredths of a core and up to 10 MB, always, for each input.
   */
  readonly keepWarm?: boolean;
  /** A file for the result of the last probe: a restarted program offers the tracks at once, and corrects them if the camera has changed. */
  readonly probeFile?: string;
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
  const inputs = typeof input === 'string' ? [input] : input;
  if (inputs.length === 0 || inputs.length > MAX_LEVELS)
    throw new EdgeError(
      'ERR_MEDIA_INPUT',
      `a camera must have 1 to ${MAX_LEVELS} inputs, got ${inputs.length}`,
    );
  for (const each of inputs) checkInput({ input: each, inputOptions });
  const logger = redactingLogger(options.logger ?? silentLogger);
  const transcode = typeof video === 'object' ? video.transcode : undefined;
  const common = {
    ffmpegPath: options.ffmpegPath ?? 'ffmpeg',
    ffprobePath: options.ffprobePath ?? 'ffprobe',
    logger,
    timing: { ...DEFAULT_CAMERA_TIMING, ...options.timing },
  };
  const cameras = (video === false ? inputs.slice(0, 1) : inputs).map(
    (each, index) =>
      new Camera({
        ...common,
        name: index === 0 ? name : `${name} (input ${index + 1})`,
        source: { input: each, inputOptions },
        tracks: [
          ...(video === false ? [] : (['video'] as const)),
          ...(audio && index === 0 ? (['audio'] as const) : []),
        ],
        transcode,
        keepWarm: options.keepWarm ?? false,
        probeFile: probeFileOf(options.probeFile, { input: each, inputOptions }, index),
      }),
  );
  const [only, second] = inputs;
  if (transcode !== undefined && only !== undefined && second === undefined)
    cameras.push(
      new Camera({
        ...common,
        name: `${name} (reduced)`,
        source: { input: only, inputOptions },
        tracks: ['video'],
        transcode: undefined,
        isReduced: true,
      }),
    );
  for (const camera of cameras) camera.open();
  const pictures = cameras.flatMap((camera) => camera.video ?? []);
  return {
    video: pictures.length > 1 ? layeredSource(pictures, { logger }) : pictures[0],
    audio: cameras[0]?.audio,
    close: () => cameras.forEach((camera) => camera.close()),
  };
}

/** The file of one input: the first one's is the given path. */
function probeFileOf(path: string | undefined, source: FfmpegInput, index: number): ProbeFile | undefined {
  return path === undefined ? undefined : new ProbeFile(index === 0 ? path : `${path}.${index + 1}`, source);
}
