/** @module Removes every link from the address bar while the page is open. */

import type { PairingLink } from '@longwire/client';
import { takeAddressLink, type AddressBar } from './address-link.ts';
import type { PendingLink } from './pending-link.ts';

/** The part of `Window` used here. */
export interface AddressBarWindow extends AddressBar {
  addEventListener(type: 'popstate', listener: () => void): void;
}

/**
 * Handles the link the page was opened with, and every link pasted over the open page. It is created before any other listener
 * of the address bar, so a link is never mistaken for a route; links that arrive before `follow()` is called wait. Each link is
 * stored until it has been followed, because the page may be reloaded in between.
 */
export class LinkFollower {
  readonly #kept: PendingLink;
  #waiting: PairingLink | undefined;
  #follow: ((link: PairingLink) => void) | undefined;

  constructor(window: AddressBarWindow, kept: PendingLink) {
    this.#kept = kept;
    this.#waiting = kept.read();
    this.#handle(window);
    window.addEventListener('popstate', () => {
      this.#handle(window);
    });
  }

  /** Passes the waiting link, and every later one, to `follow`; afterwards a reload no longer loses the link. */
  follow(follow: (link: PairingLink) => void): void {
    this.#follow = follow;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#give(waiting, follow);
  }

  #handle(window: AddressBarWindow): void {
    const parsed = takeAddressLink(window);
    if (parsed.kind !== 'link') return;
    this.#kept.write(parsed.link);
    if (this.#follow === undefined) this.#waiting = parsed.link;
    else this.#give(parsed.link, this.#follow);
  }

  #give(link: PairingLink, follow: (link: PairingLink) => void): void {
    follow(link);
    this.#kept.clear();
  }
}
