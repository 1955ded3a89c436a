/** @module What comes in on a port for RTP: one sender's packets become frames, everything else is counted. */
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { MAX_READY_PAYLOAD_BYTES } from '../rtp/payload.ts';
import { parseRtpPacket, type RtpPacket } from '../rtp/rtp-packet.ts';
import { plus } from '../rtp/sequence-number.ts';
import { FrameAssembler } from './frame-assembler.ts';
import { readSenderReport } from './read-sender-report.ts';
import { ReorderWindow } from './reorder-window.ts';
import type { RtpSync } from './rtp-sync.ts';
import { SenderAddress, type HeardSender, type UdpAddress } from './sender-address.ts';
import { StreamClock } from './stream-clock.ts';

/** What an {@link RtpIntake} needs. */
export interface RtpIntakeOptions {
  readonly codec: MediaCodec;
  /** Only packets of this type; of any unless given. */
  readonly payloadType?: number | undefined;
  readonly sync: RtpSync;
}

/** After so long without a packet another sender may begin at once, in milliseconds. */
const MAX_PAUSE_MS = 1_000;

/** So long a new stream may begin without a keyframe, in milliseconds. Reason: a sender that has just started begins with one, which takes time to arrive. */
const MAX_WAIT_FOR_KEYFRAME_MS = 500;

/** The stream that is received. */
interface ReceivedStream {
  readonly ssrc: number;
  readonly window: ReorderWindow;
  readonly assembler: FrameAssembler;
  readonly clock: StreamClock;
  readonly sender: SenderAddress;
  readonly begunMs: number;
  heardMs: number;
}

/** Takes datagrams, whatever is in them. */
export class RtpIntake {
  readonly #options: RtpIntakeOptions;
  #stream: ReceivedStream | undefined;
  /** The first packet of what may be another sender. */
  #candidate: RtpPacket | undefined;

  constructor(options: RtpIntakeOptions) {
    this.#options = options;
  }

  /** Whose stream it is; undefined while there is none, or nowhere to reach its sender. */
  get sender(): HeardSender | undefined {
    const address = this.#stream?.sender.forRtcp;
    return this.#stream === undefined || address === undefined
      ? undefined
      : { ssrc: this.#stream.ssrc, ...address };
  }

  /** Whether a keyframe is missing that should have been there. */
  lacksKeyframe(nowMs: number): boolean {
    if (this.#stream === undefined) return false;
    const { assembler, begunMs } = this.#stream;
    return assembler.isWaitingForKeyframe && nowMs - begunMs >= MAX_WAIT_FOR_KEYFRAME_MS;
  }

  /** Takes a datagram of the port for media; gives the frames that are whole now. */
  handleMedia(bytes: Uint8Array, nowMs: number, from?: UdpAddress): MediaFrame[] {
    const packet = this.#parse(bytes);
    if (packet === undefined) return [];
    const selected = this.#select(packet, nowMs);
    if (selected.length > 0) this.#stream?.sender.handleMedia(from);
    return selected.flatMap((each) => this.#receive(each, nowMs));
  }

  /** Takes a datagram of the port for reports. */
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

  /** The packets that count: of the sender there is, or of one that takes its place with two packets in a row. */
  #select(packet: RtpPacket, nowMs: number): RtpPacket[] {
    const { ssrc, sequenceNumber } = packet;
    const stream = this.#stream;
    if (stream?.ssrc === ssrc) {
      this.#candidate = undefined;
      stream.heardMs = nowMs;
      return [packet];
    }
    const first = this.#candidate;
    const isNext = first?.ssrc === ssrc && plus(first.sequenceNumber, 1) === sequenceNumber;
    const isFree = stream === undefined || nowMs - stream.heardMs > MAX_PAUSE_MS;
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
      heardMs: nowMs,
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
