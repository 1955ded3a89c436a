/** @module One run of ffmpeg for a camera: frames on one timeline, and the tracks' problems. */
import { given, type Clock, type Logger } from '@longwire/protocol';
import type { MediaFrame } from '../media-source.ts';
import { FfmpegProcess, type ProcessEnd } from './ffmpeg-process.ts';
import { FrameConverter, type TrackProblem } from './frame-converter.ts';
import type { NutFrame } from './nut-reader.ts';
import { PIPE, type RunPlan, type TrackKind } from './output-arguments.ts';
import { RunTimeline } from './run-timeline.ts';

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
  readonly handleEnd: (end: ProcessEnd) => void;
}

/** Runs from its creation until it ends or is stopped. */
export class FfmpegRun {
  /** The tracks that have sent a frame. */
  readonly flowing: Set<TrackKind> = new Set();
  readonly #options: FfmpegRunOptions;
  readonly #process: FfmpegProcess;
  readonly #converters: ReadonlyMap<TrackKind, FrameConverter>;
  readonly #timeline: RunTimeline;

  constructor(options: FfmpegRunOptions) {
    const { name, ffmpegPath, args, script, plan, silenceMs, level, redact, logger, clock } = options;
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
      ...given({ script }),
      pipes: kinds.map((kind) => ({
        fd: PIPE[kind],
        stream: (header) => {
          const problem = this.#converters.get(kind)?.handleHeader(header);
          if (problem !== undefined) options.handleProblem(kind, problem);
        },
        frame: (frame) => this.#handleFrame(kind, frame),
      })),
      silenceMs,
      handleComplaint: (line) => logger[level]('camera.ffmpeg-warned', { camera: name, line: redact(line) }),
      handleEnd: options.handleEnd,
    });
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
}
