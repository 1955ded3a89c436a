/** @module Why a stream was reset: the number of a RESET frame (docs/protocol/streams.md). */

/** The codes that Longwire sends; any other uint32 is a code of the application. */
export const StreamResetCode = {
  /** No reason is given. */
  none: 0,
  /** The other side broke the framing or sent more than it was granted. */
  protocol: 1,
  /** The application does not want the stream any more. */
  cancelled: 2,
  /** There is no right to this stream, or it was taken away. */
  denied: 3,
  /** Nothing listens on this port. */
  noListener: 4,
  /** What the stream leads to cannot be reached, or broke off. */
  unreachable: 5,
  /** There are too many streams, or another limit is reached. */
  limit: 6,
  /** The side that resets failed. */
  internal: 7,
} as const;

/** One of the codes that Longwire sends. */
export type StreamResetCode = (typeof StreamResetCode)[keyof typeof StreamResetCode];

/** The name of a code, for people; undefined for a code of the application. */
export function streamResetName(code: number): string | undefined {
  return Object.entries(StreamResetCode).find(([, known]) => known === code)?.[0];
}
