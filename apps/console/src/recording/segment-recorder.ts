/** @module Records one segment after another without gaps. */

import type { Clock } from '@longwire/protocol/base';
import { SEGMENT_MS, SHORTEST_MS, type Segment } from './segment.ts';

/** The recorded tracks: a video, and optionally audio. */
export interface RecordedTracks {
  readonly video: MediaStreamTrack;
  readonly audio: MediaStreamTrack | undefined;
}

/** A segment that is being recorded. */
export interface Take {
  /** Resolves when it has ended, with the segment; `undefined` if it is empty. */
  readonly done: Promise<Segment | undefined>;
  readonly stop: () => void;
}

/** Options of `SegmentRecorder`. */
export interface SegmentRecorderOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'schedule'>;
  /** Starts a segment. @throws DOMException if the browser cannot */
  readonly begin: (tracks: RecordedTracks) => Take;
  readonly onSegment: (segment: Segment) => void;
  /** Recording has stopped although there is something to record. */
  readonly onError: (error: unknown) => void;
}

/** Records segment after segment; replacing a track starts a new one. */
export class SegmentRecorder {
  readonly #options: SegmentRecorderOptions;
  #tracks: RecordedTracks | undefined;
  #take: Take | undefined;
  /** Segments that have not ended yet. */
  readonly #open = new Set<Promise<unknown>>();
  #cancelRoll: (() => void) | undefined;

  constructor(options: SegmentRecorderOptions) {
    this.#options = options;
  }

  /** Records these tracks from now on, or nothing. */
  record(tracks: RecordedTracks | undefined): void {
    const before = this.#tracks;
    if (before?.video === tracks?.video && before?.audio === tracks?.audio) return;
    this.#tracks = tracks;
    this.#roll();
  }

  /** Ends the running segment, so that everything until now is in the segments; resolves when it is. */
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
      // The next segment is running by now; the overlap is taken from only one of them.
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

  /** A segment ended by itself: its track ended, or the browser's recorder gave up. */
  #handleEnd(segment: Segment | undefined, video: MediaStreamTrack): void {
    const recordedMs = segment === undefined ? 0 : segment.endedAtMs - segment.startedAtMs;
    if (video.readyState === 'ended') this.record(undefined);
    else if (recordedMs >= SHORTEST_MS) this.#roll();
    else this.#fail(new Error('the browser ended a segment too early'));
  }

  #fail(error: unknown): void {
    this.record(undefined);
    this.#options.onError(error);
  }
}
