/** @module Turns received RTP datagrams of one sender into frames and ignores all others. */
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { MAX_READY_PAYLOAD_BYTES } from '../rtp/payload.ts';
import { parseRtpPacket, type RtpPacket } from '../rtp/rtp-packet.ts';
import { plus } from '../rtp/sequence-number.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { readSenderReport } from './read-sender-report.ts';
import { ReorderWindow } from './reorder-window.ts';
import type { RtpSync } from './rtp-sync.ts';
import { SenderAddress, type RtcpPeer, type UdpAddress } from './sender-address.ts';
import { StreamClock } from './stream-clock.ts';

/** Options of {@link RtpIntake}. */
export interface RtpIntakeOptions {
  readonly codec: MediaCodec;
  /** Accepts only packets of this payload type; by default any. */
  readonly payloadType?: number | undefined;
  readonly sync: RtpSync;
}

/** After this time without a packet another sender is accepted immediately, in milliseconds. */
const MAX_PAUSE_MS = 1_000;

/** How long a new stream may lack a keyframe, in milliseconds. Reason: a sender that has just started sends one first, which takes time to arrive. */
const MAX_WAIT_FOR_KEYFRAME_MS = 500;

/** The stream being received. */
interface ReceivedStream {
  readonly ssrc: number;
  readonly window: ReorderWindow;
  readonly assembler: FrameAssembler;
  readonly clock: StreamClock;
  readonly sender: SenderAddress;
  readonly begunMs: number;
  lastReceivedMs: number;
}

/** Processes datagrams, which may contain anything. */
export class RtpIntake {
  readonly #options: RtpIntakeOptions;
  #stream: ReceivedStream | undefined;
  /** The first packet of a possible new sender. */
  #candidate: RtpPacket | undefined;

  constructor(options: RtpIntakeOptions) {
    this.#options = options;
  }

  /** The current stream's sender; undefined without a stream or without an RTCP address. */
  get sender(): RtcpPeer | undefined {
    const address = this.#stream?.sender.forRtcp;
    return this.#stream === undefined || address === undefined
      ? undefined
      : { ssrc: this.#stream.ssrc, ...address };
  }

  /** Whether a keyframe is overdue. */
  lacksKeyframe(nowMs: number): boolean {
    if (this.#stream === undefined) return false;
    const { assembler, begunMs } = this.#stream;
    return assembler.isWaitingForKeyframe && nowMs - begunMs >= MAX_WAIT_FOR_KEYFRAME_MS;
  }

  /** Processes a datagram of the RTP port; returns the frames that it completes. */
  handleMedia(bytes: Uint8Array, nowMs: number, from?: UdpAddress): MediaFrame[] {
    const packet = this.#parse(bytes);
    if (packet === undefined) return [];
    const selected = this.#select(packet, nowMs);
    if (selected.length > 0) this.#stream?.sender.handleMedia(from);
    return selected.flatMap((each) => this.#receive(each, nowMs));
  }

  /** Processes a datagram of the RTCP port. */
  handleReport(bytes: Uint8Array, from?: UdpAddress): void {
    if (this.#stream === undefined) return;
    const { ssrc, clock, sender } = this.#stream;
    const report = readSenderReport(bytes, ssrc);
    if (report === undefined) return;
    sender.handleReport(from);
    clock.handleReport(report);
  }

  #parse(bytes: Uint8Array): RtpPacket | undefined {
    const { payloadType } = this.#options;
    const packet = parseRtpPacket(bytes);
    if (packet === undefined || packet.payload.length > MAX_READY_PAYLOAD_BYTES) return undefined;
    return payloadType === undefined || packet.payloadType === payloadType ? packet : undefined;
  }

  /** Accepts packets of the current sender, or of a new one after two consecutive packets. */
  #select(packet: RtpPacket, nowMs: number): RtpPacket[] {
    const { ssrc, sequenceNumber } = packet;
    const stream = this.#stream;
    if (stream?.ssrc === ssrc) {
      this.#candidate = undefined;
      stream.lastReceivedMs = nowMs;
      return [packet];
    }
    const first = this.#candidate;
    const isNext = first?.ssrc === ssrc && plus(first.sequenceNumber, 1) === sequenceNumber;
    const isFree = stream === undefined || nowMs - stream.lastReceivedMs > MAX_PAUSE_MS;
    if (!isFree && !isNext) {
      this.#candidate = packet;
      return [];
    }
    this.#stream = this.#newStream(ssrc, nowMs);
    this.#candidate = undefined;
    return isNext ? [first, packet] : [packet];
  }

  #newStream(ssrc: number, nowMs: number): ReceivedStream {
    const { codec, sync } = this.#options;
    return {
      ssrc,
      window: new ReorderWindow(),
      assembler: new FrameAssembler(codec),
      clock: new StreamClock(codec.clockRate, sync),
      sender: new SenderAddress(),
      begunMs: nowMs,
      lastReceivedMs: nowMs,
    };
  }

  #receive(packet: RtpPacket, nowMs: number): MediaFrame[] {
    const stream = this.#stream;
    if (stream === undefined) return [];
    return stream.window
      .add(packet, nowMs)
      .flatMap((ordered) => stream.assembler.add(ordered))
      .map(({ payloads, timestamp, isKeyframe }) => ({
        data: NO_DATA,
        payloads,
        isKeyframe,
        timeMs: stream.clock.timeOf(timestamp, nowMs),
      }));
  }
}

const NO_DATA = new Uint8Array(0);
