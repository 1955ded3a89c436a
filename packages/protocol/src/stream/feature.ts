/** @module Extensions by name: one side announces them, the other selects (PROTOCOL.md section 9). */

/** The feature that frames streams: half-close, reset and credit. */
export const STREAM_FEATURE = 'stream/1';

/** Most names considered. Reason: the other side controls the list; a handful of extensions exist. */
export const MAX_FEATURES = 64;

/** The announced features that this side knows: each name once, in the order of `known`. */
export function selectFeatures(announced: readonly string[] | undefined, known: readonly string[]): string[] {
  const names = new Set(announced?.slice(0, MAX_FEATURES));
  return known.filter((name) => names.delete(name));
}
