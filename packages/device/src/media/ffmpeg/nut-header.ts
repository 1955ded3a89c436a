/** @module The two headers of a NUT stream: how frames are written, and what is in them (https://ffmpeg.org/~michael/nut.txt). */
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

/** What one value of a frame's first byte stands for. */
export interface NutFrameCode {
  readonly flags: number;
  readonly sizeFactor: number;
  readonly sizeLow: number;
  readonly timeDelta: number;
  readonly reservedCount: number;
  readonly headerIndex: number;
}

/** How frames are written. */
export interface NutMainHeader {
  /** Seconds a tick, as a fraction; the first one is used for every time in the stream. */
  readonly timeBases: readonly NutTimeBase[];
  readonly frameCodes: readonly NutFrameCode[];
  /** Bytes that frames may leave out at their start. */
  readonly elidedHeaders: readonly Uint8Array[];
}

/** Seconds a tick, as a fraction. */
export interface NutTimeBase {
  readonly numerator: number;
  readonly denominator: number;
}

/** What is in the stream. */
export interface NutStreamHeader {
  /** The codec's name, four bytes as they are, in Latin-1. */
  readonly fourcc: string;
  readonly timeBaseId: number;
  /** How many low bits of a time are written when it is near the one before. */
  readonly timeLowBits: number;
  /** What a decoder needs besides the frames. */
  readonly codecPrivate: Uint8Array;
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
}

const FRAME_CODES = 256;
/** The first byte of every packet that is no frame. */
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
  if (cursor.isShort) throw new EdgeError('ERR_MEDIA_INPUT', 'NUT header expected more bytes');
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

/** The table is written as runs of equal entries; a run's fields that are left out have the values of the run before, or 0. */
function parseFrameCodes(cursor: NutCursor): readonly NutFrameCode[] {
  const codes: NutFrameCode[] = [];
  let [timeDelta, sizeFactor, headerIndex] = [0, 1, 0];
  while (codes.length < FRAME_CODES) {
    if (cursor.isAtEnd) throw new EdgeError('ERR_MEDIA_INPUT', 'NUT frame table expected 256 entries');
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
      // This byte announces a packet; the run goes on behind it.
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
  if (cursor.isShort) throw new EdgeError('ERR_MEDIA_INPUT', 'NUT stream header expected more bytes');
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
    throw new EdgeError('ERR_MEDIA_INPUT', `NUT ${what} expected ${least} to ${most}, got ${value}`);
}
