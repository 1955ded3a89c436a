/** @module Assembles the packets of one RTP stream into frames. */
import type { MediaCodec } from '../media-source.ts';
import { isAv1Keyframe } from '../rtp/av1-payloads.ts';
import { isH264Keyframe } from '../rtp/h264-payloads.ts';
import { isH265Keyframe } from '../rtp/h265-payloads.ts';
import { isVp8Keyframe, withShortVp8Descriptor } from '../rtp/vp8-payloads.ts';
import { isVp9Keyframe } from '../rtp/vp9-payloads.ts';
import type { OrderedPacket } from './reorder-window.ts';

/** The packets of one frame. */
export interface AssembledFrame {
  readonly payloads: readonly Uint8Array[];
  readonly timestamp: number;
  readonly isKeyframe: boolean;
}

/** Most bytes of one frame. Reason: far above any real keyframe; a stream without markers and with a constant timestamp would never end a frame. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Whether a decoder can start with the frame that a payload begins. */
const IS_KEYFRAME: Readonly<Record<MediaCodec['name'], (payload: Uint8Array) => boolean>> = {
  H264: isH264Keyframe,
  H265: isH265Keyframe,
  VP8: isVp8Keyframe,
  VP9: isVp9Keyframe,
  AV1: isAv1Keyframe,
  opus: () => true,
  PCMU: () => true,
  PCMA: () => true,
};

interface PartialFrame {
  readonly timestamp: number;
  readonly payloads: Uint8Array[];
  bytes: number;
  isKeyframe: boolean;
  /** Whether packets of the frame are or may be missing. */
  isBroken: boolean;
}

/** Assembles frames; after a gap in video, frames before the next keyframe are dropped. */
export class FrameAssembler {
  readonly #codec: MediaCodec;
  #partial: PartialFrame | undefined;
  #isWaitingForKeyframe: boolean;

  constructor(codec: MediaCodec) {
    this.#codec = codec;
    this.#isWaitingForKeyframe = codec.kind === 'video';
  }

  /** Whether frames are dropped until a keyframe. */
  get isWaitingForKeyframe(): boolean {
    return this.#isWaitingForKeyframe;
  }

  /** Adds the next packet; returns the frames that it completes. */
  add({ packet, followsGap }: OrderedPacket): AssembledFrame[] {
    const { payload, timestamp, marker } = packet;
    const isAudio = this.#codec.kind === 'audio';
    if (isAudio) return payload.length === 0 ? [] : [{ payloads: [payload], timestamp, isKeyframe: true }];
    const frames: AssembledFrame[] = [];
    if (followsGap) this.#dropPartial();
    if (this.#partial !== undefined && this.#partial.timestamp !== timestamp) frames.push(...this.#finish());
    this.#append(payload, timestamp, followsGap);
    if (marker) frames.push(...this.#finish());
    return frames;
  }

  #append(payload: Uint8Array, timestamp: number, followsGap: boolean): void {
    const isKeyframe = IS_KEYFRAME[this.#codec.name](payload);
    const kept = this.#codec.name === 'VP8' ? withShortVp8Descriptor(payload) : payload;
    // After a gap only the start of a keyframe is certain to be the start of a frame.
    this.#partial ??= {
      timestamp,
      payloads: [],
      bytes: 0,
      isKeyframe: false,
      isBroken: followsGap && !isKeyframe,
    };
    const frame = this.#partial;
    if (kept === undefined || kept.length === 0) return;
    frame.payloads.push(kept);
    frame.bytes += kept.length;
    frame.isKeyframe ||= isKeyframe;
    frame.isBroken ||= frame.bytes > MAX_FRAME_BYTES;
    if (frame.isBroken) frame.payloads.length = 0;
  }

  /** Drops the partial frame; later frames depend on it. */
  #dropPartial(): void {
    this.#partial = undefined;
    this.#isWaitingForKeyframe = true;
  }

  #finish(): AssembledFrame[] {
    const frame = this.#partial;
    this.#partial = undefined;
    if (frame === undefined || (frame.payloads.length === 0 && !frame.isBroken)) return [];
    if (frame.isBroken) this.#isWaitingForKeyframe = true;
    if (frame.isBroken || (this.#isWaitingForKeyframe && !frame.isKeyframe)) return [];
    this.#isWaitingForKeyframe = false;
    const { payloads, timestamp, isKeyframe } = frame;
    return [{ payloads, timestamp, isKeyframe }];
  }
}
