/** @module Reads one stream in NUT, as ffmpeg writes it into a pipe: each frame is given as soon as its last byte is there. */
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
  /** A copy: it may be kept. */
  readonly data: Uint8Array;
  readonly timeMs: number;
  readonly isKeyframe: boolean;
}

/** Takes what is in the stream. */
export interface NutOutput {
  /** The stream's header; it comes again from time to time. */
  stream(header: NutStreamHeader): void;
  frame(frame: NutFrame): void;
}

/** Largest frame taken, in bytes. Reason: a keyframe of a 4K camera has one or two million. */
export const MAX_NUT_FRAME_BYTES: number = 16 * 1024 * 1024;

/** Largest packet of another kind, in bytes. Reason: parameter sets and tags are a few thousand. */
export const MAX_NUT_PACKET_BYTES: number = 256 * 1024;

const FILE_ID = new TextEncoder().encode('nut/multimedia container\0');

/** The first eight bytes of packets, in hex. */
const StartCode = {
  main: '4e4d7a561f5f04ad',
  stream: '4e5311405bf2f9db',
  syncpoint: '4e4be4adeeca4569',
} as const;

/** Packets with a content longer than this have a checksum behind their length. */
const CHECKED_LENGTH_BYTES = 4096;
const CHECKSUM_BYTES = 4;

/** Frames longer than this leave nothing out. */
const MAX_ELIDED_FRAME_BYTES = 4096;

interface FrameHead {
  readonly flags: number;
  readonly ticks: number;
  readonly length: number;
  readonly elided: Uint8Array;
}

/** Reads a stream from its start. After an error it is of no more use. */
export class NutReader {
  readonly #output: NutOutput;
  /** Received and not read. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** What is read next has so many bytes, as far as is known. Reason: a large frame put together at each of its chunks is copied hundreds of times. */
  #neededBytes = 0;
  #isStarted = false;
  #main: NutMainHeader | undefined;
  #stream: NutStreamHeader | undefined;
  #lastTicks = 0;

  constructor(output: NutOutput) {
    this.#output = output;
  }

  /** Takes the next bytes. @throws EdgeError ERR_MEDIA_INPUT for what is not one stream in NUT. */
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

  /** All that was read so far stands further back than there are bytes. */
  #waitFor({ offset }: NutCursor): 0 {
    this.#neededBytes = offset;
    return 0;
  }

  /** Reads what stands in front; the number of bytes it had, 0 when not all are there. */
  #readNext(bytes: Uint8Array): number {
    if (!this.#isStarted) return this.#readFileId(bytes);
    return bytes[0] === NUT_START_BYTE ? this.#readPacket(bytes) : this.#readFrame(bytes);
  }

  #readFileId(bytes: Uint8Array): number {
    const part = bytes.subarray(0, FILE_ID.length);
    if (part.some((byte, index) => byte !== FILE_ID[index]))
      throw new EdgeError('ERR_MEDIA_INPUT', 'NUT expected its file id first');
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
        `NUT packet expected up to ${MAX_NUT_PACKET_BYTES} bytes, got ${length}`,
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

  /** Times are counted anew from a syncpoint's. */
  #handleSyncpoint(content: Uint8Array): void {
    const { main, stream } = this.#headers();
    const cursor = new NutCursor(content);
    const coded = cursor.number();
    const base = main.timeBases[coded % main.timeBases.length];
    const own = main.timeBases[stream.timeBaseId];
    if (cursor.isShort || base === undefined || own === undefined)
      throw new EdgeError('ERR_MEDIA_INPUT', 'NUT syncpoint expected a time');
    const ticks = Math.floor(coded / main.timeBases.length);
    const scale = (base.numerator * own.denominator) / (base.denominator * own.numerator);
    this.#lastTicks = base === own ? ticks : Math.floor(ticks * scale);
  }

  #headers(): { main: NutMainHeader; stream: NutStreamHeader } {
    if (this.#main === undefined || this.#stream === undefined)
      throw new EdgeError('ERR_MEDIA_INPUT', 'NUT expected its headers before anything else');
    return { main: this.#main, stream: this.#stream };
  }

  #readFrame(bytes: Uint8Array): number {
    const { main, stream } = this.#headers();
    const cursor = new NutCursor(bytes);
    const code = main.frameCodes[cursor.byte()];
    if (code === undefined) throw new EdgeError('ERR_MEDIA_INPUT', 'NUT expected 256 frame codes');
    const head = this.#readHead(cursor, code, main, stream);
    if (head === undefined) return 0;
    const data = cursor.take(head.length - head.elided.length);
    if (cursor.isShort) return this.#waitFor(cursor);
    this.#lastTicks = head.ticks;
    this.#output.frame({
      data: concatBytes(head.elided, data),
      timeMs: this.#timeMs(head.ticks, main, stream),
      isKeyframe: (head.flags & NutFlag.keyframe) !== 0,
    });
    return cursor.offset;
  }

  /** What stands before a frame's data; undefined while bytes are missing. */
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
      throw new EdgeError('ERR_MEDIA_INPUT', 'NUT frame expected a known form, of the one stream');
    const elided = length > MAX_ELIDED_FRAME_BYTES ? new Uint8Array() : main.elidedHeaders[index];
    if (length > MAX_NUT_FRAME_BYTES || elided === undefined || elided.length > length)
      throw new EdgeError('ERR_MEDIA_INPUT', `NUT frame has an impossible length of ${length} bytes`);
    return { flags, ticks, length, elided };
  }

  /** A time is written whole, or as its low bits when it is near the last one. */
  #ticksOf(coded: number, lowBits: number): number {
    const span = 2 ** lowBits;
    if (coded >= span) return coded - span;
    const least = this.#lastTicks - Math.floor((span - 1) / 2);
    return least + ((((coded - least) % span) + span) % span);
  }

  #timeMs(ticks: number, { timeBases }: NutMainHeader, { timeBaseId }: NutStreamHeader): number {
    const base = timeBases[timeBaseId];
    if (base === undefined) throw new EdgeError('ERR_MEDIA_INPUT', 'NUT stream expected a known time base');
    return ((ticks * base.numerator) / base.denominator) * 1000;
  }
}
