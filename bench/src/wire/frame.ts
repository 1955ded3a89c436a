/** @module WebSocket frames written and parsed by hand (RFC 6455 section 5): load that costs its process less than the server under load. */

/** The opcodes in use. */
export const Opcode = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** One whole frame. */
export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

const FINAL = 0x80;
const MASKED = 0x80;
const MAX_SHORT = 125;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
/** A mask of zeros would spare the server the unmasking. */
const MASK = Buffer.from([0x5a, 0xc3, 0x3c, 0xa5]);

/** A client's masked frame, ready to be written as often as needed. */
export function makeFrame(opcode: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const head = bytes.length <= MAX_SHORT ? Buffer.alloc(2) : Buffer.alloc(4);
  head[0] = FINAL + opcode;
  head[1] = MASKED + (bytes.length <= MAX_SHORT ? bytes.length : LENGTH_16);
  if (bytes.length > MAX_SHORT) head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, MASK, bytes.map((byte, index) => byte ^ (MASK[index % MASK.length] ?? 0))]);
}

/** Parses a server's frames, which are unmasked, from its bytes, however they are split. */
export class FrameReader {
  #left: Buffer = Buffer.alloc(0);

  /** Emits each complete frame. */
  read(bytes: Buffer, handle: (frame: Frame) => void): void {
    let rest = this.#left.length === 0 ? bytes : Buffer.concat([this.#left, bytes]);
    for (let size = frameSize(rest); size !== undefined; size = frameSize(rest)) {
      const { start, end } = size;
      if (end > rest.length) break;
      handle({ opcode: rest.readUInt8(0) & 0x0f, payload: rest.subarray(start, end) });
      rest = rest.subarray(end);
    }
    this.#left = rest;
  }
}

/** Start and end of the first frame's payload; undefined while its head is incomplete. */
function frameSize(bytes: Buffer): { start: number; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const length = bytes.readUInt8(1);
  if (length < LENGTH_16) return { start: 2, end: 2 + length };
  if (length === LENGTH_16) {
    return bytes.length < 4 ? undefined : { start: 4, end: 4 + bytes.readUInt16BE(2) };
  }
  if (length === LENGTH_64) throw new RangeError('frame is too long: want less than 64 KiB');
  throw new RangeError('frame from the server is masked');
}
