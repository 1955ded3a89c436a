/** @module A stretch of a recording: a small file of its own that begins with a whole picture. */

/** One stretch, as a recorder of the browser wrote it. */
export interface Segment {
  readonly file: Blob;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** How long a stretch is, in milliseconds. Reason: what is kept beyond what was asked for is at most one of them. */
export const SEGMENT_MS = 10_000;

/** One that the browser ends sooner is not followed by another, in milliseconds. Reason: what ended it would end the next at once. */
export const SHORTEST_MS = 1000;

/** How much of what was is kept ready, in milliseconds. */
export const KEPT_MS = 30_000;

/** Those that are needed to show everything from a moment on. */
export function segmentsSince(segments: readonly Segment[], fromMs: number): readonly Segment[] {
  return segments.filter(({ endedAtMs }) => endedAtMs > fromMs);
}

/** How large they are together, in bytes. */
export function sizeOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { file }) => sum + file.size, 0);
}
