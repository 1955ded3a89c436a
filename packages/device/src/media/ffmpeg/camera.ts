/** @module A camera: offered as it was last probed, probed until it answers, then offered as it is. */
import { isDeepStrictEqual } from 'node:util';
import { backOffMs, given, type Logger } from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import type { MediaSource } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import { CameraTrack } from './camera-track.ts';
import { looksTooShort } from './failure-cause.ts';
import { FfmpegFeed, REORDERED } from './ffmpeg-feed.ts';
import type { TrackProblem } from './frame-converter.ts';
import type { FfmpegInput, InputCare } from './input-arguments.ts';
import { openInput } from './open-input.ts';
import type { RunPlan, TrackKind } from './output-arguments.ts';
import { encodedVideo, plannedAudio, plannedVideo, sizeOf, type EncodedVideo } from './output-plan.ts';
import type { ProbeFile } from './probe-file.ts';
import { probeInput, type ProbedStream } from './probe-input.ts';
import { inputRedactor } from './redact-address.ts';
import { cameraBackOff, type CameraTiming } from './restart-policy.ts';

/** Options of {@link Camera}. */
export interface CameraOptions {
  readonly name: string;
  readonly source: FfmpegInput;
  readonly tracks: readonly TrackKind[];
  /** `true`: H.264, or VP8 if the camera sends H.264. */
  readonly transcode: EncodedVideo | true | undefined;
  /** Whether the picture is encoded at a low rate in the camera's codec, for slow networks. */
  readonly isReduced?: boolean;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly logger: Logger;
  readonly timing: CameraTiming;
  /** Whether ffmpeg also runs without viewers. */
  readonly keepWarm?: boolean;
  /** Keeps the last probe. */
  readonly probeFile?: ProbeFile | undefined;
}

const NO_TRACK = { video: 'The camera sends no picture.', audio: 'The camera sends no sound.' } as const;
const NOT_PLAYABLE =
  'The camera sends a kind of video that no browser plays. Change it in the camera, or set transcode.';

/** One camera and its tracks. */
export class Camera {
  readonly #options: CameraOptions;
  readonly #tracks: ReadonlyMap<TrackKind, CameraTrack>;
  readonly #redact: (text: string) => string;
  readonly #closing = new AbortController();
  #feeds: readonly FfmpegFeed[] = [];
  #cancelRetry: (() => void) | undefined;
  #care: InputCare = 'quick';
  #unreached: string | undefined;
  /** The offered streams of an earlier run of the device, until a probe has compared them. */
  #unchecked: readonly ProbedStream[] | undefined;
  /** Whether a probe is running or scheduled. */
  #isDiscovering = false;
  #preparedMs = Number.NEGATIVE_INFINITY;

  constructor(options: CameraOptions) {
    this.#options = options;
    this.#redact = inputRedactor(options.source.input);
    this.#tracks = new Map(
      options.tracks.map((kind) => [
        kind,
        new CameraTrack(kind, {
          logger: options.logger,
          prepare: () => this.#prepare(),
          isCostly: options.isReduced === true,
        }),
      ]),
    );
  }

  get video(): MediaSource | undefined {
    return this.#tracks.get('video');
  }

  get audio(): MediaSource | undefined {
    return this.#tracks.get('audio');
  }

  /** Offers the stored streams, if any, and probes the camera until it answers. */
  open(): void {
    if (this.#isDiscovering) return;
    this.#isDiscovering = true;
    void this.#offerStored().then(() => this.#discover(1));
  }

  /** Offers tracks whose codecs need no probe. */
  openAs(plan: RunPlan): void {
    const feed = this.#createFeed(plan);
    this.#feeds = [feed];
    for (const [kind, track] of this.#tracks) track.setVariants(this.#sources([feed], kind));
  }

  close(): void {
    this.#closing.abort();
    this.#cancelRetry?.();
    for (const feed of this.#feeds) feed.close();
  }

  async #offerStored(): Promise<void> {
    if (this.#feeds.length > 0) return;
    this.#unchecked = await this.#options.probeFile?.read();
    if (this.#unchecked !== undefined && !this.#closing.signal.aborted) this.#offer(this.#unchecked);
  }

  async #discover(attempt: number): Promise<void> {
    const { name, source, ffprobePath, timing, logger } = this.#options;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const result = await probeInput({ source, ffprobePath, care: this.#care, signal });
    if (signal.aborted) return;
    if (result.kind === 'found') {
      const isOffered = this.#unreached === undefined && isDeepStrictEqual(result.streams, this.#unchecked);
      this.#unreached = undefined;
      this.#unchecked = undefined;
      if (isOffered) logger.debug('camera.unchanged', { camera: name });
      else {
        this.#offer(result.streams);
        await this.#store(result.answer);
      }
      this.#isDiscovering = false;
      return;
    }
    if (looksTooShort(result.complaints)) this.#care = 'careful';
    // A camera that is off for a week causes the same message again and again.
    const isNews = this.#unreached !== result.message;
    this.#unreached = result.message;
    for (const line of result.complaints)
      logger[isNews ? 'info' : 'debug']('camera.ffprobe-warned', { camera: name, line: this.#redact(line) });
    const retryMs = backOffMs(cameraBackOff(timing), attempt, Math.random());
    logger[isNews ? 'warn' : 'debug']('camera.probe-failed', {
      camera: name,
      message: result.message,
      retryMs,
    });
    for (const track of this.#tracks.values()) track.setFault(result.message);
    // The timer must not keep the process alive.
    const timer = setTimeout(() => void this.#discover(attempt + 1), retryMs).unref();
    this.#cancelRetry = () => clearTimeout(timer);
  }

  async #store(answer: string): Promise<void> {
    const { name, probeFile, logger } = this.#options;
    try {
      await probeFile?.write(answer);
    } catch (error) {
      logger.warn('camera.probe-unsaved', { camera: name, reason: reasonOf(error) });
    }
  }

  #offer(streams: readonly ProbedStream[]): void {
    const { name, logger } = this.#options;
    const wanted = streams.filter(({ kind }) => this.#tracks.has(kind));
    const video = wanted.find(({ kind }) => kind === 'video');
    const audio = wanted.find(({ kind }) => kind === 'audio');
    const copied = video === undefined ? undefined : plannedVideo(video, this.#options.isReduced);
    const audioPlan = audio === undefined ? undefined : plannedAudio(audio);
    logger.info('camera.found', { camera: name, video: video?.codec, audio: audio?.codec });
    const plan = given({ video: copied, audio: audioPlan });
    const main = this.#createFeed(plan, this.#options.keepWarm);
    const encoded = video === undefined ? undefined : this.#createEncodedFeed(copied?.codec.name);
    for (const feed of this.#feeds) feed.close();
    this.#feeds = [main, ...(encoded === undefined ? [] : [encoded])];
    for (const [kind, track] of this.#tracks) {
      if (kind === 'video' && video !== undefined) track.size = sizeOf(video, this.#options.isReduced);
      track.setVariants(this.#sources(this.#feeds, kind));
      if (track.codecs.length > 0) continue;
      if (kind === 'video' && video !== undefined) track.setFault(NOT_PLAYABLE);
      else track.setAbsent(NO_TRACK[kind]);
    }
    const isAwaited = performance.now() - this.#preparedMs < this.#options.timing.preparedMs;
    if (this.#options.keepWarm === true || isAwaited) main.prepare();
  }

  /** Starts the camera for a viewer who is likely to come: now, or as soon as it has answered. */
  #prepare(): void {
    this.#preparedMs = performance.now();
    this.#feeds[0]?.prepare();
  }

  /** A second process for viewers that cannot play the copied codec; undefined if transcoding is off. */
  #createEncodedFeed(copied: string | undefined): FfmpegFeed | undefined {
    const { name, logger } = this.#options;
    const transcode = this.#encodedAs(copied);
    if (transcode === undefined || transcode === copied) return undefined;
    const reason = 'transcoding uses about one CPU core while a viewer needs it';
    logger.warn('camera.transcode-enabled', { camera: name, codec: transcode, reason });
    return this.#createFeed({ video: encodedVideo(transcode) });
  }

  /** Nearly every browser supports H.264; those without it support VP8. */
  #encodedAs(copied: string | undefined): EncodedVideo | undefined {
    const { transcode } = this.#options;
    if (transcode !== true) return transcode;
    return copied === 'H264' ? 'VP8' : 'H264';
  }

  #createFeed(plan: RunPlan, keepWarm = false): FfmpegFeed {
    const { name, source, ffmpegPath, logger, timing } = this.#options;
    return new FfmpegFeed({
      name,
      ffmpegPath,
      plan,
      keepWarm,
      openInput: (care) =>
        openInput(ffmpegPath, source, {
          isPlayed: true,
          care: this.#care === 'careful' ? 'careful' : care,
        }),
      redact: this.#redact,
      handleProblem: (kind, problem) => this.#handleProblem(kind, problem),
      logger,
      timing,
    });
  }

  #sources(feeds: readonly FfmpegFeed[], kind: TrackKind): readonly MediaSource[] {
    const { logger } = this.#options;
    return feeds.flatMap((feed) => {
      const producer = feed.producer(kind);
      return producer === undefined ? [] : [new SharedSource(producer, { logger })];
    });
  }

  #handleProblem(kind: TrackKind, problem: TrackProblem): void {
    if (problem === 'other-codec') {
      this.open();
      return;
    }
    const transcode = this.#encodedAs('H264');
    const track = this.#tracks.get(kind);
    const [main] = this.#feeds;
    if (transcode === undefined || main === undefined) {
      track?.setFault(REORDERED);
      return;
    }
    const encoded = this.#feeds[1] ?? this.#createFeed({ video: encodedVideo(transcode) });
    this.#feeds = [main, encoded];
    track?.setVariants(this.#sources([encoded], kind));
  }
}
