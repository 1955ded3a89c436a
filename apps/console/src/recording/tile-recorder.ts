/** @module Recording what a tile shows: the last while kept ready, and from a moment on, until it is saved. */

import { SegmentRecorder, type SegmentRecorderOptions, type RecordedTracks } from './segment-recorder.ts';
import { KEPT_MS, segmentsSince, sizeOf, type Segment } from './segment.ts';

/** What is recorded; `fromMs` is where the file will begin. */
export type RecordingState =
  | { readonly kind: 'off' }
  /** The last while is kept in memory, in case somebody wants it. */
  | { readonly kind: 'keeping' }
  | { readonly kind: 'recording'; readonly startedAtMs: number; readonly fromMs: number };

/** What became of saving. */
export type SaveOutcome = 'saved' | 'nothing' | 'failed';

/** What it works with. */
export interface TileRecorderOptions extends Pick<SegmentRecorderOptions, 'clock' | 'begin'> {
  /** Makes files of stretches. */
  readonly join: (segments: readonly Segment[], fromMs: number) => Promise<readonly Blob[]>;
  /** Hands a file to the person. */
  readonly save: (file: Blob) => void;
  readonly reportError: (error: unknown) => void;
}

/** Above this a recording is saved, and goes on in another file, in bytes. Reason: a phone has to hold it twice while it is saved. */
export const MAX_FILE_BYTES: number = 192 * 1024 * 1024;

/** Records one tile. */
export class TileRecorder {
  readonly #options: TileRecorderOptions;
  readonly #listeners = new Set<() => void>();
  readonly #brokenListeners = new Set<(saving: Promise<SaveOutcome>) => void>();
  readonly #recorder: SegmentRecorder;
  #state: RecordingState = { kind: 'off' };
  #isKept = false;
  #tracks: RecordedTracks | undefined;
  #segments: readonly Segment[] = [];
  /** From when on somebody waits for a file. */
  readonly #wants = new Set<{ readonly fromMs: number }>();

  constructor(options: TileRecorderOptions) {
    this.#options = options;
    this.#recorder = new SegmentRecorder({
      clock: options.clock,
      begin: options.begin,
      onSegment: (segment) => this.#handleSegment(segment),
      onError: (error) => this.#handleError(error),
    });
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Calls `listener` when the browser ends a recording, with what becomes of it; returns the unsubscriber. */
  onBroken(listener: (saving: Promise<SaveOutcome>) => void): () => void {
    this.#brokenListeners.add(listener);
    return () => {
      this.#brokenListeners.delete(listener);
    };
  }

  /** The state as it stands. */
  readonly snapshot = (): RecordingState => this.#state;

  /** What there is to record now; nothing while the connection is made anew. */
  show(tracks: RecordedTracks | undefined): void {
    this.#tracks = tracks;
    if (this.#state.kind !== 'off') this.#recorder.record(tracks);
  }

  /** Keeps the last while ready, or no longer. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
    if (this.#state.kind !== 'recording') this.#move({ kind: isKept ? 'keeping' : 'off' });
  }

  /** Records from now on, with what is kept of before. */
  start(): void {
    if (this.#state.kind === 'recording') return;
    const nowMs = this.#options.clock.now();
    this.#move({ kind: 'recording', startedAtMs: nowMs, fromMs: this.#isKept ? nowMs - KEPT_MS : nowMs });
  }

  /** Ends the recording and saves it. */
  async stop(): Promise<SaveOutcome> {
    const state = this.#state;
    if (state.kind !== 'recording') return 'nothing';
    return this.#save(state.fromMs, { kind: this.#isKept ? 'keeping' : 'off' });
  }

  /** Saves the last while. */
  async saveLast(): Promise<SaveOutcome> {
    return this.#save(this.#options.clock.now() - KEPT_MS, this.#state);
  }

  /** Nobody looks any more: what is being recorded is saved, and everything else let go of. */
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
    const state = this.#state;
    if (state.kind !== 'recording' || sizeOf(segmentsSince(this.#segments, state.fromMs)) < MAX_FILE_BYTES)
      return;
    void this.#save(state.fromMs, { ...state, fromMs: segment.endedAtMs });
  }

  /** A recording that cannot go on ends, and what there is of it is saved. */
  #handleError(error: unknown): void {
    this.#report(error);
    if (this.#state.kind !== 'recording') return;
    const saving = this.stop();
    for (const listener of this.#brokenListeners) listener(saving);
  }

  /** The browser's own function does not let itself be called as somebody's method. */
  #report(error: unknown): void {
    const { reportError } = this.#options;
    reportError(error);
  }

  /** Lets go of what nobody will want any more. */
  #prune(): void {
    const wanted = [...this.#wants].map(({ fromMs }) => fromMs);
    if (this.#state.kind === 'recording') wanted.push(this.#state.fromMs);
    if (this.#isKept) wanted.push(this.#options.clock.now() - KEPT_MS);
    this.#segments = segmentsSince(this.#segments, Math.min(Number.POSITIVE_INFINITY, ...wanted));
  }

  #move(to: RecordingState): void {
    this.#state = to;
    this.#recorder.record(to.kind === 'off' ? undefined : this.#tracks);
    this.#prune();
    for (const listener of this.#listeners) listener();
  }
}
