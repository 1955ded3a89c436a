/** @module What an application holds: one byte stream to a listener of the device. */
import type { CallOptions } from '../request/request-options.ts';

/** A byte stream, both ways at once. */
export interface DataStream {
  /** The port of the device's listener. */
  readonly port: number;
  /** What the device sends; cancelling it resets the stream unless the device had ended its side. */
  readonly readable: ReadableStream<Uint8Array>;
  /** What is sent to the device; closing it ends this side, aborting it resets the stream. */
  readonly writable: WritableStream<Uint8Array>;
  /** Resolves when both sides have ended in order; rejects with what ended the stream otherwise. */
  readonly closed: Promise<void>;
}

/** Time limit and signal of the opening; the stream itself lives on. */
export type OpenStreamOptions = CallOptions;
