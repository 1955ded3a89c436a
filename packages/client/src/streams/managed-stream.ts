/** @module The common options of both kinds of streams, and how their owner ends them. */
import type { Logger } from '@longwire/protocol';
import type { DataStream } from './data-stream.ts';

/** Options of a stream. */
export interface StreamOptions {
  readonly port: number;
  /** An open channel. */
  readonly channel: RTCDataChannel;
  readonly logger: Logger;
  /** The largest message that the other side accepts, in bytes. */
  readonly maxMessageBytes: number;
  /** The channel is no longer needed. */
  readonly onReleased: () => void;
}

/** A stream that its owner can end. */
export interface ManagedStream extends DataStream {
  /** Ends everything with an error; safe to repeat. */
  fail(error: Error): void;
}
