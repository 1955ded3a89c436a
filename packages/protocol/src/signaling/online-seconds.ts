/** @module For how long a device has been attached, as a login reply says it (docs/protocol/online.md). */

/** Longest time that is taken, in seconds: most of a century. Reason: what reckons with dates cannot do so with any number. */
export const MAX_ONLINE_SECONDS = 3e9;

/** The time, of whatever stands in the reply; undefined of a service that does not tell, or tells nonsense. */
export function onlineSecondsOf(said: unknown): number | undefined {
  return typeof said === 'number' && said >= 0 && said <= MAX_ONLINE_SECONDS ? said : undefined;
}
