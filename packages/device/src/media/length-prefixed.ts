/** @module H.264 and H.265 as they stand in MP4 and Matroska (ISO/IEC 14496-15): units with their length in front, turned into units with start codes (Annex B). */
import { concatBytes, EdgeError } from '@longwire/protocol';

/** What a container says about its track once, for all samples. */
export interface LengthPrefixed {
  /** Bytes of the length in front of each unit. */
  readonly lengthSize: number;
  /** Parameter sets, each with its start code. */
  readonly parameterSets: Uint8Array;
}

/** The same of H.264. */
export interface AvcConfig extends LengthPrefixed {
  /** level_idc. */
  readonly level: number;
}

/** The same of H.265. */
export interface HevcConfig extends LengthPrefixed {
  readonly profileId: number;
  readonly tierFlag: number;
  readonly levelId: number;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** From the profile's compatibility flags to the level, and from the level to the length, in an hvcC. */
const HEVC_COMPATIBILITY_BYTES = 10;
const HEVC_STREAM_BYTES = 8;

/** Reads an AVCDecoderConfigurationRecord. @throws EdgeError ERR_MEDIA_INPUT */
export function parseAvcConfig(record: Uint8Array): AvcConfig {
  const reader = new Reader(record);
  if (reader.byte() !== 1) throw new EdgeError('ERR_MEDIA_INPUT', 'avcC expected version 1');
  const [, , level = 0] = reader.take(3);
  const lengthSize = (reader.byte() & 3) + 1;
  const sequenceSets = reader.units(reader.byte() & 31, 2);
  const pictureSets = reader.units(reader.byte(), 2);
  if (sequenceSets.length === 0 || pictureSets.length === 0)
    throw new EdgeError('ERR_MEDIA_INPUT', 'avcC expected parameter sets, got none');
  return { level, lengthSize, parameterSets: joinUnits([...sequenceSets, ...pictureSets]) };
}

/** Reads an HEVCDecoderConfigurationRecord. @throws EdgeError ERR_MEDIA_INPUT */
export function parseHevcConfig(record: Uint8Array): HevcConfig {
  const reader = new Reader(record);
  if (reader.byte() !== 1) throw new EdgeError('ERR_MEDIA_INPUT', 'hvcC expected version 1');
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

/** One sample as an access unit with start codes. @throws EdgeError ERR_MEDIA_INPUT for lengths that do not fit */
export function withStartCodes(sample: Uint8Array, lengthSize: number): Uint8Array {
  const reader = new Reader(sample);
  const units: Uint8Array[] = [];
  while (!reader.isAtEnd) units.push(...reader.units(1, lengthSize));
  return joinUnits(units);
}

function joinUnits(units: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...units.flatMap((unit) => [START_CODE, unit]));
}

/** Reads bytes from the front, and throws where they end early. */
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
      throw new EdgeError('ERR_MEDIA_INPUT', `video data expected ${end} bytes, got ${this.#bytes.length}`);
    const part = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return part;
  }

  /** Units that each have their length in front. */
  units(count: number, lengthSize: number): Uint8Array[] {
    return Array.from({ length: count }, () => this.take(this.number(lengthSize)));
  }
}
