/** @module The message a page sends to a waiting service worker. */

/** Asks it to replace the active version. */
export const TAKE_OVER = 'longwire-take-over';
