/** @module One run of ffmpeg for a camera: frames on one timeline, the tracks' problems, and the reason of the run's end. */
import type { Clock, Logger } from '@longwire/protocol';
import type { MediaFrame } from '../media-source.ts';
import { ENDED_STREAM, explainFailure, NO_FFMPEG, SILENT_CAMERA } from './explain-failure.ts';
import { isFirstPacketWarning, looksTooShort } from './failure-cause.ts';
import { FfmpegProcess, type ProcessEnd, type TrackKind } from './ffmpeg-process.ts';
import { FrameConverter, type TrackProblem } from './frame-converter.ts';
import type { NutFrame } from './nut-reader.ts';
import type { RunPlan } from './output-arguments.ts';
import { RunTimeline } from './run-timeline.ts';
import { LastLines } from './stderr-lines.ts';

/** The end of a run. */
export interface RunEnd {
  /** The reason, as a sentence for users. */
  readonly message: string;
  /** Whether the camera needs a longer analysis of its input. */
  readonly isTooShort: boolean;
  readonly lastedMs: number;
}

/** Options of {@link FfmpegRun}. */
export interface FfmpegRunOptions {
  /** The camera's name in log lines. */
  readonly name: string;
  readonly ffmpegPath: string;
  readonly args: readonly string[];
  /** What ffmpeg reads from stdin. */
  readonly script?: string;
  readonly plan: RunPlan;
  readonly silenceMs: number;
  /** Tracks whose frames are skipped. */
  readonly refused: ReadonlySet<TrackKind>;
  /** Removes secrets from ffmpeg's output. */
  readonly redact: (text: string) => string;
  /** The level of ffmpeg's own messages. */
  readonly level: 'debug' | 'info';
  readonly logger: Logger;
  readonly clock: Clock;
  readonly handleFrame: (kind: TrackKind, frame: MediaFrame) => void;
  readonly handleProblem: (kind: TrackKind, problem: TrackProblem) => void;
  readonly handleEnd: (end: RunEnd) => void;
}

/** Runs from its creation until it ends or is stopped. */
export class FfmpegRun {
  /** The tracks that have sent a frame. */
  readonly flowing: Set<TrackKind> = new Set();
  readonly #options: FfmpegRunOptions;
  readonly #process: FfmpegProcess;
  readonly #converters: ReadonlyMap<TrackKind, FrameConverter>;
  readonly #timeline: RunTimeline;
  readonly #startedMs: number;
  readonly #complaints = new LastLines();
  #isTooShort = false;

  constructor(options: FfmpegRunOptions) {
    const { ffmpegPath, args, script, plan, silenceMs, clock } = options;
    this.#options = options;
    const kinds = (['video', 'audio'] as const).filter((kind) => plan[kind] !== undefined);
    this.#converters = new Map(
      kinds.flatMap((kind) => {
        const codec = plan[kind]?.codec;
        return codec === undefined ? [] : [[kind, new FrameConverter(codec)] as const];
      }),
    );
    this.#process = new FfmpegProcess({
      ffmpegPath,
      args,
      ...(script === undefined ? {} : { script }),
      kinds,
      silenceMs,
      output: {
        header: (kind, header) => {
          const problem = this.#converters.get(kind)?.handleHeader(header);
          if (problem !== undefined) options.handleProblem(kind, problem);
        },
        frame: (kind, frame) => this.#handleFrame(kind, frame),
        complaint: (line) => this.#handleComplaint(line),
        ended: (end) => this.#handleEnd(end),
      },
    });
    this.#startedMs = clock.monotonic();
    this.#timeline = new RunTimeline(() => clock.monotonic());
  }

  /** Stops the process; the run does not report this end. */
  stop(): void {
    this.#process.stop();
  }

  #handleFrame(kind: TrackKind, frame: NutFrame): void {
    const { refused, handleFrame, handleProblem } = this.#options;
    if (refused.has(kind)) return;
    const converted = this.#converters.get(kind)?.convert(frame) ?? [];
    if (converted === 'reordered') return handleProblem(kind, converted);
    for (const each of converted)
      handleFrame(kind, { ...each, timeMs: this.#timeline.toSteady(each.timeMs, kind) });
  }

  #handleComplaint(line: string): void {
    if (isFirstPacketWarning(line)) return;
    const { name, level, redact, logger } = this.#options;
    if (looksTooShort([line])) this.#isTooShort = true;
    if (this.#complaints.add(line))
      logger[level]('camera.ffmpeg-warned', { camera: name, line: redact(line) });
  }

  #handleEnd(end: ProcessEnd): void {
    this.#options.handleEnd({
      message: messageOf(end, this.#complaints.lines),
      isTooShort: this.#isTooShort,
      lastedMs: this.#options.clock.monotonic() - this.#startedMs,
    });
  }
}

function messageOf(end: ProcessEnd, complaints: readonly string[]): string {
  if (end === 'missing') return NO_FFMPEG;
  if (end === 'silent') return SILENT_CAMERA;
  return end === 'ended' && complaints.length === 0 ? ENDED_STREAM : explainFailure(complaints);
}
