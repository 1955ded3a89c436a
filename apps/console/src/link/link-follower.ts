/** @module Takes every link out of the address bar, from the first moment of the page to its last. */

import type { PairingLink } from '../wire.ts';
import { takeArrival, type AddressBar } from './arrival.ts';

/** The part of `Window` that is used here. */
export interface AddressBarWindow extends AddressBar {
  addEventListener(type: 'popstate', listener: () => void): void;
}

/**
 * Takes the link that the page was opened with, and each that is pasted over the open page. Made before anything else
 * listens to the address bar, so that a link is never taken for a route; links that come before anybody follows wait.
 */
export class LinkFollower {
  #waiting: PairingLink | undefined;
  #follow: ((link: PairingLink) => void) | undefined;

  constructor(window: AddressBarWindow) {
    this.#handle(window);
    window.addEventListener('popstate', () => {
      this.#handle(window);
    });
  }

  /** Gives the link that waits, and from then on each that comes, to `follow`. */
  follow(follow: (link: PairingLink) => void): void {
    this.#follow = follow;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) follow(waiting);
  }

  #handle(window: AddressBarWindow): void {
    const arrival = takeArrival(window);
    if (arrival.kind !== 'link') return;
    if (this.#follow === undefined) this.#waiting = arrival.link;
    else this.#follow(arrival.link);
  }
}
