/** @module One run of ffmpeg: reads its tracks from pipes and its errors from stderr, and reports its end once. */
import type { ChildProcess } from 'node:child_process';
import { reasonOf } from '../../log/reason-of.ts';
import { signalChild } from '../../process/signal-child.ts';
import { isMissingProgram, spawnProgram } from '../../process/spawn-program.ts';
import type { MediaCodec } from '../media-source.ts';
import { readablePipe, writeScript } from './child-pipes.ts';
import type { NutStreamHeader } from './nut-header.ts';
import { NutReader, type NutFrame } from './nut-reader.ts';
import { PIPE } from './output-arguments.ts';
import { readLines } from './stderr-lines.ts';

/** A track of a run. */
export type TrackKind = MediaCodec['kind'];

/** How a run that was not stopped has ended. */
export type ProcessEnd = 'missing' | 'ended' | 'failed' | 'silent' | 'unreadable';

/** Callbacks of a run; none is called after `ended` or after it was stopped. */
export interface ProcessOutput {
  header(kind: TrackKind, header: NutStreamHeader): void;
  frame(kind: TrackKind, frame: NutFrame): void;
  complaint(line: string): void;
  ended(end: ProcessEnd): void;
}

/** Options of {@link FfmpegProcess}. */
export interface FfmpegProcessOptions {
  readonly ffmpegPath: string;
  readonly args: readonly string[];
  /** What ffmpeg reads from stdin. */
  readonly script?: string;
  readonly kinds: readonly TrackKind[];
  /** Longest time without data, in milliseconds. */
  readonly silenceMs: number;
  readonly output: ProcessOutput;
}

/** How long ffmpeg may take to end its camera session before it is killed, in milliseconds. */
const SHUTDOWN_MS = 2_000;

/** How many times longer a run may be silent at its start, while it connects and analyzes the stream. */
const START_FACTOR = 2;

/** One process. If the device is killed, the pipes break and ffmpeg ends at its next frame. */
export class FfmpegProcess {
  readonly #options: FfmpegProcessOptions;
  readonly #child: ChildProcess;
  #watchdog: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: FfmpegProcessOptions) {
    this.#options = options;
    const { ffmpegPath, args, script, kinds, output, silenceMs } = options;
    const stdin = script === undefined ? 'ignore' : 'pipe';
    this.#child = spawnProgram(ffmpegPath, args, { stdio: [stdin, 'pipe', 'pipe', 'pipe'] });
    if (script !== undefined) writeScript(this.#child, script);
    this.#child.once('error', (error) => this.#handleError(error));
    this.#child.once('close', (code) => this.#end(code === 0 ? 'ended' : 'failed'));
    for (const kind of kinds) this.#read(kind);
    const stderr = readablePipe(this.#child, 2);
    if (stderr !== undefined)
      readLines(stderr, (line) => {
        if (!this.#isOver) output.complaint(line);
      });
    this.#watch(silenceMs * START_FACTOR);
  }

  /** Ends the process without further callbacks. Idempotent. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#watchdog);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    signalChild(this.#child, 'SIGTERM');
    const timer = setTimeout(() => signalChild(this.#child, 'SIGKILL'), SHUTDOWN_MS);
    this.#child.once('close', () => clearTimeout(timer));
  }

  #handleError(error: Error): void {
    if (isMissingProgram(error)) return this.#end('missing');
    // The system cannot start programs at the moment, for example because of too many open files.
    if (!this.#isOver) this.#options.output.complaint(error.message);
    return this.#end('failed');
  }

  #read(kind: TrackKind): void {
    const pipe = readablePipe(this.#child, PIPE[kind]);
    if (pipe === undefined) return;
    const { output, silenceMs, kinds } = this.#options;
    const reader = new NutReader({
      stream: (header) => {
        if (!this.#isOver) output.header(kind, header);
      },
      frame: (frame) => {
        if (!this.#isOver) output.frame(kind, frame);
      },
    });
    pipe.on('data', (chunk: Buffer) => {
      if (this.#isOver) return;
      // A camera whose video has stopped has failed, even if its audio continues.
      if (kind === kinds[0]) this.#watch(silenceMs);
      try {
        reader.push(chunk);
      } catch (error) {
        output.complaint(reasonOf(error));
        this.#end('unreadable');
      }
    });
    // The pipe breaks when the program ends, which is reported separately.
    pipe.on('error', () => pipe.destroy());
  }

  #watch(durationMs: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#end('silent'), durationMs);
  }

  #end(end: ProcessEnd): void {
    if (this.#isOver) return;
    this.stop();
    this.#options.output.ended(end);
  }
}
