/** @module The frames of one camera from one ffmpeg process, which runs while any track has viewers and restarts when it fails. */
import { given, type Clock, type Logger } from '@longwire/protocol';
import { systemClock } from '../../time/system-clock.ts';
import type { FrameProducer, ProducerOutput } from '../frame-producer.ts';
import { KeyframeGroup } from '../keyframe-group.ts';
import type { MediaFrame } from '../media-source.ts';
import type { ProcessEnd } from './ffmpeg-process.ts';
import { FfmpegRun } from './ffmpeg-run.ts';
import type { TrackProblem } from './frame-converter.ts';
import type { InputCare } from './input-arguments.ts';
import type { InputOpening } from './open-input.ts';
import { outputArguments, QUIET, type RunPlan, type TrackKind } from './output-arguments.ts';
import { RestartPolicy, type CameraTiming } from './restart-policy.ts';

/** Options of {@link FfmpegFeed}. */
export interface FfmpegFeedOptions {
  /** The camera's name in log lines. */
  readonly name: string;
  readonly ffmpegPath: string;
  readonly plan: RunPlan;
  readonly openInput: (care: InputCare) => InputOpening;
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

/** The smallest step between two frames of a track, in milliseconds. */
const MIN_STEP_MS = 0.1;

/** For a camera whose settings were changed while it ran. */
const CHANGED = 'The camera has changed what it sends. Trying again.';

/** For frames in an order that browsers cannot show. */
export const REORDERED =
  'The camera sends B frames, which browsers cannot show live. Switch them off in the camera, or set transcode.';

type FeedState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly run: FfmpegRun;
      /** Set while the process runs without viewers. */
      cancelGrace: (() => void) | undefined;
    }
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
  readonly #restarts: RestartPolicy;
  #state: FeedState = { kind: 'idle' };
  #failure: string | undefined;

  constructor(options: FfmpegFeedOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#restarts = new RestartPolicy(options.timing, this.#clock);
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
      this.#endLater(this.#state, this.#options.timing.preparedMs);
  }

  /** Ends the feed permanently. */
  close(): void {
    this.#endRun();
    this.#state = { kind: 'closed' };
  }

  /** Ends the current run or retry timer. */
  #endRun(): void {
    if (this.#state.kind === 'running') {
      this.#state.cancelGrace?.();
      this.#state.run.stop();
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
      state.cancelGrace?.();
      state.cancelGrace = undefined;
      if (kind === 'video') for (const frame of this.#group.frames) output.frame(frame);
    }
    return () => this.#detach(kind, output);
  }

  #detach(kind: TrackKind, output: ProducerOutput): void {
    if (this.#outputs.get(kind) !== output) return;
    this.#outputs.delete(kind);
    if (this.#outputs.size > 0) return;
    if (this.#state.kind === 'running') this.#endLater(this.#state, this.#options.timing.graceMs);
  }

  #endLater(running: Extract<FeedState, { kind: 'running' }>, delayMs: number): void {
    if (this.#options.keepWarm === true) return;
    running.cancelGrace?.();
    running.cancelGrace = this.#clock.schedule(delayMs, () => this.#endRun());
  }

  /** Whether the process should run. */
  get #isNeeded(): boolean {
    return this.#outputs.size > 0 || this.#options.keepWarm === true;
  }

  #start(): void {
    const { name, ffmpegPath, plan, openInput, logger, timing, redact } = this.#options;
    const { args, script } = openInput(this.#restarts.care);
    this.#restarts.handleStart();
    const run = new FfmpegRun({
      name,
      ffmpegPath,
      args: [...QUIET, ...args, ...outputArguments(plan)],
      ...given({ script }),
      plan,
      silenceMs: timing.silenceMs,
      refused: this.#refused,
      redact,
      level: this.#restarts.isRepeated ? 'debug' : 'info',
      logger,
      clock: this.#clock,
      handleFrame: (kind, frame) => this.#handleFrame(kind, frame),
      handleProblem: (kind, problem) => this.#handleProblem(kind, problem),
      handleEnd: (end) => this.#handleEnd(end),
    });
    logger.debug('camera.started', { camera: name });
    this.#state = { kind: 'running', run, cancelGrace: undefined };
  }

  #handleFrame(kind: TrackKind, frame: MediaFrame): void {
    if (this.#state.kind !== 'running') return;
    const { flowing } = this.#state.run;
    const timeMs = Math.max(frame.timeMs, this.#newestMs[kind] + MIN_STEP_MS);
    this.#newestMs[kind] = timeMs;
    const output = this.#outputs.get(kind);
    if (!flowing.has(kind)) {
      flowing.add(kind);
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

  #handleEnd(end: ProcessEnd): void {
    if (this.#state.kind !== 'running') return;
    this.#restarts.handleEnd(end, this.#state.run.flowing.size > 0);
    this.#endRun();
    this.#fail(end.message);
  }

  /** Reports the failure and retries after a delay if the process is needed then. A returning viewer does not shorten the delay, or it could cause endless retries. */
  #fail(message: string): void {
    const { name, logger } = this.#options;
    const level = this.#failure === message ? 'debug' : 'warn';
    this.#failure = message;
    for (const [kind, output] of this.#outputs) if (!this.#refused.has(kind)) output.failing(message);
    const delayMs = this.#restarts.countFailure();
    if (this.#isNeeded) logger[level]('camera.failed', { camera: name, message, retryMs: delayMs });
    this.#state = { kind: 'waiting', cancel: this.#clock.schedule(delayMs, () => this.#retry()) };
  }

  #retry(): void {
    if (this.#isNeeded) this.#start();
    else this.#state = { kind: 'idle' };
  }
}
