/** @module The writable end of a stream: accepts bytes no faster than they can be sent. */
import { EdgeError, onAbort, waitFor } from '@longwire/protocol/base';

/** Where an outbox sends to. */
export interface OutboxPort {
  /** Reserves up to `wanted` bytes and returns how many may be sent; 0 for none now. */
  reserve(wanted: number): number;
  /** Sends reserved bytes. */
  send(bytes: Uint8Array): void;
  /** Everything was sent; resolves when the end is sent, too. */
  finish(signal: AbortSignal): Promise<void>;
  /** The writer aborted, or a write could not be sent. */
  onFailed(reason: unknown): void;
}

/** Sends what is written, in pieces. */
export class Outbox {
  readonly writable: WritableStream<Uint8Array>;
  readonly #port: OutboxPort;
  #controller: WritableStreamDefaultController | undefined;
  /** Ends every wait of this side: an abort of the writer or the end of the stream. */
  readonly #stop = new AbortController();
  #wake: (() => void) | undefined;

  constructor(port: OutboxPort) {
    this.#port = port;
    this.writable = new WritableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        onAbort(controller.signal, (reason) => this.#stop.abort(reason));
      },
      write: (chunk) => this.#guard(() => this.#write(chunk)),
      close: () => this.#guard(() => port.finish(this.#stop.signal)),
      abort: (reason) => port.onFailed(reason),
    });
  }

  /** Call when there may be room again. */
  wake(): void {
    this.#wake?.();
  }

  /** Ends writing with an error; safe to repeat. */
  fail(error: Error): void {
    this.#stop.abort(error);
    this.#controller?.error(error);
  }

  async #guard(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      // A failing sink is not notified of an abort: the rest of the stream is notified here.
      this.#port.onFailed(error);
      throw error;
    }
  }

  async #write(chunk: unknown): Promise<void> {
    let rest = bytesOf(chunk);
    while (rest.length > 0) {
      this.#stop.signal.throwIfAborted();
      const count = this.#port.reserve(rest.length);
      if (count === 0) {
        await this.#room();
      } else {
        this.#port.send(rest.subarray(0, count));
        rest = rest.subarray(count);
      }
    }
  }

  #room(): Promise<void> {
    return waitFor<void>({ owner: this.#stop.signal }, ({ resolve }) => {
      this.#wake = resolve;
      return () => {
        this.#wake = undefined;
      };
    });
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new EdgeError('ERR_REQUEST_INVALID', 'stream chunks must be bytes in a typed array');
}
