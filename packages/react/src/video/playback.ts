/** @module Plays a stream in a media element, and reports when the browser, or a pause outside the page, prevents it. */
import { Store } from '@longwire/protocol/base';
import { PictureInPicture } from './picture-in-picture.ts';

/** The phase of playback; `unstarted` is paused before the first frame, `blocked` until `play` is called from a click. */
export type PlaybackPhase = 'waiting' | 'playing' | 'paused' | 'unstarted' | 'blocked';

/** The media to play and how. */
export interface PlaybackOptions {
  readonly stream: MediaStream | undefined;
  /** The stream's track: in some browsers a stream that had ended does not continue by itself. */
  readonly track: MediaStreamTrack | undefined;
  readonly isWanted: boolean;
  /** Paused in the page, which overrides a pause outside of it. */
  readonly isPaused?: boolean;
  readonly isMuted: boolean;
}

/** The player of one media element, which may be attached and detached. */
export class Playback {
  readonly #phase = new Store<PlaybackPhase>('waiting');
  readonly #pictureInPicture = new PictureInPicture();
  #media: HTMLMediaElement | undefined;
  #options: PlaybackOptions = { stream: undefined, track: undefined, isWanted: false, isMuted: true };
  #loaded: MediaStreamTrack | undefined;
  /** Whether the media in the element has played. */
  #hasBegun = false;

  /** Attaches an element; returns a function that empties and detaches it. */
  readonly attach = (media: HTMLMediaElement): (() => void) => {
    const listening = new AbortController();
    const { signal } = listening;
    const stall = (): void => this.#stall(media);
    media.addEventListener('playing', () => this.#handlePlaying(), { signal });
    for (const type of ['waiting', 'emptied']) media.addEventListener(type, stall, { signal });
    this.#pictureInPicture.follow(media, {
      signal,
      isWanted: () => this.#options.isWanted,
      handleReturn: () => this.#apply(),
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

  /** Applies new options. */
  update(options: PlaybackOptions): void {
    this.#options = options;
    if (options.isPaused === true) this.#pictureInPicture.forget();
    this.#apply();
  }

  /** Plays; from a click also if the browser blocks it or a person has paused it outside the page. */
  readonly play = (): void => {
    this.#pictureInPicture.forget();
    // jsdom returns no promise.
    const started: Promise<void> | undefined = this.#media?.play();
    started?.catch((error: unknown) => {
      // Any other error means that the stream ended or was paused meanwhile: the next one plays by itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#move('blocked');
    });
  };

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe: Store<PlaybackPhase>['subscribe'] = this.#phase.subscribe;

  /** The current phase. */
  readonly snapshot: Store<PlaybackPhase>['snapshot'] = this.#phase.snapshot;

  #handlePlaying(): void {
    this.#hasBegun = true;
    this.#move('playing');
  }

  #stall(media: HTMLMediaElement): void {
    if (this.#pictureInPicture.isPaused) this.#move('blocked');
    else this.#move(this.#mustStayEmpty(media) ? 'unstarted' : 'waiting');
  }

  #apply(): void {
    const [media, { stream, track, isWanted, isMuted }] = [this.#media, this.#options];
    if (media === undefined) return;
    media.muted = isMuted;
    if (media.srcObject !== stream || this.#mustStayEmpty(media)) this.#unload(media);
    if (this.#mustStayEmpty(media)) this.#move('unstarted');
    else if (stream !== undefined && track !== undefined) this.#load(media, stream, track);
    if (media.srcObject === null) return;
    if (isWanted && this.#pictureInPicture.isPaused) this.#move('blocked');
    else if (isWanted) this.play();
    else {
      media.pause();
      this.#move('paused');
    }
  }

  /**
   * Chromium shows every frame of a track that has not played in its element yet, even if paused: the element stays empty until it should play.
   */
  #mustStayEmpty(media: HTMLMediaElement): boolean {
    const { track, isWanted } = this.#options;
    const hasBegun = this.#hasBegun && track === this.#loaded;
    return media instanceof HTMLVideoElement && track !== undefined && !isWanted && !hasBegun;
  }

  #unload(media: HTMLMediaElement): void {
    if (media.srcObject !== null) media.srcObject = null;
    this.#hasBegun = false;
  }

  /**
   * Chromium never plays an audio track that is added to a stream already in use: so the element gets a stream only with a track in
   * it, and again for each new audio track. Video continues by itself, without a gap.
   */
  #load(media: HTMLMediaElement, stream: MediaStream, track: MediaStreamTrack): void {
    const isLater = track !== this.#loaded && track.kind === 'audio';
    if (media.srcObject !== stream || isLater) media.srcObject = stream;
    this.#loaded = track;
  }

  #move(to: PlaybackPhase): void {
    if (to !== this.#phase.value) this.#phase.put(to);
  }
}
