/** @module The question was not answered. */

/** The person pressed Ctrl+C. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
