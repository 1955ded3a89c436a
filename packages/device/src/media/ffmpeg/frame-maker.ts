/** @module Makes frames that can be sent of what ffmpeg writes for one track. */
import { parseAvcConfig, parseHevcConfig, withStartCodes } from '../length-prefixed.ts';
import type { MediaCodec, MediaCodecName, MediaFrame } from '../media-source.ts';
import { withParameterSets } from '../parameter-sets.ts';
import type { NutStreamHeader } from './nut-header.ts';
import type { NutFrame } from './nut-reader.ts';

/** What NUT calls the codecs, in lower case: the name of the format they came from stays. */
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

/** Bytes of G.711 in a packet, and how long they sound: 20 ms, as telephones have it. */
const G711_PACKET = { bytes: 160, ms: 20 } as const;

/** What is wrong with a track for good, until its camera is changed. */
export type TrackTrouble = 'other-codec' | 'reordered';

/** How often a frame may come before the one in front of it until the stream is taken for reordered. Reason: a camera's clock may step back once. */
const MAX_STEPS_BACK = 2;

/** A step back longer than this is a new start and no frame out of order, in milliseconds. */
const MAX_REORDER_MS = 1_000;

/** Makes frames of one track of one run; times are those of the stream. */
export class FrameMaker {
  readonly #codec: MediaCodec;
  #parameterSets: Uint8Array = new Uint8Array();
  /** Bytes of the length in front of each unit; undefined where units have start codes. */
  #lengthSize: number | undefined;
  #newestMs = Number.NEGATIVE_INFINITY;
  #stepsBack = 0;
  #isStarted = false;

  constructor(codec: MediaCodec) {
    this.#codec = codec;
  }

  /** Takes the stream's header; answers what is wrong with it. @throws EdgeError for one that cannot be read. */
  handleHeader({ fourcc, codecPrivate }: NutStreamHeader): TrackTrouble | undefined {
    if (!FOURCCS[this.#codec.name].includes(fourcc.toLowerCase())) return 'other-codec';
    const { name } = this.#codec;
    if (name !== 'H264' && name !== 'H265') return undefined;
    // A record of version 1, where parameter sets with start codes begin with a zero.
    const parse = name === 'H264' ? parseAvcConfig : parseHevcConfig;
    const record = codecPrivate[0] === 1 ? parse(codecPrivate) : undefined;
    this.#lengthSize = record?.lengthSize;
    this.#parameterSets = record?.parameterSets ?? codecPrivate;
    return undefined;
  }

  /** The frames to send: none before the first keyframe, several for a long stretch of samples. @throws EdgeError for one that cannot be read. */
  make(frame: NutFrame): readonly MediaFrame[] | 'reordered' {
    if (this.#isReordered(frame.timeMs)) return 'reordered';
    if (this.#codec.kind === 'audio') return this.#sound(frame);
    if (!frame.isKeyframe && !this.#isStarted) return [];
    this.#isStarted = true;
    const { name } = this.#codec;
    const data = this.#lengthSize === undefined ? frame.data : withStartCodes(frame.data, this.#lengthSize);
    const needsSets = frame.isKeyframe && (name === 'H264' || name === 'H265');
    return [{ ...frame, data: needsSets ? withParameterSets(name, data, this.#parameterSets) : data }];
  }

  /** WebRTC shows frames as they arrive: it cannot put B frames in their place. */
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
