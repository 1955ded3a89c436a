/** @module H.264 as it stands in MP4 (ISO/IEC 14496-15), turned into access units with start codes (H.264 Annex B). */
import { concatBytes, EdgeError } from '@longwire/protocol';

/** What an MP4 says about its H.264 track once, for all samples. */
export interface AvcConfig {
  /** profile_idc, constraint flags and level_idc: the `profile-level-id` of SDP. */
  readonly profileLevelId: string;
  /** Bytes of the length in front of each NAL unit. */
  readonly lengthSize: number;
  /** Sequence and picture parameter sets, each with its start code. */
  readonly parameterSets: Uint8Array;
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** NAL unit types (H.264 table 7-1). */
const NalType = { idrSlice: 5, sps: 7, pps: 8, accessUnitDelimiter: 9 } as const;

/** Reads an AVCDecoderConfigurationRecord. @throws EdgeError ERR_CLIP_FORMAT */
export function parseAvcConfig(record: Uint8Array): AvcConfig {
  const reader = new Reader(record);
  if (reader.byte() !== 1) throw new EdgeError('ERR_CLIP_FORMAT', 'avcC expected version 1');
  const profileLevelId = Buffer.from(reader.take(3)).toString('hex');
  const lengthSize = (reader.byte() & 3) + 1;
  const sequenceSets = reader.units(reader.byte() & 31, 2);
  const pictureSets = reader.units(reader.byte(), 2);
  if (sequenceSets.length === 0 || pictureSets.length === 0)
    throw new EdgeError('ERR_CLIP_FORMAT', 'avcC expected parameter sets, got none');
  return { profileLevelId, lengthSize, parameterSets: withStartCodes([...sequenceSets, ...pictureSets]) };
}

/** One sample as an access unit with start codes; a keyframe gets the parameter sets in front. @throws EdgeError ERR_CLIP_FORMAT */
export function toAnnexB(sample: Uint8Array, config: AvcConfig): Uint8Array {
  const reader = new Reader(sample);
  const units: Uint8Array[] = [];
  while (!reader.isAtEnd) units.push(...reader.units(1, config.lengthSize));
  // The packetizer marks the end of an access unit itself; a delimiter would only cost a packet.
  const wanted = units.filter((unit) => typeOf(unit) !== NalType.accessUnitDelimiter);
  const needsSets =
    wanted.some((unit) => typeOf(unit) === NalType.idrSlice) &&
    !wanted.some((unit) => typeOf(unit) === NalType.sps);
  const bytes = withStartCodes(wanted);
  return needsSets ? concatBytes(config.parameterSets, bytes) : bytes;
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 31;
}

function withStartCodes(units: readonly Uint8Array[]): Uint8Array {
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
      throw new EdgeError('ERR_CLIP_FORMAT', `H.264 data expected ${end} bytes, got ${this.#bytes.length}`);
    const part = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return part;
  }

  /** Units that each have their length in front. */
  units(count: number, lengthSize: number): Uint8Array[] {
    return Array.from({ length: count }, () => this.take(this.number(lengthSize)));
  }
}
