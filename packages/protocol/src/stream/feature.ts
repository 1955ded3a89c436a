/** @module Extensions by name: what one side announces and the other takes (PROTOCOL.md section 9). */

/** The feature by which streams are framed: half-close, reset and credit. */
export const STREAM_FEATURE = 'stream/1';

/** Most names looked at. Reason: the other side writes the list; a handful of extensions exist. */
export const MAX_FEATURES = 64;

/** What is used of `announced` by a side that knows `known`: each name once, in the order of `known`. */
export function takeFeatures(announced: readonly string[] | undefined, known: readonly string[]): string[] {
  const names = new Set(announced?.slice(0, MAX_FEATURES));
  return known.filter((name) => names.delete(name));
}
