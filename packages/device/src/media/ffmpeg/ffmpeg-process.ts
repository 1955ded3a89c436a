/** @module One run of ffmpeg: its tracks read from its pipes, its complaints from its stderr, its end told once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { hasErrorCode } from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import { signalChild } from '../../process/signal-child.ts';
import type { MediaCodec } from '../media-source.ts';
import { readablePipe } from './child-pipes.ts';
import type { NutStreamHeader } from './nut-header.ts';
import { NutReader, type NutFrame } from './nut-reader.ts';
import { PIPE } from './output-arguments.ts';
import { readLines } from './stderr-lines.ts';

/** A track of a run. */
export type TrackKind = MediaCodec['kind'];

/** How a run ended by itself. */
export type ProcessEnd = 'missing' | 'ended' | 'failed' | 'silent' | 'unreadable';

/** What a run tells; nothing more after `ended`, nor after it was stopped. */
export interface ProcessOutput {
  header(kind: TrackKind, header: NutStreamHeader): void;
  frame(kind: TrackKind, frame: NutFrame): void;
  complaint(line: string): void;
  ended(end: ProcessEnd): void;
}

/** What a run needs. */
export interface FfmpegProcessOptions {
  readonly ffmpegPath: string;
  readonly args: readonly string[];
  readonly kinds: readonly TrackKind[];
  /** How long nothing may come, in milliseconds. */
  readonly silenceMs: number;
  readonly output: ProcessOutput;
}

/** How long ffmpeg may take to say goodbye to the camera before it is killed, in milliseconds. */
const GOODBYE_MS = 2_000;

/** How much longer than later a run may be silent at its start: it connects, and looks what comes. */
const START_FACTOR = 2;

/** One process. Should the device die, its pipes break, and ffmpeg ends at its next frame. */
export class FfmpegProcess {
  readonly #options: FfmpegProcessOptions;
  readonly #child: ChildProcess;
  #watchdog: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: FfmpegProcessOptions) {
    this.#options = options;
    const { ffmpegPath, args, kinds, output, silenceMs } = options;
    this.#child = spawn(ffmpegPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
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

  /** Ends the process, and tells nothing more; again does nothing. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#watchdog);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    signalChild(this.#child, 'SIGTERM');
    const timer = setTimeout(() => signalChild(this.#child, 'SIGKILL'), GOODBYE_MS);
    this.#child.once('close', () => clearTimeout(timer));
  }

  #handleError(error: Error): void {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'EACCES')) return this.#end('missing');
    // The machine starts no more programs for now, as with too many open files.
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
      // A camera whose picture stands is dead, even if its sound goes on.
      if (kind === kinds[0]) this.#watch(silenceMs);
      try {
        reader.push(chunk);
      } catch (error) {
        output.complaint(reasonOf(error));
        this.#end('unreadable');
      }
    });
    // The pipe breaks with the program; its end is told by the program.
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
