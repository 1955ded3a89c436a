/** @module How long a device has been attached, from a login reply (docs/protocol/online.md). */

/** Longest time accepted, in seconds: most of a century. Reason: dates cannot be computed from arbitrary numbers. */
export const MAX_ONLINE_SECONDS = 3e9;

/** Parses the field of a login reply; undefined if the service does not send it or sends no valid number. */
export function onlineSecondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_ONLINE_SECONDS ? value : undefined;
}
