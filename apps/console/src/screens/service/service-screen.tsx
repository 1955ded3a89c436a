/** @module The service, for those who operate it. */

/** The service, for those who operate it. */
export function ServiceScreen() {
  return null;
}
