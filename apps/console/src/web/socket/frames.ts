/** @module WebSocket frames (RFC 6455 section 5), the client's end. */
import type { ByteReader } from '../http/byte-reader.ts';
import { malformed } from '../http/web-error.ts';

/** RFC 6455 section 11.8. */
export const Opcode = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
export type Opcode = (typeof Opcode)[keyof typeof Opcode];

/** A received frame. */
export interface Frame {
  readonly isLast: boolean;
  readonly opcode: Opcode;
  readonly payload: Uint8Array;
}

/** Largest frame and largest fragmented message, in bytes. Reason: more than a device sends to its page in one message. */
export const MAX_MESSAGE_BYTES: number = 16 * 1024 * 1024;

const MAX_CONTROL_BYTES = 125;

/** Encodes a whole message or a control frame, masked as required of clients. */
export function encodeFrame(opcode: Opcode, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const { length } = payload;
  const extra = length <= MAX_CONTROL_BYTES ? 0 : length <= 0xff_ff ? 2 : 8;
  const bytes = new Uint8Array(2 + extra + 4 + length);
  const view = new DataView(bytes.buffer);
  bytes[0] = 0x80 | opcode;
  bytes[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) view.setUint16(2, length);
  if (extra === 8) view.setBigUint64(2, BigInt(length));
  bytes.set(mask, 2 + extra);
  for (let at = 0; at < length; at += 1) bytes[6 + extra + at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return bytes;
}

/** Reads the next frame. @throws WebError malformed, cutOff */
export async function readFrame(reader: ByteReader): Promise<Frame> {
  const [first = 0, second = 0] = await reader.exactly(2);
  const opcode = Object.values(Opcode).find((each) => each === (first & 0x0f));
  if (opcode === undefined || (first & 0x70) !== 0)
    throw malformed('a WebSocket frame uses an extension or an unknown opcode');
  if ((second & 0x80) !== 0) throw malformed('a WebSocket frame of the server is masked');
  const isLast = (first & 0x80) !== 0;
  const short = second & 0x7f;
  if (opcode >= Opcode.close && (!isLast || short > MAX_CONTROL_BYTES))
    throw malformed('a control frame is too long or fragmented');
  const length = short <= MAX_CONTROL_BYTES ? short : await readLength(reader, short === 126 ? 2 : 8);
  if (length > MAX_MESSAGE_BYTES) throw malformed(`a message is longer than ${MAX_MESSAGE_BYTES} bytes`);
  return { isLast, opcode, payload: await reader.exactly(length) };
}

async function readLength(reader: ByteReader, bytes: 2 | 8): Promise<number> {
  const view = new DataView((await reader.exactly(bytes)).buffer);
  return bytes === 2 ? view.getUint16(0) : Number(view.getBigUint64(0));
}
