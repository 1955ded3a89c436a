/** @module Takes every link out of the address bar, from the first moment of the page to its last. */

import type { PairingLink } from '../wire.ts';
import { takeArrival, type AddressBar } from './arrival.ts';
import type { KeptLink } from './kept-link.ts';

/** The part of `Window` that is used here. */
export interface AddressBarWindow extends AddressBar {
  addEventListener(type: 'popstate', listener: () => void): void;
}

/**
 * Takes the link that the page was opened with, and each that is pasted over the open page. Made before anything else
 * listens to the address bar, so that a link is never taken for a route; links that come before anybody follows wait. From the
 * moment in which it leaves the address bar until it has been followed, a link is kept: the page may be reloaded meanwhile.
 */
export class LinkFollower {
  readonly #kept: KeptLink;
  #waiting: PairingLink | undefined;
  #follow: ((link: PairingLink) => void) | undefined;

  constructor(window: AddressBarWindow, kept: KeptLink) {
    this.#kept = kept;
    this.#waiting = kept.read();
    this.#handle(window);
    window.addEventListener('popstate', () => {
      this.#handle(window);
    });
  }

  /** Gives the link that waits, and from then on each that comes, to `follow`, after which a reload would not lose it any more. */
  follow(follow: (link: PairingLink) => void): void {
    this.#follow = follow;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#give(waiting, follow);
  }

  #handle(window: AddressBarWindow): void {
    const arrival = takeArrival(window);
    if (arrival.kind !== 'link') return;
    this.#kept.write(arrival.link);
    if (this.#follow === undefined) this.#waiting = arrival.link;
    else this.#give(arrival.link, this.#follow);
  }

  #give(link: PairingLink, follow: (link: PairingLink) => void): void {
    follow(link);
    this.#kept.clear();
  }
}
