/** @module The methods of a request. */

/** Every method, spelled as on the wire. */
export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** One of {@link METHODS}. */
export type Method = (typeof METHODS)[number];
