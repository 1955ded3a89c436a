/** @module Puts the packets of one RTP stream together to frames. */
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

/** Most bytes of one frame. Reason: far above any sane keyframe; a stream without markers whose time stands still has no end. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Whether a decoder can start with what a payload begins. */
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
  /** Packets of it are missing, or can be. */
  isBroken: boolean;
}

/** Makes frames; after a gap in a picture the next one is a keyframe. */
export class FrameAssembler {
  readonly #codec: MediaCodec;
  #partial: PartialFrame | undefined;
  #isWaitingForKeyframe: boolean;

  constructor(codec: MediaCodec) {
    this.#codec = codec;
    this.#isWaitingForKeyframe = codec.kind === 'video';
  }

  /** Whether what comes is of no use before a keyframe. */
  get isWaitingForKeyframe(): boolean {
    return this.#isWaitingForKeyframe;
  }

  /** Takes the next packet; gives the frames that are whole now. */
  add({ packet, followsGap }: OrderedPacket): AssembledFrame[] {
    const { payload, timestamp, marker } = packet;
    const isSound = this.#codec.kind === 'audio';
    if (isSound) return payload.length === 0 ? [] : [{ payloads: [payload], timestamp, isKeyframe: true }];
    const frames: AssembledFrame[] = [];
    if (followsGap) this.#breakOff();
    if (this.#partial !== undefined && this.#partial.timestamp !== timestamp) frames.push(...this.#finish());
    this.#append(payload, timestamp, followsGap);
    if (marker) frames.push(...this.#finish());
    return frames;
  }

  #append(payload: Uint8Array, timestamp: number, followsGap: boolean): void {
    const isKeyframe = IS_KEYFRAME[this.#codec.name](payload);
    const kept = this.#codec.name === 'VP8' ? withShortVp8Descriptor(payload) : payload;
    // Behind a gap only what begins a keyframe is known to be the beginning of a frame.
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

  /** What was begun stays without its end, and what comes builds on it. */
  #breakOff(): void {
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
