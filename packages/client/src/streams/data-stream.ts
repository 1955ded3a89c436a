/** @module The public interface of a byte stream to a listener of the device. */
import type { CallOptions } from '../request/request-options.ts';

/** A byte stream, both ways at once. */
export interface DataStream {
  /** The port of the device's listener. */
  readonly port: number;
  /** What the device sends; cancelling resets the stream unless the device has ended its side. */
  readonly readable: ReadableStream<Uint8Array>;
  /** What is sent to the device; closing ends this side, aborting resets the stream. */
  readonly writable: WritableStream<Uint8Array>;
  /** Resolves when both sides have ended in order and everything was sent; otherwise rejects with the stream's error. */
  readonly closed: Promise<void>;
}

/** Time limit and signal of opening; they do not affect the open stream. */
export type OpenStreamOptions = CallOptions;
