/** @module The messages of a framed stream, one per data channel message (PROTOCOL.md section 9, `stream/1`). */
import { assertNever } from '../assert-never.ts';
import type { Parsed } from '../parsed.ts';

/** One message of a stream. */
export type StreamFrame =
  /** Bytes of the stream; only these count against the credit. */
  | { readonly kind: 'data'; readonly data: Uint8Array }
  /** No more data from this side; the other direction continues. */
  | { readonly kind: 'fin' }
  /** Both directions end at once; data in flight is lost. */
  | { readonly kind: 'reset'; readonly code: number }
  /** The other side may send this many more bytes. */
  | { readonly kind: 'credit'; readonly bytes: number };

/** The largest message of a stream, in bytes: what browsers and devices accept as one (docs/platform.md). */
export const MAX_STREAM_MESSAGE_BYTES = 262_144;

/**
 * The data in one message, in bytes, unless the other side accepts less. Reason: messages of 16 to 64 KiB are fastest
 * (docs/platform.md), and programs read this much from a socket at once: one byte more would become a message of its
 * own each time.
 */
export const STREAM_CHUNK_BYTES = 65_536;

/** The largest number in a frame. */
export const MAX_UINT32 = 0xffff_ffff;

const FrameType = { data: 0, fin: 1, reset: 2, credit: 3 } as const;
const UINT32_BYTES = 4;

/** Encodes one frame as one message. */
export function encodeStreamFrame(frame: StreamFrame): Uint8Array<ArrayBuffer> {
  switch (frame.kind) {
    case 'data': {
      const message = new Uint8Array(1 + frame.data.length);
      message[0] = FrameType.data;
      message.set(frame.data, 1);
      return message;
    }
    case 'fin':
      return Uint8Array.of(FrameType.fin);
    case 'reset':
      return withNumber(FrameType.reset, frame.code);
    case 'credit':
      return withNumber(FrameType.credit, frame.bytes);
    default:
      return assertNever(frame);
  }
}

/** Decodes one message; never throws. The data of a DATA frame is a view of the message, not a copy. */
export function decodeStreamFrame(message: Uint8Array): Parsed<StreamFrame> {
  if (message.length > MAX_STREAM_MESSAGE_BYTES) return malformed('more bytes than a message may have');
  const [type] = message;
  switch (type) {
    case undefined:
      return malformed('no bytes');
    case FrameType.data:
      return { ok: true, value: { kind: 'data', data: plainView(message, 1) } };
    case FrameType.fin:
      return message.length === 1 ? { ok: true, value: { kind: 'fin' } } : malformed('bytes after a FIN');
    case FrameType.reset:
    case FrameType.credit: {
      const number = numberOf(message);
      if (number === undefined) return malformed('a number that is not four bytes');
      return type === FrameType.reset
        ? { ok: true, value: { kind: 'reset', code: number } }
        : { ok: true, value: { kind: 'credit', bytes: number } };
    }
    default:
      return malformed('an unknown type');
  }
}

function withNumber(type: number, value: number): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(1 + UINT32_BYTES);
  message[0] = type;
  new DataView(message.buffer).setUint32(1, value);
  return message;
}

function numberOf(message: Uint8Array): number | undefined {
  if (message.length !== 1 + UINT32_BYTES) return undefined;
  return new DataView(message.buffer, message.byteOffset, message.byteLength).getUint32(1);
}

/** Turns a Buffer of Node into a plain Uint8Array, whose `slice` copies. */
function plainView(bytes: Uint8Array, from: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + from, bytes.byteLength - from);
}

function malformed(what: string): Parsed<StreamFrame> {
  return { ok: false, reason: `stream frame with ${what}` };
}
