/** @module Places of a video outside of its page, a small window or the full screen of a phone, and whether a person has paused it there. */

/** A video is in the page again; the last two are WebKit's own. */
const CAME_BACK = ['leavepictureinpicture', 'webkitendfullscreen', 'webkitpresentationmodechanged'] as const;

/**
 * Browsers pause by themselves what they take back, just before they tell that it is back, and say nothing else of it: a phone shows for
 * part of a second how it leaves its full screen. What was paused longer before that was paused by a person.
 */
const LEAVING_MS = 1000;

/** What is done with a video that can go elsewhere. */
export interface ElsewhereOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Whether it is to play; a pause is nobody's where it is not. */
  readonly isWanted: () => boolean;
  readonly handleBack: () => void;
}

/** Follows one video after the other. */
export class Elsewhere {
  /** When it was paused there, by the clock of events. */
  #pausedAtMs: number | undefined;

  /** Whether it was paused there, and is so still; once it is back, whether that was a person. */
  get isPaused(): boolean {
    return this.#pausedAtMs !== undefined;
  }

  /** Follows where it goes. */
  follow(media: HTMLMediaElement, { signal, isWanted, handleBack }: ElsewhereOptions): void {
    const pause = ({ timeStamp }: Event): void => {
      // A stream that ends pauses as well.
      if (isWanted() && !media.ended && isElsewhere(media)) this.#pausedAtMs = timeStamp;
    };
    const comeBack = ({ timeStamp }: Event): void => {
      if (isElsewhere(media)) return;
      if (this.#pausedAtMs !== undefined && timeStamp - this.#pausedAtMs < LEAVING_MS) this.forget();
      handleBack();
    };
    media.addEventListener('pause', pause, { signal });
    media.addEventListener('playing', () => this.forget(), { signal });
    for (const type of CAME_BACK) media.addEventListener(type, comeBack, { signal });
  }

  /** It is to play, whoever has paused it. */
  forget(): void {
    this.#pausedAtMs = undefined;
  }
}

/** WebKit tells of every change of place, of leaving the page as well. */
function isElsewhere(media: HTMLMediaElement): boolean {
  if (document.pictureInPictureElement === media) return true;
  return 'webkitPresentationMode' in media && media.webkitPresentationMode !== 'inline';
}
