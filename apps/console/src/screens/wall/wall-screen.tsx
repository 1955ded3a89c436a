/** @module The live pictures of several devices. */

/** The live pictures of several devices. */
export function WallScreen() {
  return null;
}
