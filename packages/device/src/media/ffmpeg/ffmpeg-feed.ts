/** @module The frames of one camera from one ffmpeg process, which runs while any track has viewers and restarts when it fails. */
import { backOffMs, type Clock, type Logger } from '@longwire/protocol';
import { systemClock } from '../../time/system-clock.ts';
import type { FrameProducer, ProducerOutput } from '../frame-producer.ts';
import { KeyframeGroup } from '../keyframe-group.ts';
import type { MediaFrame } from '../media-source.ts';
import { ENDED_STREAM, explainFailure, NO_FFMPEG, SILENT_CAMERA } from './explain-failure.ts';
import { isFirstPacketWarning, looksTooShort } from './failure-cause.ts';
import { FfmpegProcess, type ProcessEnd, type TrackKind } from './ffmpeg-process.ts';
import { FrameConverter, type TrackProblem } from './frame-converter.ts';
import type { InputCare } from './input-arguments.ts';
import type { NutFrame } from './nut-reader.ts';
import { outputArguments, QUIET, type RunPlan } from './output-arguments.ts';
import { cameraBackOff, type CameraTiming } from './restart-policy.ts';
import { RunTimeline } from './run-timeline.ts';

/** Options of {@link FfmpegFeed}. */
export interface FfmpegFeedOptions {
  /** The camera's name in log lines. */
  readonly name: string;
  readonly ffmpegPath: string;
  readonly plan: RunPlan;
  /** The arguments up to and including the input. */
  readonly inputArguments: (care: InputCare) => readonly string[];
  /** Removes secrets from ffmpeg's output. */
  readonly redact: (text: string) => string;
  /** Called when a track differs from the plan. */
  readonly handleProblem: (kind: TrackKind, problem: TrackProblem) => void;
  readonly logger: Logger;
  readonly timing: CameraTiming;
  /** Whether the process runs without viewers too, once {@link FfmpegFeed.prepare} was called. */
  readonly keepWarm?: boolean;
  readonly clock?: Clock;
}

/** Most error lines stored to explain the end of a run. */
const MAX_ERROR_LINES = 40;

/** The smallest step between two frames of a track, in milliseconds. */
const MIN_STEP_MS = 0.1;

/** For a camera whose settings were changed while it ran. */
const CHANGED = 'The camera has changed what it sends. Trying again.';

/** For frames in an order that browsers cannot show. */
export const REORDERED =
  'The camera sends B frames, which browsers cannot show live. Switch them off in the camera, or set transcode.';

interface Run {
  readonly process: FfmpegProcess;
  readonly timeline: RunTimeline;
  readonly converters: ReadonlyMap<TrackKind, FrameConverter>;
  readonly complaints: string[];
  readonly flowing: Set<TrackKind>;
  readonly startedMs: number;
  /** Set while the process runs without viewers. */
  cancelGrace: (() => void) | undefined;
}

type FeedState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly run: Run }
  | { readonly kind: 'waiting'; readonly cancel: () => void }
  | { readonly kind: 'closed' };

/** Runs ffmpeg for the tracks of one plan. */
export class FfmpegFeed {
  readonly #options: FfmpegFeedOptions;
  readonly #clock: Clock;
  readonly #outputs = new Map<TrackKind, ProducerOutput>();
  /** The frames for a viewer who joins while the process runs without viewers. */
  readonly #group = new KeyframeGroup();
  readonly #newestMs = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
  readonly #refused = new Set<TrackKind>();
  #state: FeedState = { kind: 'idle' };
  #failures = 0;
  #failure: string | undefined;
  #care: InputCare = 'quick';

  constructor(options: FfmpegFeedOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The producer of one of the plan's tracks; undefined if the plan has none of this kind. */
  producer(kind: TrackKind): FrameProducer | undefined {
    const codec = this.#options.plan[kind]?.codec;
    return codec === undefined ? undefined : { codec, start: (output) => this.#attach(kind, output) };
  }

  /** Starts the process for a viewer who is likely to come; it ends if none comes in time, unless it is kept warm. */
  prepare(): void {
    const { plan } = this.#options;
    if (plan.video === undefined && plan.audio === undefined) return;
    if (this.#state.kind === 'idle') this.#start();
    if (this.#state.kind === 'running' && this.#outputs.size === 0)
      this.#endLater(this.#state.run, this.#options.timing.preparedMs);
  }

  /** Ends the feed permanently. */
  close(): void {
    this.#endRun();
    this.#state = { kind: 'closed' };
  }

  /** Ends the current run or retry timer. */
  #endRun(): void {
    if (this.#state.kind === 'running') {
      this.#state.run.cancelGrace?.();
      this.#state.run.process.stop();
      this.#options.logger.debug('camera.stopped', { camera: this.#options.name });
    }
    if (this.#state.kind === 'waiting') this.#state.cancel();
    this.#group.clear();
    this.#state = { kind: 'idle' };
  }

  #attach(kind: TrackKind, output: ProducerOutput): () => void {
    this.#outputs.set(kind, output);
    const state = this.#state;
    if (this.#refused.has(kind)) output.failing(REORDERED);
    else if (this.#failure !== undefined) output.failing(this.#failure);
    if (state.kind === 'idle') this.#start();
    if (state.kind === 'running') {
      state.run.cancelGrace?.();
      state.run.cancelGrace = undefined;
      if (kind === 'video') for (const frame of this.#group.frames) output.frame(frame);
    }
    return () => this.#detach(kind, output);
  }

  #detach(kind: TrackKind, output: ProducerOutput): void {
    if (this.#outputs.get(kind) !== output) return;
    this.#outputs.delete(kind);
    if (this.#outputs.size > 0) return;
    if (this.#state.kind === 'running') this.#endLater(this.#state.run, this.#options.timing.graceMs);
  }

  #endLater(run: Run, delayMs: number): void {
    if (this.#options.keepWarm === true) return;
    run.cancelGrace?.();
    run.cancelGrace = this.#clock.schedule(delayMs, () => this.#endRun());
  }

  /** Whether the process should run. */
  get #isNeeded(): boolean {
    return this.#outputs.size > 0 || this.#options.keepWarm === true;
  }

  #start(): void {
    const { name, ffmpegPath, plan, inputArguments, logger, timing, redact } = this.#options;
    const kinds = (['video', 'audio'] as const).filter((kind) => plan[kind] !== undefined);
    const complaints: string[] = [];
    const process = new FfmpegProcess({
      ffmpegPath,
      args: [...QUIET, ...inputArguments(this.#care), ...outputArguments(plan)],
      kinds,
      silenceMs: timing.silenceMs,
      output: {
        header: (kind, header) => {
          const problem = converters.get(kind)?.handleHeader(header);
          if (problem !== undefined) this.#handleProblem(kind, problem);
        },
        frame: (kind, frame) => this.#handleFrame(kind, frame),
        complaint: (line) => {
          if (isFirstPacketWarning(line)) return;
          if (complaints.length < MAX_ERROR_LINES) complaints.push(line);
          // A camera that is off for a week causes the same message again and again.
          logger[this.#failures > 1 ? 'debug' : 'info']('camera.ffmpeg-warned', {
            camera: name,
            line: redact(line),
          });
        },
        ended: (end) => this.#handleEnd(end, complaints),
      },
    });
    const converters = new Map(
      kinds.flatMap((kind) => {
        const codec = plan[kind]?.codec;
        return codec === undefined ? [] : [[kind, new FrameConverter(codec)] as const];
      }),
    );
    logger.debug('camera.started', { camera: name });
    const startedMs = this.#clock.monotonic();
    const timeline = new RunTimeline(() => this.#clock.monotonic());
    const run = { process, timeline, converters, complaints, startedMs, flowing: new Set<TrackKind>() };
    this.#state = { kind: 'running', run: { ...run, cancelGrace: undefined } };
  }

  #handleFrame(kind: TrackKind, frame: NutFrame): void {
    if (this.#state.kind !== 'running' || this.#refused.has(kind)) return;
    const { run } = this.#state;
    const converted = run.converters.get(kind)?.convert(frame) ?? [];
    if (converted === 'reordered') {
      this.#handleProblem(kind, converted);
      return;
    }
    for (const each of converted) this.#emit(kind, run, each);
  }

  #emit(kind: TrackKind, run: Run, frame: MediaFrame): void {
    const timeMs = Math.max(run.timeline.toSteady(frame.timeMs, kind), this.#newestMs[kind] + MIN_STEP_MS);
    this.#newestMs[kind] = timeMs;
    const output = this.#outputs.get(kind);
    if (!run.flowing.has(kind)) {
      run.flowing.add(kind);
      if (this.#failure !== undefined)
        this.#options.logger.info('camera.recovered', { camera: this.#options.name });
      this.#failure = undefined;
      output?.ok();
    }
    const placed = { ...frame, timeMs };
    if (kind === 'video') this.#group.add(placed);
    output?.frame(placed);
  }

  #handleProblem(kind: TrackKind, problem: TrackProblem): void {
    this.#options.logger.warn('camera.track-rejected', { camera: this.#options.name, kind, problem });
    if (problem === 'reordered') {
      this.#refused.add(kind);
      this.#group.clear();
      this.#outputs.get(kind)?.failing(REORDERED);
    } else {
      this.#endRun();
      this.#fail(CHANGED);
    }
    this.#options.handleProblem(kind, problem);
  }

  #handleEnd(end: ProcessEnd, complaints: readonly string[]): void {
    if (this.#state.kind !== 'running') return;
    const { run } = this.#state;
    const { timing } = this.#options;
    const lastedMs = this.#clock.monotonic() - run.startedMs;
    if (run.flowing.size > 0 && lastedMs > timing.steadyMs) this.#failures = 0;
    if (looksTooShort(complaints)) this.#care = 'careful';
    this.#endRun();
    this.#fail(sentenceFor(end, complaints));
  }

  /** Reports the failure and retries after a delay if the process is needed then. A returning viewer does not shorten the delay, or it could cause endless retries. */
  #fail(message: string): void {
    const { name, logger, timing } = this.#options;
    const level = this.#failure === message ? 'debug' : 'warn';
    this.#failures += 1;
    this.#failure = message;
    for (const [kind, output] of this.#outputs) if (!this.#refused.has(kind)) output.failing(message);
    const delayMs = backOffMs(cameraBackOff(timing), this.#failures, Math.random());
    if (this.#isNeeded) logger[level]('camera.failed', { camera: name, message, retryMs: delayMs });
    this.#state = { kind: 'waiting', cancel: this.#clock.schedule(delayMs, () => this.#retry()) };
  }

  #retry(): void {
    if (this.#isNeeded) this.#start();
    else this.#state = { kind: 'idle' };
  }
}

function sentenceFor(end: ProcessEnd, complaints: readonly string[]): string {
  if (end === 'missing') return NO_FFMPEG;
  if (end === 'silent') return SILENT_CAMERA;
  return end === 'ended' && complaints.length === 0 ? ENDED_STREAM : explainFailure(complaints);
}
