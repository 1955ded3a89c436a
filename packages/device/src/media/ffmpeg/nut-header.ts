/** @module The main and stream headers of a NUT stream (https://ffmpeg.org/~michael/nut.txt). */
import { EdgeError } from '@longwire/protocol';
import { NutCursor } from './nut-cursor.ts';

/** Flags of a frame. */
export const NutFlag = {
  keyframe: 1,
  codedTime: 8,
  streamId: 16,
  sizeHigh: 32,
  checksum: 64,
  reserved: 128,
  sideData: 256,
  headerIndex: 1024,
  matchTime: 2048,
  codedFlags: 4096,
  invalid: 8192,
} as const;

/** The meaning of one value of a frame's first byte. */
export interface NutFrameCode {
  readonly flags: number;
  readonly sizeFactor: number;
  readonly sizeLow: number;
  readonly timeDelta: number;
  readonly reservedCount: number;
  readonly headerIndex: number;
}

/** The main header: how frames are encoded. */
export interface NutMainHeader {
  /** The time bases; syncpoints choose one by index. */
  readonly timeBases: readonly NutTimeBase[];
  readonly frameCodes: readonly NutFrameCode[];
  /** Bytes that frames may omit at their start. */
  readonly elidedHeaders: readonly Uint8Array[];
}

/** Seconds per tick, as a fraction. */
export interface NutTimeBase {
  readonly numerator: number;
  readonly denominator: number;
}

/** The stream header: codec and format. */
export interface NutStreamHeader {
  /** The codec's FourCC as Latin-1. */
  readonly fourcc: string;
  readonly timeBaseId: number;
  /** The number of low bits that encode a time near the previous one. */
  readonly timeLowBits: number;
  /** The decoder configuration. */
  readonly codecPrivate: Uint8Array;
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
}

const FRAME_CODES = 256;
/** The first byte of every packet that is not a frame. */
export const NUT_START_BYTE = 0x4e;
const MAX_TIME_BASES = 8;
const MAX_ELIDED_HEADERS = 128;
const STREAM_CLASS = { video: 0, audio: 1 } as const;

/** Reads the main header's content. @throws EdgeError ERR_MEDIA_INPUT */
export function parseNutMainHeader(content: Uint8Array): NutMainHeader {
  const cursor = new NutCursor(content);
  const version = cursor.number();
  expectRange('version', version, 2, 3);
  expectRange('number of streams', cursor.number(), 1, 1);
  cursor.number();
  const timeBases = parseTimeBases(cursor);
  const frameCodes = parseFrameCodes(cursor);
  const elidedHeaders = parseElidedHeaders(cursor);
  if (cursor.isShort)
    throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: the main header is truncated');
  return { timeBases, frameCodes, elidedHeaders };
}

function parseTimeBases(cursor: NutCursor): readonly NutTimeBase[] {
  const count = cursor.number();
  expectRange('number of time bases', count, 1, MAX_TIME_BASES);
  return Array.from({ length: count }, () => {
    const [numerator, denominator] = [cursor.number(), cursor.number()];
    expectRange('time base', numerator, 1, 0xffff_ffff);
    expectRange('time base', denominator, 1, 0xffff_ffff);
    return { numerator, denominator };
  });
}

/** The table consists of runs of entries; omitted fields of a run have the values of the previous run, or 0. */
function parseFrameCodes(cursor: NutCursor): readonly NutFrameCode[] {
  const codes: NutFrameCode[] = [];
  let [timeDelta, sizeFactor, headerIndex] = [0, 1, 0];
  while (codes.length < FRAME_CODES) {
    if (cursor.isAtEnd)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        'invalid NUT stream: the frame table has fewer than 256 entries',
      );
    const flags = cursor.number();
    const fields = cursor.number();
    if (fields > 0) timeDelta = cursor.signed();
    if (fields > 1) sizeFactor = cursor.number();
    if (fields > 2) cursor.number();
    const sizeLow = fields > 3 ? cursor.number() : 0;
    const reservedCount = fields > 4 ? cursor.number() : 0;
    const count = fields > 5 ? cursor.number() : sizeFactor - sizeLow;
    if (fields > 6) cursor.signed();
    if (fields > 7) headerIndex = cursor.number();
    for (let rest = 8; rest < fields && !cursor.isShort; rest += 1) cursor.number();
    expectRange('run of frame codes', count, 1, FRAME_CODES);
    for (let index = 0; index < count && codes.length < FRAME_CODES; index += 1) {
      // This byte value starts other packets; the run continues after it.
      if (codes.length === NUT_START_BYTE) codes.push({ ...INVALID_CODE });
      codes.push({ flags, sizeFactor, sizeLow: sizeLow + index, timeDelta, reservedCount, headerIndex });
    }
  }
  return codes.slice(0, FRAME_CODES);
}

const INVALID_CODE: NutFrameCode = {
  flags: NutFlag.invalid,
  sizeFactor: 1,
  sizeLow: 0,
  timeDelta: 0,
  reservedCount: 0,
  headerIndex: 0,
};

function parseElidedHeaders(cursor: NutCursor): readonly Uint8Array[] {
  const headers = [new Uint8Array()];
  // Streams of older versions end before this list.
  if (cursor.isAtEnd) return headers;
  const count = cursor.number();
  expectRange('number of elided headers', count, 0, MAX_ELIDED_HEADERS);
  for (let index = 0; index < count; index += 1) headers.push(cursor.bytes().slice());
  return headers;
}

/** Reads a stream header's content. @throws EdgeError ERR_MEDIA_INPUT */
export function parseNutStreamHeader(content: Uint8Array): NutStreamHeader {
  const cursor = new NutCursor(content);
  expectRange('stream', cursor.number(), 0, 0);
  const streamClass = cursor.number();
  const fourcc = Buffer.from(cursor.bytes()).toString('latin1');
  const timeBaseId = cursor.number();
  const timeLowBits = cursor.number();
  expectRange('bits of a time', timeLowBits, 0, 30);
  for (let skipped = 0; skipped < 3; skipped += 1) cursor.number();
  const codecPrivate = cursor.bytes().slice();
  const isAudio = streamClass === STREAM_CLASS.audio;
  const [rate, divisor] = isAudio ? [cursor.number(), cursor.number()] : [0, 1];
  const channels = isAudio ? cursor.number() : undefined;
  if (cursor.isShort)
    throw new EdgeError('ERR_MEDIA_INPUT', 'invalid NUT stream: the stream header is truncated');
  return {
    fourcc,
    timeBaseId,
    timeLowBits,
    codecPrivate,
    sampleRate: isAudio ? rate / divisor : undefined,
    channels,
  };
}

function expectRange(what: string, value: number, least: number, most: number): void {
  if (value < least || value > most)
    throw new EdgeError(
      'ERR_MEDIA_INPUT',
      `invalid NUT stream: ${what} must be ${least} to ${most}, got ${value}`,
    );
}
