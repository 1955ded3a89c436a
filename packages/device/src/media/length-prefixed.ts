/** @module Converts H.264 and H.265 from the length-prefixed format of MP4 and Matroska (ISO/IEC 14496-15) to start codes (Annex B). */
import { concatBytes, EdgeError } from '@longwire/protocol';

/** The decoder configuration of a track. */
export interface LengthPrefixed {
  /** The size of the length field before each unit, in bytes. */
  readonly lengthSize: number;
  /** Parameter sets, each with its start code. */
  readonly parameterSets: Uint8Array;
}

/** The decoder configuration of an H.264 track. */
export interface AvcConfig extends LengthPrefixed {
  /** level_idc. */
  readonly level: number;
}

/** The decoder configuration of an H.265 track. */
export interface HevcConfig extends LengthPrefixed {
  readonly profileId: number;
  readonly tierFlag: number;
  readonly levelId: number;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** Bytes in an hvcC from the compatibility flags to the level, and from the level to the length size. */
const HEVC_COMPATIBILITY_BYTES = 10;
const HEVC_STREAM_BYTES = 8;

/** Reads an AVCDecoderConfigurationRecord. @throws EdgeError ERR_MEDIA_INPUT */
export function parseAvcConfig(record: Uint8Array): AvcConfig {
  const reader = new Reader(record);
  if (reader.byte() !== 1) throw new EdgeError('ERR_MEDIA_INPUT', 'cannot read avcC: its version is not 1');
  const [, , level = 0] = reader.take(3);
  const lengthSize = (reader.byte() & 3) + 1;
  const sequenceSets = reader.units(reader.byte() & 31, 2);
  const pictureSets = reader.units(reader.byte(), 2);
  if (sequenceSets.length === 0 || pictureSets.length === 0)
    throw new EdgeError('ERR_MEDIA_INPUT', 'cannot read avcC: it contains no parameter sets');
  return { level, lengthSize, parameterSets: joinUnits([...sequenceSets, ...pictureSets]) };
}

/** Reads an HEVCDecoderConfigurationRecord. @throws EdgeError ERR_MEDIA_INPUT */
export function parseHevcConfig(record: Uint8Array): HevcConfig {
  const reader = new Reader(record);
  if (reader.byte() !== 1) throw new EdgeError('ERR_MEDIA_INPUT', 'cannot read hvcC: its version is not 1');
  const profile = reader.byte();
  reader.take(HEVC_COMPATIBILITY_BYTES);
  const levelId = reader.byte();
  reader.take(HEVC_STREAM_BYTES);
  const lengthSize = (reader.byte() & 3) + 1;
  const arrays = Array.from({ length: reader.byte() }, () => {
    reader.byte();
    return reader.units(reader.number(2), 2);
  });
  return {
    profileId: profile & 0x1f,
    tierFlag: (profile >> 5) & 1,
    levelId,
    lengthSize,
    parameterSets: joinUnits(arrays.flat()),
  };
}

/** Converts a sample to an access unit with start codes. @throws EdgeError ERR_MEDIA_INPUT if a length exceeds the sample */
export function withStartCodes(sample: Uint8Array, lengthSize: number): Uint8Array {
  const reader = new Reader(sample);
  const units: Uint8Array[] = [];
  while (!reader.isAtEnd) units.push(...reader.units(1, lengthSize));
  return joinUnits(units);
}

function joinUnits(units: readonly Uint8Array[]): Uint8Array {
  return concatBytes(units.flatMap((unit) => [START_CODE, unit]));
}

/** Reads bytes from the start; throws if they end early. */
class Reader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  byte(): number {
    return this.number(1);
  }

  number(size: number): number {
    return this.take(size).reduce((value, byte) => value * 256 + byte, 0);
  }

  take(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length)
      throw new EdgeError(
        'ERR_MEDIA_INPUT',
        `video data is truncated: need ${end} bytes, got ${this.#bytes.length}`,
      );
    const part = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return part;
  }

  /** Reads length-prefixed units. */
  units(count: number, lengthSize: number): Uint8Array[] {
    return Array.from({ length: count }, () => this.take(this.number(lengthSize)));
  }
}
