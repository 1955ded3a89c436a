/** @module The device's own pages. */

/** The device's own pages. */
export function WebTab() {
  return null;
}
