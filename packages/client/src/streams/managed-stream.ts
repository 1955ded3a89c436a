/** @module What the two kinds of streams are made from, and how their owner ends them. */
import type { Logger } from '@longwire/protocol';
import type { DataStream } from './data-stream.ts';

/** What a stream is made from. */
export interface StreamOptions {
  readonly port: number;
  /** A channel that is open. */
  readonly channel: RTCDataChannel;
  readonly logger: Logger;
  /** The largest message that the other side takes, in bytes. */
  readonly maxMessageBytes: number;
  /** The channel is not needed any more. */
  readonly onReleased: () => void;
}

/** A stream that its owner can end. */
export interface ManagedStream extends DataStream {
  /** Ends everything with an error; safe to repeat. */
  fail(error: Error): void;
}
