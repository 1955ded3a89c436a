/** @module A terminal on the device. */

/** A terminal on the device. */
export function TerminalTab() {
  return null;
}
