/** @module Plays a stream in a media element, and tells whether the browser allows it. */

/** Where playing stands; `blocked` until a person touches the page and `play` is called. */
export type PlaybackPhase = 'waiting' | 'playing' | 'paused' | 'blocked';

/** What is played and how. */
export interface PlaybackOptions {
  readonly stream: MediaStream | undefined;
  /** What is in it: a stream that had ended does not go on by itself in every browser. */
  readonly track: MediaStreamTrack | undefined;
  readonly isWanted: boolean;
  readonly isMuted: boolean;
}

/** A video is in the page again: from a small window, or from the full screen of a phone; the last two are WebKit's own. */
const CAME_BACK = ['leavepictureinpicture', 'webkitendfullscreen', 'webkitpresentationmodechanged'] as const;

/** The player of one element, which comes and goes. */
export class Playback {
  readonly #listeners = new Set<() => void>();
  #media: HTMLMediaElement | undefined;
  #options: PlaybackOptions = { stream: undefined, track: undefined, isWanted: false, isMuted: true };
  #phase: PlaybackPhase = 'waiting';
  #loaded: MediaStreamTrack | undefined;

  /** Takes an element; the answer gives it back with nothing in it. */
  readonly attach = (media: HTMLMediaElement): (() => void) => {
    const listening = new AbortController();
    const on = (type: string, to: PlaybackPhase): void =>
      media.addEventListener(type, () => this.#move(to), { signal: listening.signal });
    on('playing', 'playing');
    on('waiting', 'waiting');
    on('emptied', 'waiting');
    // Browsers pause what comes back from a place of its own.
    const comeBack = (): void => {
      if (!isElsewhere(media)) this.#apply();
    };
    for (const type of CAME_BACK) media.addEventListener(type, comeBack, { signal: listening.signal });
    this.#media = media;
    this.#apply();
    return () => {
      listening.abort();
      media.pause();
      media.srcObject = null;
      this.#media = undefined;
    };
  };

  /** Plays something else, or otherwise. */
  update(options: PlaybackOptions): void {
    this.#options = options;
    this.#apply();
  }

  /** Plays; from a click also where the browser has blocked it. */
  readonly play = (): void => {
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

  #apply(): void {
    const [media, { stream, track, isWanted, isMuted }] = [this.#media, this.#options];
    if (media === undefined) return;
    media.muted = isMuted;
    if (media.srcObject !== null && media.srcObject !== stream) media.srcObject = null;
    if (stream !== undefined && track !== undefined) this.#load(media, stream, track);
    if (media.srcObject === null) return;
    if (isWanted) {
      this.play();
      return;
    }
    media.pause();
    this.#move('paused');
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

/** WebKit tells of every change of place, of leaving the page as well. */
function isElsewhere(media: HTMLMediaElement): boolean {
  return 'webkitPresentationMode' in media && media.webkitPresentationMode !== 'inline';
}
