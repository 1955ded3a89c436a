/** @module How this browser is connected to the device. */

/** How this browser is connected to the device. */
export function ConnectionTab() {
  return null;
}
