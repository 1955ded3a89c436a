/** @module `stream/1`: each message starts with a type byte (PROTOCOL.md section 9). */
import {
  assertNever,
  decodeStreamFrame,
  encodeStreamFrame,
  ReceiveWindow,
  SendWindow,
} from '@longwire/protocol';
import { StreamError } from './stream-error.ts';
import { joinParts, type StreamInput, type StreamWire } from './stream-wire.ts';

/** The device's side of a framed stream. */
export class FramedWire implements StreamWire {
  readonly hasHalfClose = true;
  /** A DATA message starts with a zero byte. */
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
        if (this.#hasRemoteEnded) return violation('stream received DATA after FIN');
        if (!this.#receiving.receive(frame.value.data.length))
          return violation('stream received more DATA than was granted');
        return frame.value;
      case 'fin':
        if (this.#hasRemoteEnded) return violation('stream received FIN after FIN');
        this.#hasRemoteEnded = true;
        return { kind: 'end' };
      case 'credit':
        if (!this.#sending.grant(frame.value.bytes))
          return violation('stream received more CREDIT than a uint32 can hold');
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
    // A client that has sent FIN needs no credit.
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
