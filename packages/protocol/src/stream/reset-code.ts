/** @module Why a stream was reset: the number of a RESET frame (docs/protocol/streams.md). */

/** The codes that Longwire sends; any other uint32 is a code of the application. */
export const StreamResetCode = {
  /** Without a reason. */
  none: 0,
  /** The other side broke the framing or exceeded its credit. */
  protocol: 1,
  /** The application no longer wants the stream. */
  cancelled: 2,
  /** The user may not open this stream, or no longer may. */
  denied: 3,
  /** No listener on this port. */
  noListener: 4,
  /** The stream's target cannot be reached, or its connection broke. */
  unreachable: 5,
  /** Too many streams, or another limit is reached. */
  limit: 6,
  /** An internal error on the side that resets. */
  internal: 7,
} as const;

/** One of the codes that Longwire sends. */
export type StreamResetCode = (typeof StreamResetCode)[keyof typeof StreamResetCode];

/** The name of a code, for people; undefined for a code of the application. */
export function streamResetName(code: number): string | undefined {
  return Object.entries(StreamResetCode).find(([, known]) => known === code)?.[0];
}
