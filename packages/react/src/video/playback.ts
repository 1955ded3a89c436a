/** @module Plays a stream in a media element, and tells whether the browser, and whoever paused it outside of the page, allow it. */
import { Elsewhere } from './elsewhere.ts';

/** Where playing stands; `held` is paused before it has begun, `blocked` until a person touches the page and `play` is called. */
export type PlaybackPhase = 'waiting' | 'playing' | 'paused' | 'held' | 'blocked';

/** What is played and how. */
export interface PlaybackOptions {
  readonly stream: MediaStream | undefined;
  /** What is in it: a stream that had ended does not go on by itself in every browser. */
  readonly track: MediaStreamTrack | undefined;
  readonly isWanted: boolean;
  /** It is paused in the page, which makes nothing of a pause outside of it. */
  readonly isPaused?: boolean;
  readonly isMuted: boolean;
}

/** The player of one element, which comes and goes. */
export class Playback {
  readonly #listeners = new Set<() => void>();
  readonly #elsewhere = new Elsewhere();
  #media: HTMLMediaElement | undefined;
  #options: PlaybackOptions = { stream: undefined, track: undefined, isWanted: false, isMuted: true };
  #phase: PlaybackPhase = 'waiting';
  #loaded: MediaStreamTrack | undefined;
  /** What is in the element has played at some time. */
  #hasBegun = false;

  /** Takes an element; the answer gives it back with nothing in it. */
  readonly attach = (media: HTMLMediaElement): (() => void) => {
    const listening = new AbortController();
    const { signal } = listening;
    const stall = (): void => this.#stall(media);
    media.addEventListener('playing', () => this.#handlePlaying(), { signal });
    for (const type of ['waiting', 'emptied']) media.addEventListener(type, stall, { signal });
    this.#elsewhere.follow(media, {
      signal,
      isWanted: () => this.#options.isWanted,
      handleBack: () => this.#apply(),
    });
    this.#media = media;
    this.#apply();
    return () => {
      listening.abort();
      media.pause();
      this.#unload(media);
      this.#media = undefined;
    };
  };

  /** Plays something else, or otherwise. */
  update(options: PlaybackOptions): void {
    this.#options = options;
    if (options.isPaused === true) this.#elsewhere.forget();
    this.#apply();
  }

  /** Plays; from a click also where the browser, or a person outside of the page, has paused it. */
  readonly play = (): void => {
    this.#elsewhere.forget();
    this.#media?.play().catch((error: unknown) => {
      // Everything else is a stream that went, or was paused, meanwhile: the next one plays by itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#move('blocked');
    });
  };

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Where playing stands. */
  readonly snapshot = (): PlaybackPhase => this.#phase;

  #handlePlaying(): void {
    this.#hasBegun = true;
    this.#move('playing');
  }

  #stall(media: HTMLMediaElement): void {
    if (this.#elsewhere.isPaused) this.#move('blocked');
    else this.#move(this.#isHeldBack(media) ? 'held' : 'waiting');
  }

  #apply(): void {
    const [media, { stream, track, isWanted, isMuted }] = [this.#media, this.#options];
    if (media === undefined) return;
    media.muted = isMuted;
    if (media.srcObject !== stream || this.#isHeldBack(media)) this.#unload(media);
    if (this.#isHeldBack(media)) this.#move('held');
    else if (stream !== undefined && track !== undefined) this.#load(media, stream, track);
    if (media.srcObject === null) return;
    if (isWanted && this.#elsewhere.isPaused) this.#move('blocked');
    else if (isWanted) this.play();
    else {
      media.pause();
      this.#move('paused');
    }
  }

  /**
   * Chromium shows every picture of a track that has not played in its element yet, paused or not: none comes into it before it is wanted.
   */
  #isHeldBack(media: HTMLMediaElement): boolean {
    const { track, isWanted } = this.#options;
    const hasBegun = this.#hasBegun && track === this.#loaded;
    return media instanceof HTMLVideoElement && track !== undefined && !isWanted && !hasBegun;
  }

  #unload(media: HTMLMediaElement): void {
    if (media.srcObject !== null) media.srcObject = null;
    this.#hasBegun = false;
  }

  /**
   * Chromium never begins a sound that comes into a stream which an element has already: so an element is given a stream with a track in
   * it, and again for each sound. A picture goes on by itself, without a gap.
   */
  #load(media: HTMLMediaElement, stream: MediaStream, track: MediaStreamTrack): void {
    const isLater = track !== this.#loaded && track.kind === 'audio';
    if (media.srcObject !== stream || isLater) media.srcObject = stream;
    this.#loaded = track;
  }

  #move(to: PlaybackPhase): void {
    if (to === this.#phase) return;
    this.#phase = to;
    for (const listener of this.#listeners) listener();
  }
}
