/** @module Reads one NUT stream from an ffmpeg pipe and emits each frame as soon as its last byte arrives. */
import { concatBytes, EdgeError } from '@longwire/protocol';
import { NutCursor } from './nut-cursor.ts';
import {
  NUT_START_BYTE,
  NutFlag,
  parseNutMainHeader,
  parseNutStreamHeader,
  type NutFrameCode,
  type NutMainHeader,
  type NutStreamHeader,
} from './nut-header.ts';

/** One frame. */
export interface NutFrame {
  /** A copy that the receiver may keep. */
  readonly data: Uint8Array;
  readonly timeMs: number;
  readonly isKeyframe: boolean;
}

/** Callbacks of {@link NutReader}. */
export interface NutOutput {
  /** Called with the stream's header, which ffmpeg repeats from time to time. */
  stream(header: NutStreamHeader): void;
  frame(frame: NutFrame): void;
}

/** Largest frame, in bytes. Reason: a keyframe of a 4K camera has one to two million bytes. */
export const MAX_NUT_FRAME_BYTES: number = 16 * 1024 * 1024;

/** Largest packet of another kind, in bytes. Reason: parameter sets and tags have a few thousand bytes. */
export const MAX_NUT_PACKET_BYTES: number = 256 * 1024;

const FILE_ID = new TextEncoder().encode('nut/multimedia container\0');

/** The start codes of packets, in hex. */
const StartCode = {
  main: '4e4d7a561f5f04ad',
  stream: '4e5311405bf2f9db',
  syncpoint: '4e4be4adeeca4569',
} as const;

/** Packets with longer content have a checksum after their length. */
const CHECKED_LENGTH_BYTES = 4096;
const CHECKSUM_BYTES = 4;

/** Longer frames have no elided header. */
const MAX_ELIDED_FRAME_BYTES = 4096;

interface FrameHead {
  readonly flags: number;
  readonly ticks: number;
  readonly length: number;
  readonly elided: Uint8Array;
}

/** Reads a stream from its start. After an error the reader cannot be used any more. */
export class NutReader {
  readonly #output: NutOutput;
  /** Received chunks that have not been read. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The bytes needed for the next read, as far as known. Reason: joining a large frame at each chunk would copy it hundreds of times. */
  #neededBytes = 0;
  #isStarted = false;
  #main: NutMainHeader | undefined;
  #stream: NutStreamHeader | undefined;
  #lastTicks = 0;

  constructor(output: NutOutput) {
    this.#output = output;
  }

  /** Processes the next bytes. @throws EdgeError ERR_MEDIA_INPUT if they are not a single NUT stream. */
  push(chunk: Uint8Array): void {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes < this.#neededBytes) return;
    this.#neededBytes = 0;
    let bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending);
    while (bytes.length > 0) {
      const used = this.#readNext(bytes);
      if (used === 0) break;
      bytes = bytes.subarray(used);
    }
    this.#pending = bytes.length === 0 ? [] : [bytes];
    this.#pendingBytes = bytes.length;
  }

  /** Not enough bytes yet; remembers how many are needed. */
  #waitFor({ offset }: NutCursor): 0 {
    this.#neededBytes = offset;
    return 0;
  }

  /** Reads the next packet or frame; returns its length, or 0 if it is incomplete. */
  #readNext(bytes: Uint8Array): number {
    if (!this.#isStarted) return this.#readFileId(bytes);
    return bytes[0] === NUT_START_BYTE ? this.#readPacket(bytes) : this.#readFrame(bytes);
  }

  #readFileId(bytes: Uint8Array): number {
    const part = bytes.subarray(0, FILE_ID.length);
    if (part.some((byte, index) => byte !== FILE_ID[index]))
      throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: it does not start with the file id');
    this.#isStarted = part.length === FILE_ID.length;
    return this.#isStarted ? FILE_ID.length : 0;
  }

  #readPacket(bytes: Uint8Array): number {
    const cursor = new NutCursor(bytes);
    const startCode = Buffer.from(cursor.take(8)).toString('hex');
    if (cursor.isShort) return 0;
    const length = cursor.number();
    if (cursor.isShort) return 0;
    if (length < CHECKSUM_BYTES || length > MAX_NUT_PACKET_BYTES)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        `invalid NUT stream: a packet has ${length} bytes, the limit is ${MAX_NUT_PACKET_BYTES}`,
      );
    if (length > CHECKED_LENGTH_BYTES) cursor.take(CHECKSUM_BYTES);
    const content = cursor.take(length - CHECKSUM_BYTES);
    cursor.take(CHECKSUM_BYTES);
    if (cursor.isShort) return this.#waitFor(cursor);
    this.#handlePacket(startCode, content);
    return cursor.offset;
  }

  #handlePacket(startCode: string, content: Uint8Array): void {
    if (startCode === StartCode.main) this.#main = parseNutMainHeader(content);
    else if (startCode === StartCode.stream) {
      this.#stream = parseNutStreamHeader(content);
      this.#output.stream(this.#stream);
    } else if (startCode === StartCode.syncpoint) this.#handleSyncpoint(content);
  }

  /** Resets the time base for the following frames to the syncpoint's time. */
  #handleSyncpoint(content: Uint8Array): void {
    const { main, stream } = this.#headers();
    const cursor = new NutCursor(content);
    const coded = cursor.number();
    const base = main.timeBases[coded % main.timeBases.length];
    const own = main.timeBases[stream.timeBaseId];
    if (cursor.isShort || base === undefined || own === undefined)
      throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: a syncpoint has no time base');
    const ticks = Math.floor(coded / main.timeBases.length);
    const scale = (base.numerator * own.denominator) / (base.denominator * own.numerator);
    this.#lastTicks = base === own ? ticks : Math.floor(ticks * scale);
  }

  #headers(): { main: NutMainHeader; stream: NutStreamHeader } {
    if (this.#main === undefined || this.#stream === undefined)
      throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: a frame or syncpoint precedes the headers');
    return { main: this.#main, stream: this.#stream };
  }

  #readFrame(bytes: Uint8Array): number {
    const { main, stream } = this.#headers();
    const cursor = new NutCursor(bytes);
    const code = main.frameCodes[cursor.byte()];
    if (code === undefined)
      throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: a frame has no frame code');
    const head = this.#readHead(cursor, code, main, stream);
    if (head === undefined) return 0;
    const data = cursor.take(head.length - head.elided.length);
    if (cursor.isShort) return this.#waitFor(cursor);
    this.#lastTicks = head.ticks;
    this.#output.frame({
      data: concatBytes([head.elided, data]),
      timeMs: this.#timeMs(head.ticks, main, stream),
      isKeyframe: (head.flags & NutFlag.keyframe) !== 0,
    });
    return cursor.offset;
  }

  /** Reads the header of a frame; undefined if it is incomplete. */
  #readHead(
    cursor: NutCursor,
    code: NutFrameCode,
    main: NutMainHeader,
    stream: NutStreamHeader,
  ): FrameHead | undefined {
    const flags = (code.flags & NutFlag.codedFlags) === 0 ? code.flags : code.flags ^ cursor.number();
    const streamId = (flags & NutFlag.streamId) === 0 ? 0 : cursor.number();
    const ticks =
      (flags & NutFlag.codedTime) === 0
        ? this.#lastTicks + code.timeDelta
        : this.#ticksOf(cursor.number(), stream.timeLowBits);
    const length = code.sizeLow + ((flags & NutFlag.sizeHigh) === 0 ? 0 : cursor.number() * code.sizeFactor);
    if ((flags & NutFlag.matchTime) !== 0) cursor.signed();
    const index = (flags & NutFlag.headerIndex) === 0 ? code.headerIndex : cursor.number();
    const reserved = (flags & NutFlag.reserved) === 0 ? code.reservedCount : cursor.number();
    for (let count = 0; count < reserved && !cursor.isShort; count += 1) cursor.number();
    if ((flags & NutFlag.checksum) !== 0) cursor.take(CHECKSUM_BYTES);
    if (cursor.isShort) return undefined;
    if ((flags & (NutFlag.invalid | NutFlag.sideData)) !== 0 || streamId !== 0)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        'invalid NUT stream: a frame has unsupported flags or another stream id',
      );
    const elided = length > MAX_ELIDED_FRAME_BYTES ? new Uint8Array() : main.elidedHeaders[index];
    if (length > MAX_NUT_FRAME_BYTES || elided === undefined || elided.length > length)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        `invalid NUT stream: a frame has an impossible length of ${length} bytes`,
      );
    return { flags, ticks, length, elided };
  }

  /** Decodes a time, which is either complete or the low bits of one near the last. */
  #ticksOf(coded: number, lowBits: number): number {
    const span = 2 ** lowBits;
    if (coded >= span) return coded - span;
    const least = this.#lastTicks - Math.floor((span - 1) / 2);
    return least + ((((coded - least) % span) + span) % span);
  }

  #timeMs(ticks: number, { timeBases }: NutMainHeader, { timeBaseId }: NutStreamHeader): number {
    const base = timeBases[timeBaseId];
    if (base === undefined)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        'invalid NUT stream: the stream header refers to a missing time base',
      );
    return ((ticks * base.numerator) / base.denominator) * 1000;
  }
}
