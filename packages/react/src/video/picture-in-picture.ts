/** @module Detects whether a person paused a video outside its page: in picture-in-picture or in a phone's native full screen. */

/** Events of a video that returns to the page; the last two are specific to WebKit. */
const RETURN_EVENTS = [
  'leavepictureinpicture',
  'webkitendfullscreen',
  'webkitpresentationmodechanged',
] as const;

/**
 * A pause within this time before the video returns to the page, in milliseconds, was made by the browser: it pauses the video just
 * before the event, and phones animate leaving full screen. An earlier pause was made by a person.
 */
const LEAVING_MS = 1000;

/** Options of {@link PictureInPicture.follow}. */
export interface PictureInPictureOptions {
  /** Removes the listeners. */
  readonly signal: AbortSignal;
  /** Whether the video should play; other pauses are ignored. */
  readonly isWanted: () => boolean;
  readonly handleReturn: () => void;
}

/** Tracks pauses of a video while it is outside the page. */
export class PictureInPicture {
  /** Time stamp of the pause event outside the page. */
  #pausedAtMs: number | undefined;

  /** Whether it is still paused since it was outside the page; after its return, whether a person did that. */
  get isPaused(): boolean {
    return this.#pausedAtMs !== undefined;
  }

  /** Listens to a media element. */
  follow(media: HTMLMediaElement, { signal, isWanted, handleReturn }: PictureInPictureOptions): void {
    const pause = ({ timeStamp }: Event): void => {
      // The end of a stream also fires `pause`.
      if (isWanted() && !media.ended && isOutsidePage(media)) this.#pausedAtMs = timeStamp;
    };
    const handle = ({ timeStamp }: Event): void => {
      if (isOutsidePage(media)) return;
      if (this.#pausedAtMs !== undefined && timeStamp - this.#pausedAtMs < LEAVING_MS) this.forget();
      handleReturn();
    };
    media.addEventListener('pause', pause, { signal });
    media.addEventListener('playing', () => this.forget(), { signal });
    for (const type of RETURN_EVENTS) media.addEventListener(type, handle, { signal });
  }

  /** Ignores an earlier pause: the video should play again. */
  forget(): void {
    this.#pausedAtMs = undefined;
  }
}

/** WebKit fires its event for every change of the presentation mode, also when leaving the page. */
function isOutsidePage(media: HTMLMediaElement): boolean {
  if (document.pictureInPictureElement === media) return true;
  return 'webkitPresentationMode' in media && media.webkitPresentationMode !== 'inline';
}
