/** @module One run of ffmpeg: reads streams from pipes and errors from stderr, and reports its end once, with the reason. */
import type { ChildProcess } from 'node:child_process';
import { reasonOf } from '../../log/reason-of.ts';
import { signalChild } from '../../process/signal-child.ts';
import { isMissingProgram, spawnProgram } from '../../process/spawn-program.ts';
import { readablePipe, writeScript } from './child-pipes.ts';
import { ENDED_STREAM, explainFailure, NO_FFMPEG, SILENT_CAMERA } from './explain-failure.ts';
import { isFirstPacketWarning, looksTooShort } from './failure-cause.ts';
import { NutReader, type NutOutput } from './nut-reader.ts';
import { LastLines, readLines } from './stderr-lines.ts';

/** One pipe of a run, which carries one stream in NUT. */
export interface ProcessPipe extends NutOutput {
  /** Its file descriptor in ffmpeg. */
  readonly fd: number;
}

/** The end of a run that was not stopped. */
export interface ProcessEnd {
  /** The reason, as a sentence for users. */
  readonly message: string;
  /** Whether the camera needs a longer analysis of its input. */
  readonly isTooShort: boolean;
}

/** Options of {@link FfmpegProcess}. */
export interface FfmpegProcessOptions {
  readonly ffmpegPath: string;
  readonly args: readonly string[];
  /** What ffmpeg reads from stdin. */
  readonly script?: string;
  /** Nothing is read after the end of the run or after it was stopped. */
  readonly pipes: readonly ProcessPipe[];
  /** Longest time without data in the first pipe, in milliseconds. */
  readonly silenceMs: number;
  /** Called with ffmpeg's first messages, for a log. */
  readonly handleComplaint: (line: string) => void;
  /** Not called for a run that was stopped. */
  readonly handleEnd: (end: ProcessEnd) => void;
}

type EndCause = 'missing' | 'ended' | 'failed' | 'silent' | 'unreadable';

/** How long ffmpeg may take to end its camera session before it is killed, in milliseconds. */
const SHUTDOWN_MS = 2_000;

/** How many times longer a run may be silent at its start, while it connects and analyzes the stream. */
const START_FACTOR = 2;

/** One process. If the device is killed, the pipes break and ffmpeg ends at its next frame. */
export class FfmpegProcess {
  readonly #options: FfmpegProcessOptions;
  readonly #child: ChildProcess;
  readonly #complaints = new LastLines();
  #watchdog: NodeJS.Timeout | undefined;
  #isTooShort = false;
  #isOver = false;

  constructor(options: FfmpegProcessOptions) {
    this.#options = options;
    const { ffmpegPath, args, script, pipes, silenceMs } = options;
    const stdin = script === undefined ? 'ignore' : 'pipe';
    this.#child = spawnProgram(ffmpegPath, args, { stdio: [stdin, 'pipe', 'pipe', 'pipe'] });
    if (script !== undefined) writeScript(this.#child, script);
    this.#child.once('error', (error) => this.#handleError(error));
    this.#child.once('close', (code) => this.#end(code === 0 ? 'ended' : 'failed'));
    for (const pipe of pipes) this.#read(pipe);
    const stderr = readablePipe(this.#child, 2);
    if (stderr !== undefined) readLines(stderr, (line) => this.#handleComplaint(line));
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
    this.#handleComplaint(error.message);
    return this.#end('failed');
  }

  #handleComplaint(line: string): void {
    if (this.#isOver || isFirstPacketWarning(line)) return;
    if (looksTooShort([line])) this.#isTooShort = true;
    if (this.#complaints.add(line)) this.#options.handleComplaint(line);
  }

  #read(output: ProcessPipe): void {
    const pipe = readablePipe(this.#child, output.fd);
    if (pipe === undefined) return;
    const { silenceMs, pipes } = this.#options;
    const reader = new NutReader({
      stream: (header) => {
        if (!this.#isOver) output.stream(header);
      },
      frame: (frame) => {
        if (!this.#isOver) output.frame(frame);
      },
    });
    pipe.on('data', (chunk: Buffer) => {
      if (this.#isOver) return;
      // A camera whose video has stopped has failed, even if its audio continues.
      if (output === pipes[0]) this.#watch(silenceMs);
      try {
        reader.push(chunk);
      } catch (error) {
        this.#handleComplaint(reasonOf(error));
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

  #end(cause: EndCause): void {
    if (this.#isOver) return;
    this.stop();
    const message = messageOf(cause, this.#complaints.lines);
    this.#options.handleEnd({ message, isTooShort: this.#isTooShort });
  }
}

function messageOf(cause: EndCause, complaints: readonly string[]): string {
  if (cause === 'missing') return NO_FFMPEG;
  if (cause === 'silent') return SILENT_CAMERA;
  return cause === 'ended' && complaints.length === 0 ? ENDED_STREAM : explainFailure(complaints);
}
