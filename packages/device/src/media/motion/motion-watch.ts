/** @module Watches a camera for movement, with an ffmpeg of its own that decodes small grey pictures. */
import { given, type Clock, type Logger } from '@longwire/protocol';
import { systemClock } from '../../time/system-clock.ts';
import { FfmpegProcess, type ProcessEnd } from '../ffmpeg/ffmpeg-process.ts';
import type { FfmpegInput } from '../ffmpeg/input-arguments.ts';
import { openInput } from '../ffmpeg/open-input.ts';
import { LIVE_NUT, QUIET } from '../ffmpeg/output-arguments.ts';
import { inputRedactor } from '../ffmpeg/redact-address.ts';
import { DEFAULT_CAMERA_TIMING, RestartPolicy, type CameraTiming } from '../ffmpeg/restart-policy.ts';
import { GRID, GRID_RATE, MotionDetector } from './motion-detector.ts';

/** Options of {@link MotionWatch}. */
export interface MotionWatchOptions {
  /** The camera's name in log lines. */
  readonly name: string;
  /** Its smallest stream. */
  readonly input: FfmpegInput;
  readonly logger: Logger;
  /** Called when movement begins, with a JPEG file of it, unless there is none of an acceptable size. */
  readonly handleMotion: (snapshot: Uint8Array | undefined) => void;
  readonly ffmpegPath?: string;
  readonly timing?: CameraTiming;
  readonly clock?: Clock;
}

/** Longest side of a snapshot, in pixels. Reason: a list on a phone shows it no larger. */
const SNAPSHOT_SIDE = 480;

/** Largest snapshot, in bytes. Reason: of sixteen in memory; usual ones have ten to thirty thousand. */
const MAX_SNAPSHOT_BYTES = 64 * 1024;

/** The file descriptors of the pipes. */
const PIPE = { grid: 1, snapshot: 3 } as const;

const FILTERS: readonly string[] = [
  `[0:V:0]fps=${GRID_RATE},split[seen][shown]`,
  // Area averages keep noise out of the values.
  `[seen]scale=${GRID.width}:${GRID.height}:flags=area,format=gray[grid]`,
  `[shown]scale='min(${SNAPSHOT_SIDE},iw)':'min(${SNAPSHOT_SIDE},ih)':force_original_aspect_ratio=decrease[snapshot]`,
];

/**
 * Each picture twice: small and grey, and as a JPEG file. The decoder runs anyway, so that the files cost a thousandth of a core (measured at 720p),
 * while a program that is started for a file would wait for the camera's connection and its next keyframe, and show what comes after.
 */
export const MOTION_OUTPUT: readonly string[] = [
  '-filter_complex',
  FILTERS.join(';'),
  '-map',
  '[grid]',
  '-c:v',
  'rawvideo',
  ...LIVE_NUT,
  `pipe:${PIPE.grid}`,
  '-map',
  '[snapshot]',
  '-c:v',
  'mjpeg',
  '-q:v',
  '6',
  ...LIVE_NUT,
  `pipe:${PIPE.snapshot}`,
];

/** Runs until it is closed; a camera that is away is tried again. */
export class MotionWatch {
  readonly #options: Required<MotionWatchOptions>;
  readonly #detector = new MotionDetector();
  readonly #redact: (text: string) => string;
  readonly #restarts: RestartPolicy;
  /** Movement has begun, and is reported with the next JPEG file: in the first one, a person is only half in the picture. */
  #isMoving = false;
  #process: FfmpegProcess | undefined;
  #cancelRetry: (() => void) | undefined;

  /** Starts at once. */
  constructor(options: MotionWatchOptions) {
    const defaults = { ffmpegPath: 'ffmpeg', timing: DEFAULT_CAMERA_TIMING, clock: systemClock };
    this.#options = { ...defaults, ...options };
    this.#redact = inputRedactor(options.input.input);
    this.#restarts = new RestartPolicy(this.#options.timing, this.#options.clock);
    this.#start();
  }

  /** Ends ffmpeg. Idempotent. */
  close(): void {
    this.#cancelRetry?.();
    this.#process?.stop();
  }

  #start(): void {
    const { name, ffmpegPath, input, timing, logger, clock } = this.#options;
    const { args, script } = openInput(ffmpegPath, input, { isPlayed: true, care: this.#restarts.care });
    let hasPictures = false;
    this.#detector.reset();
    this.#restarts.handleStart();
    this.#process = new FfmpegProcess({
      ffmpegPath,
      args: [...QUIET, ...args, ...MOTION_OUTPUT],
      ...given({ script }),
      pipes: [
        {
          fd: PIPE.grid,
          stream: () => undefined,
          frame: ({ data }) => {
            hasPictures = true;
            if (this.#detector.handlePicture(data, clock.monotonic())) this.#isMoving = true;
          },
        },
        {
          fd: PIPE.snapshot,
          stream: () => undefined,
          frame: ({ data }) => this.#report(data.length > MAX_SNAPSHOT_BYTES ? undefined : data),
        },
      ],
      silenceMs: timing.silenceMs,
      handleComplaint: (line) =>
        logger.debug('motion.ffmpeg-warned', { camera: name, line: this.#redact(line) }),
      handleEnd: (end) => this.#handleEnd(end, hasPictures),
    });
  }

  #report(snapshot?: Uint8Array): void {
    if (!this.#isMoving) return;
    this.#isMoving = false;
    this.#options.handleMotion(snapshot);
  }

  #handleEnd(end: ProcessEnd, hasPictures: boolean): void {
    this.#report();
    const { name, logger, clock } = this.#options;
    this.#restarts.handleEnd(end, hasPictures);
    const delayMs = this.#restarts.countFailure();
    const level = this.#restarts.isRepeated ? 'debug' : 'warn';
    logger[level]('motion.interrupted', { camera: name, reason: end.message, delayMs });
    this.#cancelRetry = clock.schedule(delayMs, () => this.#start());
  }
}
