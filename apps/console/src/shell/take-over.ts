/** @module What a page says to the worker of a new version that waits. */

/** Asks it to take the place of the version in use. */
export const TAKE_OVER = 'longwire-take-over';
