/** @module The people who may use the device. */

/** The people who may use the device. */
export function PeopleTab() {
  return null;
}
