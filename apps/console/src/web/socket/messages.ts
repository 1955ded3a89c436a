/** @module Reads from a WebSocket server: messages joined from their frames, and control frames as they come. */
import type { ByteReader } from '../http/byte-reader.ts';
import { malformed } from '../http/web-error.ts';
import { MAX_MESSAGE_BYTES, Opcode, readFrame, type Frame } from './frames.ts';

/** A message or a control frame. */
export type SocketEvent =
  | { readonly kind: 'message'; readonly data: string | Uint8Array<ArrayBuffer> }
  | { readonly kind: 'ping'; readonly payload: Uint8Array }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string };

/** The close frame had no code. RFC 6455 section 7.4.1. */
const NO_CODE = 1005;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Everything up to the close frame. @throws WebError malformed, cutOff */
export async function* readSocket(reader: ByteReader): AsyncGenerator<SocketEvent> {
  let parts: Frame[] = [];
  let bytes = 0;
  for (;;) {
    const frame = await readFrame(reader);
    if (frame.opcode === Opcode.ping) yield { kind: 'ping', payload: frame.payload };
    else if (frame.opcode === Opcode.close) return yield readClose(frame.payload);
    else if (frame.opcode !== Opcode.pong) {
      if ((frame.opcode === Opcode.more) !== parts.length > 0)
        throw malformed('the frames of a message are out of order');
      parts.push(frame);
      bytes += frame.payload.length;
      if (bytes > MAX_MESSAGE_BYTES || parts.length > MAX_MESSAGE_BYTES / 1024)
        throw malformed(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
      if (!frame.isLast) continue;
      yield { kind: 'message', data: join(parts, bytes) };
      parts = [];
      bytes = 0;
    }
  }
}

function join(parts: readonly Frame[], bytes: number): string | Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const { payload } of parts) {
    whole.set(payload, at);
    at += payload.length;
  }
  return parts[0]?.opcode === Opcode.text ? decode(whole) : whole;
}

function readClose(payload: Uint8Array): SocketEvent {
  if (payload.length === 0) return { kind: 'close', code: NO_CODE, reason: '' };
  if (payload.length === 1) throw malformed('a close frame has half a code');
  const code = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0);
  return { kind: 'close', code, reason: decode(payload.subarray(2)) };
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw error instanceof TypeError ? malformed('a text is not UTF-8') : error;
  }
}
