/** @module Records one stretch after the other, without a gap between them, for as long as it is told to. */

import { SEGMENT_MS, SHORTEST_MS, type Segment } from './segment.ts';

/** The time of day, and what comes after a while. */
export interface RecordingClock {
  now(): number;
  /** The answer cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** What is recorded: a picture, and perhaps a sound. */
export interface RecordedTracks {
  readonly video: MediaStreamTrack;
  readonly audio: MediaStreamTrack | undefined;
}

/** A stretch that is being recorded. */
export interface Take {
  /** Resolves when it has ended, with what there is of it; `undefined` for one that caught nothing. */
  readonly done: Promise<Segment | undefined>;
  readonly stop: () => void;
}

/** What a recorder works with. */
export interface SegmentRecorderOptions {
  readonly clock: RecordingClock;
  /** Begins a stretch. @throws DOMException where the browser cannot */
  readonly begin: (tracks: RecordedTracks) => Take;
  readonly onSegment: (segment: Segment) => void;
  /** It records no more, though there is something to record. */
  readonly onError: (error: unknown) => void;
}

/** Rolls from one stretch to the next; a track that is replaced begins another one. */
export class SegmentRecorder {
  readonly #options: SegmentRecorderOptions;
  #tracks: RecordedTracks | undefined;
  #take: Take | undefined;
  /** Those that have not ended yet. */
  readonly #open = new Set<Promise<unknown>>();
  #cancelRoll: (() => void) | undefined;

  constructor(options: SegmentRecorderOptions) {
    this.#options = options;
  }

  /** Records these from now on, or nothing. */
  record(tracks: RecordedTracks | undefined): void {
    const before = this.#tracks;
    if (before?.video === tracks?.video && before?.audio === tracks?.audio) return;
    this.#tracks = tracks;
    this.#roll();
  }

  /** Ends the stretch under way, so that everything until now is in the segments; resolves when it is. */
  async flush(): Promise<void> {
    const open = [...this.#open];
    this.#roll();
    await Promise.all(open);
  }

  #roll(): void {
    const [before, tracks] = [this.#take, this.#tracks];
    this.#cancelRoll?.();
    this.#cancelRoll = undefined;
    this.#take = undefined;
    try {
      if (tracks?.video.readyState === 'live') this.#begin(tracks);
    } catch (error) {
      this.#fail(error);
    } finally {
      // The next one runs by then: what both have is taken from one of them only.
      before?.stop();
    }
  }

  #begin(tracks: RecordedTracks): void {
    const { clock, begin } = this.#options;
    const take = begin(tracks);
    this.#take = take;
    this.#cancelRoll = clock.schedule(SEGMENT_MS, () => this.#roll());
    const ended = this.#await(take, tracks).finally(() => this.#open.delete(ended));
    this.#open.add(ended);
  }

  async #await(take: Take, { video }: RecordedTracks): Promise<void> {
    try {
      const segment = await take.done;
      if (segment !== undefined) this.#options.onSegment(segment);
      if (this.#take === take) this.#handleEnd(segment, video);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A stretch ended by itself: what it recorded has ended, or the browser's recorder gave up. */
  #handleEnd(segment: Segment | undefined, video: MediaStreamTrack): void {
    const recordedMs = segment === undefined ? 0 : segment.endedAtMs - segment.startedAtMs;
    if (video.readyState === 'ended') this.record(undefined);
    else if (recordedMs >= SHORTEST_MS) this.#roll();
    else this.#fail(new Error('a stretch expected to go on, ended by the browser'));
  }

  #fail(error: unknown): void {
    this.record(undefined);
    this.#options.onError(error);
  }
}
