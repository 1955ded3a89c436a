/** @module `stream/1`: each message begins with a byte that says what it is (PROTOCOL.md section 9). */
import {
  assertNever,
  decodeStreamFrame,
  encodeStreamFrame,
  ReceiveWindow,
  SendWindow,
} from '@longwire/protocol';
import { StreamError } from './stream-error.ts';
import { joinParts, type StreamInput, type StreamWire } from './stream-wire.ts';

/** The device's end of a framed stream. */
export class FramedWire implements StreamWire {
  readonly hasHalfClose = true;
  /** A DATA message begins with one byte, zero. */
  readonly headBytes = 1;
  readonly #sending = new SendWindow();
  readonly #receiving = new ReceiveWindow();
  #hasRemoteEnded = false;

  get allowance(): number {
    return this.#sending.available;
  }

  read(message: Uint8Array): StreamInput {
    const frame = decodeStreamFrame(message);
    if (!frame.ok) return violation(frame.reason);
    switch (frame.value.kind) {
      case 'data':
        if (this.#hasRemoteEnded) return violation('stream got DATA after FIN');
        if (!this.#receiving.receive(frame.value.data.length))
          return violation('stream got more DATA than was granted');
        return frame.value;
      case 'fin':
        if (this.#hasRemoteEnded) return violation('stream got FIN after FIN');
        this.#hasRemoteEnded = true;
        return { kind: 'end' };
      case 'credit':
        if (!this.#sending.grant(frame.value.bytes)) return violation('stream got more CREDIT than a uint32');
        return { kind: 'credit' };
      case 'reset':
        return frame.value;
      default:
        return assertNever(frame.value);
    }
  }

  data(parts: readonly Uint8Array[], length: number): Uint8Array {
    this.#sending.take(length);
    return joinParts(this.headBytes, parts, length);
  }

  consumed(bytes: number): Uint8Array | undefined {
    const credit = this.#receiving.consume(bytes);
    // Who has ended needs no credit.
    if (credit === 0 || this.#hasRemoteEnded) return undefined;
    return encodeStreamFrame({ kind: 'credit', bytes: credit });
  }

  finish(): Uint8Array {
    return encodeStreamFrame({ kind: 'fin' });
  }

  reset(code: number): Uint8Array {
    return encodeStreamFrame({ kind: 'reset', code });
  }
}

function violation(reason: string): StreamInput {
  return { kind: 'violation', error: StreamError.protocol(reason) };
}
