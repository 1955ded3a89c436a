/** @module A segment of a recording: a small file that begins with a key frame. */

/** One segment, as the browser's recorder wrote it. */
export interface Segment {
  readonly file: Blob;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Length of a segment, in milliseconds. Reason: at most one segment more than requested is kept. */
export const SEGMENT_MS = 10_000;

/** If the browser ends a segment sooner than this, in milliseconds, no other is started. Reason: the same cause would end it immediately. */
export const SHORTEST_MS = 1000;

/** Length of the replay buffer, in milliseconds. */
export const KEPT_MS = 30_000;

/** The segments needed to show everything from a time on. */
export function segmentsSince(segments: readonly Segment[], fromMs: number): readonly Segment[] {
  return segments.filter(({ endedAtMs }) => endedAtMs > fromMs);
}

/** Their total size in bytes. */
export function sizeOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { file }) => sum + file.size, 0);
}
