/** @module What this browser keeps, and how the console looks. */

/** What this browser keeps, and how the console looks. */
export function SettingsScreen() {
  return null;
}
