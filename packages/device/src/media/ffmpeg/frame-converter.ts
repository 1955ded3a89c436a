/** @module Converts ffmpeg's output for one track to frames that can be sent. */
import { parseAvcConfig, parseHevcConfig, withStartCodes } from '../length-prefixed.ts';
import type { MediaCodec, MediaCodecName, MediaFrame } from '../media-source.ts';
import { withParameterSets } from '../parameter-sets.ts';
import type { NutStreamHeader } from './nut-header.ts';
import type { NutFrame } from './nut-reader.ts';

/** The FourCCs of the codecs in NUT, in lower case; they depend on the input format. */
const FOURCCS: Readonly<Record<MediaCodecName, readonly string[]>> = {
  H264: ['h264', 'avc1', 'avc3', 'x264', 'davc'],
  H265: ['hevc', 'hev1', 'hvc1', 'h265'],
  VP8: ['vp80', 'vp08'],
  VP9: ['vp90', 'vp09'],
  AV1: ['av01'],
  opus: ['opus'],
  PCMU: ['\u0007\0\0\0', 'ulaw'],
  PCMA: ['\u0006\0\0\0', 'alaw'],
};

/** Size and duration of a G.711 packet: 20 ms, as telephones use it. */
const G711_PACKET = { bytes: 160, ms: 20 } as const;

/** A problem of a track that lasts until its camera is reconfigured. */
export type TrackProblem = 'other-codec' | 'reordered';

/** How many backward steps in time mark a stream as reordered. Reason: a camera's clock may step back once. */
const MAX_STEPS_BACK = 2;

/** A longer backward step is a restart and not a reordered frame, in milliseconds. */
const MAX_REORDER_MS = 1_000;

/** Converts the frames of one track of one run; times are those of the stream. */
export class FrameConverter {
  readonly #codec: MediaCodec;
  #parameterSets: Uint8Array = new Uint8Array();
  /** The size of the length field before each unit; undefined if units have start codes. */
  #lengthSize: number | undefined;
  #newestMs = Number.NEGATIVE_INFINITY;
  #stepsBack = 0;
  #isStarted = false;

  constructor(codec: MediaCodec) {
    this.#codec = codec;
  }

  /** Reads the stream's header; returns a problem, if any. @throws EdgeError for an unreadable header. */
  handleHeader({ fourcc, codecPrivate }: NutStreamHeader): TrackProblem | undefined {
    if (!FOURCCS[this.#codec.name].includes(fourcc.toLowerCase())) return 'other-codec';
    const { name } = this.#codec;
    if (name !== 'H264' && name !== 'H265') return undefined;
    // A configuration record starts with version 1, parameter sets with start codes start with 0.
    const parse = name === 'H264' ? parseAvcConfig : parseHevcConfig;
    const record = codecPrivate[0] === 1 ? parse(codecPrivate) : undefined;
    this.#lengthSize = record?.lengthSize;
    this.#parameterSets = record?.parameterSets ?? codecPrivate;
    return undefined;
  }

  /** Returns the frames to send: none before the first keyframe, several for a long block of samples. @throws EdgeError for an unreadable frame. */
  convert(frame: NutFrame): readonly MediaFrame[] | 'reordered' {
    if (this.#isReordered(frame.timeMs)) return 'reordered';
    if (this.#codec.kind === 'audio') return this.#sound(frame);
    if (!frame.isKeyframe && !this.#isStarted) return [];
    this.#isStarted = true;
    const { name } = this.#codec;
    const data = this.#lengthSize === undefined ? frame.data : withStartCodes(frame.data, this.#lengthSize);
    const needsSets = frame.isKeyframe && (name === 'H264' || name === 'H265');
    return [{ ...frame, data: needsSets ? withParameterSets(name, data, this.#parameterSets) : data }];
  }

  /** WebRTC shows frames in the order in which they arrive, so it cannot show B frames. */
  #isReordered(timeMs: number): boolean {
    if (this.#codec.kind === 'audio') return false;
    if (timeMs < this.#newestMs && this.#newestMs - timeMs < MAX_REORDER_MS) this.#stepsBack += 1;
    else this.#newestMs = timeMs;
    return this.#stepsBack > MAX_STEPS_BACK;
  }

  #sound({ data, timeMs }: NutFrame): readonly MediaFrame[] {
    if (this.#codec.name !== 'PCMU' && this.#codec.name !== 'PCMA')
      return [{ data, timeMs, isKeyframe: true }];
    return Array.from({ length: Math.ceil(data.length / G711_PACKET.bytes) }, (_, index) => ({
      data: data.subarray(index * G711_PACKET.bytes, (index + 1) * G711_PACKET.bytes),
      timeMs: timeMs + index * G711_PACKET.ms,
      isKeyframe: true,
    }));
  }
}
