/** @module Watches a camera for movement, with an ffmpeg of its own that decodes small grey pictures. */
import type { ChildProcess } from 'node:child_process';
import { backOffMs, type Clock, type Logger } from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import { signalChild } from '../../process/signal-child.ts';
import { spawnProgram } from '../../process/spawn-program.ts';
import { systemClock } from '../../time/system-clock.ts';
import { readablePipe, writeScript } from '../ffmpeg/child-pipes.ts';
import type { FfmpegInput } from '../ffmpeg/input-arguments.ts';
import { openInput } from '../ffmpeg/open-input.ts';
import { NutReader } from '../ffmpeg/nut-reader.ts';
import { LIVE_NUT, QUIET } from '../ffmpeg/output-arguments.ts';
import { inputRedactor } from '../ffmpeg/redact-address.ts';
import { cameraBackOff, DEFAULT_CAMERA_TIMING, type CameraTiming } from '../ffmpeg/restart-policy.ts';
import { readLines } from '../ffmpeg/stderr-lines.ts';
import { GRID, GRID_BYTES, GRID_RATE, MotionDetector } from './motion-detector.ts';

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

/** The pipe of the snapshots; the grey pictures are on stdout. */
const SNAPSHOT_PIPE = 3;

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
  '-f',
  'rawvideo',
  'pipe:1',
  '-map',
  '[snapshot]',
  '-c:v',
  'mjpeg',
  '-q:v',
  '6',
  ...LIVE_NUT,
  `pipe:${SNAPSHOT_PIPE}`,
];

/** How many times longer a run may be silent at its start, while it connects. */
const START_FACTOR = 2;

/** Runs until it is closed; a camera that is away is tried again. */
export class MotionWatch {
  readonly #options: Required<MotionWatchOptions>;
  readonly #detector = new MotionDetector();
  readonly #redact: (text: string) => string;
  /** Movement has begun, and is reported with the next JPEG file: in the first one, a person is only half in the picture. */
  #isMoving = false;
  #child: ChildProcess | undefined;
  #stopTimer: (() => void) | undefined;
  #failures = 0;
  #isClosed = false;

  /** Starts at once. */
  constructor(options: MotionWatchOptions) {
    const defaults = { ffmpegPath: 'ffmpeg', timing: DEFAULT_CAMERA_TIMING, clock: systemClock };
    this.#options = { ...defaults, ...options };
    this.#redact = inputRedactor(options.input.input);
    this.#start();
  }

  /** Ends ffmpeg. Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimer?.();
    if (this.#child !== undefined) signalChild(this.#child, 'SIGKILL');
  }

  #start(): void {
    const { name, ffmpegPath, input, timing, logger } = this.#options;
    const { args, script } = openInput(ffmpegPath, input, { isPlayed: true, care: 'quick' });
    const stdin = script === undefined ? 'ignore' : 'pipe';
    const child = spawnProgram(ffmpegPath, [...QUIET, ...args, ...MOTION_OUTPUT], {
      stdio: [stdin, 'pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    if (script !== undefined) writeScript(child, script);
    this.#detector.reset();
    child.once('error', (error) => this.#handleEnd(child, reasonOf(error)));
    child.once('close', () => this.#handleEnd(child, 'ffmpeg has ended'));
    const [stdout, stderr] = [readablePipe(child, 1), readablePipe(child, 2)];
    let rest: Buffer = Buffer.alloc(0);
    stdout?.on('data', (chunk: Buffer) => {
      this.#watch(child, timing.silenceMs);
      this.#failures = 0;
      rest = this.#handlePictures(Buffer.concat([rest, chunk]));
    });
    // The pipe breaks when the program ends, which is reported separately.
    stdout?.on('error', () => stdout.destroy());
    this.#readSnapshots(child);
    if (stderr !== undefined)
      readLines(stderr, (line) =>
        logger.debug('motion.ffmpeg-warned', { camera: name, line: this.#redact(line) }),
      );
    this.#watch(child, timing.silenceMs * START_FACTOR);
  }

  #readSnapshots(child: ChildProcess): void {
    const pipe = readablePipe(child, SNAPSHOT_PIPE);
    const reader = new NutReader({
      stream: () => undefined,
      frame: ({ data }) => this.#report(data.length > MAX_SNAPSHOT_BYTES ? undefined : data),
    });
    pipe?.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        pipe.destroy();
        this.#handleEnd(child, reasonOf(error));
        signalChild(child, 'SIGKILL');
      }
    });
    pipe?.on('error', () => pipe.destroy());
  }

  #report(snapshot?: Uint8Array): void {
    if (!this.#isMoving || this.#isClosed) return;
    this.#isMoving = false;
    this.#options.handleMotion(snapshot);
  }

  /** Returns what is left of the bytes: a part of the next picture. */
  #handlePictures(bytes: Buffer): Buffer {
    const { clock } = this.#options;
    let at = 0;
    for (; at + GRID_BYTES <= bytes.length; at += GRID_BYTES) {
      const picture = bytes.subarray(at, at + GRID_BYTES);
      if (this.#detector.handlePicture(picture, clock.monotonic())) this.#isMoving = true;
    }
    return bytes.subarray(at);
  }

  #watch(child: ChildProcess, silenceMs: number): void {
    this.#stopTimer?.();
    if (this.#isClosed) return;
    this.#stopTimer = this.#options.clock.schedule(silenceMs, () => signalChild(child, 'SIGKILL'));
  }

  #handleEnd(child: ChildProcess, reason: string): void {
    if (this.#isClosed || this.#child !== child) return;
    this.#child = undefined;
    this.#stopTimer?.();
    this.#report();
    const { name, logger, timing, clock } = this.#options;
    const delayMs = backOffMs(cameraBackOff(timing), this.#failures, Math.random());
    this.#failures += 1;
    logger[this.#failures > 1 ? 'debug' : 'warn']('motion.interrupted', { camera: name, reason, delayMs });
    this.#stopTimer = clock.schedule(delayMs, () => this.#start());
  }
}
