/** @module Records what a tile shows: a replay buffer of the last seconds, and recordings from a start until they are saved. */

import { Emitter, Store } from '@longwire/protocol/base';
import { SegmentRecorder, type SegmentRecorderOptions, type RecordedTracks } from './segment-recorder.ts';
import { KEPT_MS, segmentsSince, sizeOf, type Segment } from './segment.ts';

/** What is recorded; `fromMs` is where the file will begin. */
export type RecordingState =
  | { readonly kind: 'off' }
  /** The replay buffer is kept in memory. */
  | { readonly kind: 'keeping' }
  | { readonly kind: 'recording'; readonly startedAtMs: number; readonly fromMs: number };

/** The result of saving. */
export type SaveOutcome = 'saved' | 'nothing' | 'failed';

/** Options of `TileRecorder`. */
export interface TileRecorderOptions extends Pick<SegmentRecorderOptions, 'clock' | 'begin'> {
  /** Joins segments into files. */
  readonly join: (segments: readonly Segment[], fromMs: number) => Promise<readonly Blob[]>;
  /** Hands a file to the person. */
  readonly save: (file: Blob) => void;
  readonly reportError: (error: unknown) => void;
}

/** A larger recording is saved and continues in another file, in bytes. Reason: a phone has to hold it twice while it is saved. */
export const MAX_FILE_BYTES: number = 192 * 1024 * 1024;

/** Records one tile. */
export class TileRecorder {
  readonly #options: TileRecorderOptions;
  readonly #events = new Emitter<{ broken: [Promise<SaveOutcome>] }>((_event, error) => this.#report(error));
  readonly #recorder: SegmentRecorder;
  readonly #state = new Store<RecordingState>({ kind: 'off' });
  #isKept = false;
  #tracks: RecordedTracks | undefined;
  #segments: readonly Segment[] = [];
  /** The start times of the requested files. */
  readonly #wants = new Set<{ readonly fromMs: number }>();

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** The current state. */
  readonly snapshot = this.#state.snapshot;

  constructor(options: TileRecorderOptions) {
    this.#options = options;
    this.#recorder = new SegmentRecorder({
      clock: options.clock,
      begin: options.begin,
      onSegment: (segment) => this.#handleSegment(segment),
      onError: (error) => this.#handleError(error),
    });
  }

  /** Calls `listener` when the browser ends a recording, with the result of saving it; returns the unsubscriber. */
  onBroken(listener: (saving: Promise<SaveOutcome>) => void): () => void {
    return this.#events.on('broken', listener);
  }

  /** Sets the tracks to record; undefined while the session reconnects. */
  show(tracks: RecordedTracks | undefined): void {
    this.#tracks = tracks;
    if (this.#state.value.kind !== 'off') this.#recorder.record(tracks);
  }

  /** Switches the replay buffer on or off. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
    if (this.#state.value.kind !== 'recording') this.#move({ kind: isKept ? 'keeping' : 'off' });
  }

  /** Records from now on, including the replay buffer. */
  start(): void {
    if (this.#state.value.kind === 'recording') return;
    const nowMs = this.#options.clock.monotonic();
    this.#move({ kind: 'recording', startedAtMs: nowMs, fromMs: this.#isKept ? nowMs - KEPT_MS : nowMs });
  }

  /** Ends the recording and saves it. */
  async stop(): Promise<SaveOutcome> {
    const state = this.#state.value;
    if (state.kind !== 'recording') return 'nothing';
    return this.#save(state.fromMs, { kind: this.#isKept ? 'keeping' : 'off' });
  }

  /** Saves the replay buffer. */
  async saveLast(): Promise<SaveOutcome> {
    return this.#save(this.#options.clock.monotonic() - KEPT_MS, this.#state.value);
  }

  /** The tile is no longer shown: saves a running recording and releases everything else. */
  async leave(): Promise<SaveOutcome> {
    this.#isKept = false;
    const saved = this.stop();
    this.#move({ kind: 'off' });
    return saved;
  }

  async #save(fromMs: number, next: RecordingState): Promise<SaveOutcome> {
    const want = { fromMs };
    this.#wants.add(want);
    this.#move(next);
    try {
      await this.#recorder.flush();
      const segments = segmentsSince(this.#segments, fromMs);
      this.#wants.delete(want);
      this.#prune();
      const files = await this.#options.join(segments, fromMs);
      for (const file of files) this.#options.save(file);
      return files.length === 0 ? 'nothing' : 'saved';
    } catch (error) {
      this.#report(error);
      return 'failed';
    }
  }

  #handleSegment(segment: Segment): void {
    this.#segments = [...this.#segments, segment];
    this.#prune();
    const state = this.#state.value;
    if (state.kind !== 'recording' || sizeOf(segmentsSince(this.#segments, state.fromMs)) < MAX_FILE_BYTES)
      return;
    void this.#save(state.fromMs, { ...state, fromMs: segment.endedAtMs });
  }

  /** A recording that cannot continue ends, and is saved up to here. */
  #handleError(error: unknown): void {
    this.#report(error);
    if (this.#state.value.kind !== 'recording') return;
    this.#events.emit('broken', this.stop());
  }

  /** The browser's own function throws if it is called as a method of another object. */
  #report(error: unknown): void {
    const { reportError } = this.#options;
    reportError(error);
  }

  /** Drops segments that can no longer be requested. */
  #prune(): void {
    const wanted = [...this.#wants].map(({ fromMs }) => fromMs);
    const state = this.#state.value;
    if (state.kind === 'recording') wanted.push(state.fromMs);
    if (this.#isKept) wanted.push(this.#options.clock.monotonic() - KEPT_MS);
    this.#segments = segmentsSince(this.#segments, Math.min(Number.POSITIVE_INFINITY, ...wanted));
  }

  #move(to: RecordingState): void {
    this.#state.put(to);
    this.#recorder.record(to.kind === 'off' ? undefined : this.#tracks);
    this.#prune();
  }
}
