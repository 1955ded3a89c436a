/** @module One RTP stream to one viewer: frames become packets here, with sequence numbers, timestamps, reports and retransmission. */
import type { Clock } from '@longwire/protocol';
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import type { PacedQueue } from '../bandwidth/connection-pacer.ts';
import { OVERHEAD_BYTES } from '../bandwidth/media-transport.ts';
import type { QueuedPacket } from '../bandwidth/packet-queue.ts';
import { PacketRepeats, type RepeatedPacket } from './packet-repeats.ts';
import { PADDING, payloadBytes, type RtpPayload } from './payload.ts';
import { payloadsOf } from './payloads-of.ts';
import type { RtpLine } from './rtp-line.ts';
import { RTP_HEADER_BYTES, writeRtpPacket } from './rtp-packet.ts';
import { RtpTimeline } from './rtp-timeline.ts';
import { writeSenderReport } from './sender-report.ts';
import { plus } from './sequence-number.ts';
import { soundDuration } from './sound-duration.ts';
import type { TransportSequence } from './transport-sequence.ts';

/** Options of {@link RtpStream}. */
export interface RtpStreamOptions {
  readonly line: RtpLine;
  readonly codec: MediaCodec;
  /** The payload type negotiated for this line. */
  readonly payloadType: number;
  readonly ssrc: number;
  /** The same for all streams that play in sync. */
  readonly cname: string;
  readonly clock: Clock;
  /** Called when the viewer has accepted no packet for too long and the queue was dropped. */
  readonly onStuck: () => void;
}

interface SentPacket extends RepeatedPacket {
  readonly payload: RtpPayload;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly isPadding: boolean;
  /** Of its first sending; undefined before that, and if it has none. */
  transportSequence?: TransportSequence | undefined;
}

/** How often a report is sent, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** The first sequence number. Reason: in the lower half, so that it does not wrap around before SRTP has synchronized (RFC 3711 section 3.3.1). */
const firstSequenceNumber = (): number => Math.floor(Math.random() * 2 ** 15);

/** The bytes of a packet on the network besides its payload. */
const PACKET_BYTES = RTP_HEADER_BYTES + OVERHEAD_BYTES;

/** A queue of pictures longer than this, in milliseconds of sending, is behind. */
const MAX_WAIT_MS = 500;

/** How long a queue may be behind without becoming shorter, in milliseconds, before frames are dropped. Reason: a replayed group takes its time. */
const MAX_BEHIND_MS = 500;

/** The longest queue in any case, in milliseconds of sending. */
const LONGEST_WAIT_MS = 2_000;

/** How much of a keyframe may wait beside that, in milliseconds of sending. Reason: without it there is no picture at all. */
const MAX_KEYFRAME_WAIT_MS = 1_500;

/** Packetizes and sends frames. */
export class RtpStream {
  readonly #options: RtpStreamOptions;
  readonly #timeline: RtpTimeline;
  readonly #queue: PacedQueue;
  readonly #repeats: PacketRepeats<SentPacket>;
  #sequenceNumber = firstSequenceNumber();
  /** The timestamp of the last packet; undefined before the first, and while nothing follows what was dropped. */
  #lastTimestamp: number | undefined;
  /** The shortest queue since it has been behind, and when it was. */
  #behind: { readonly atMs: number; readonly bytes: number } | undefined;
  #packets = 0;
  #bytes = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RtpStreamOptions) {
    const { codec, clock, line, onStuck } = options;
    const { kind } = codec;
    const { transport } = line;
    this.#options = options;
    this.#timeline = new RtpTimeline(codec.clockRate);
    this.#queue =
      kind === 'audio'
        ? transport.open({ kind: 'sound', onStuck })
        : transport.open({ kind: 'picture', onStuck, pad: () => this.#pad() });
    this.#repeats = new PacketRepeats({
      kind,
      transport,
      clock,
      send: (sequenceNumber, packet) => this.#sendAgain(sequenceNumber, packet),
    });
  }

  /** Queues a frame. Returns false if it was dropped, perhaps with others before it, because the network is too slow for the stream. */
  send(frame: MediaFrame): boolean {
    const { codec, line } = this.#options;
    if (frame.isRestart === true) this.clear();
    if (codec.kind === 'video' && !this.#makeRoom(frame)) return false;
    const payloads = payloadsOf(codec.name, frame);
    const timestamp = this.#timeline.next(frame.timeMs, soundDuration(codec, frame));
    const packets = payloads.map((payload, index): QueuedPacket => {
      const endsFrame = index === payloads.length - 1;
      const marker = codec.kind === 'video' && endsFrame;
      const bytes = payloadBytes(payload) + PACKET_BYTES;
      const packet = { payload, timestamp, marker, isPadding: false, bytes, isRepeated: false };
      return {
        bytes,
        endsFrame,
        isKeyframe: frame.isKeyframe,
        send: () => this.#sendNew(packet),
      };
    });
    this.#queue.push(packets);
    // A viewer plays sound after less time than it takes to ask for it again.
    if (codec.kind === 'audio' && line.transport.losesAtRandom)
      this.#repeats.copy(plus(this.#sequenceNumber, -2));
    this.#reportIfDue(frame.timeMs, timestamp);
    return true;
  }

  /** Whether a keyframe waits to be sent. */
  get hasQueuedKeyframe(): boolean {
    return this.#queue.waiting.keyframeBytes > 0;
  }

  /** The bytes of a replay that would not delay later frames for long. */
  get replayRoom(): number {
    const { transport } = this.#options.line;
    if (!transport.isControlled) return Number.POSITIVE_INFINITY;
    return Math.max(0, transport.bytesIn(MAX_WAIT_MS) - this.#queue.waiting.bytes);
  }

  /** Whether the retransmission limit allows another packet now. */
  get canResend(): boolean {
    return this.#repeats.canResend;
  }

  /** Retransmits lost packets that are still stored. */
  resend(sequenceNumbers: readonly number[]): void {
    this.#repeats.resend(sequenceNumbers);
  }

  /** Drops all queued packets, repeats none that was sent before, and pads no probe until there is another frame: a viewer that has stopped a stream receives none of its packets. */
  clear(): void {
    this.#queue.clear();
    this.#repeats.clear();
    this.#lastTimestamp = undefined;
  }

  /** Leaves the pacer. */
  close(): void {
    this.#queue.close();
    this.#repeats.close();
  }

  /** Drops whole frames if the queue is behind for too long; false if `frame` has no room either. A keyframe replaces what waits. */
  #makeRoom({ isKeyframe }: MediaFrame): boolean {
    const { clock, line } = this.#options;
    const { transport } = line;
    if (!transport.isControlled) return true;
    const { waiting } = this.#queue;
    const keyframeBytes = Math.min(waiting.keyframeBytes, transport.bytesIn(MAX_KEYFRAME_WAIT_MS));
    const bytes = waiting.bytes - keyframeBytes;
    const nowMs = clock.monotonic();
    if (bytes <= transport.bytesIn(MAX_WAIT_MS)) {
      this.#behind = undefined;
      return true;
    }
    if (this.#behind === undefined || bytes < this.#behind.bytes) this.#behind = { atMs: nowMs, bytes };
    const isBrief = nowMs - this.#behind.atMs < MAX_BEHIND_MS;
    if (isBrief && bytes <= transport.bytesIn(LONGEST_WAIT_MS)) return true;
    this.#behind = undefined;
    this.#queue.dropFrames(isKeyframe ? 0 : transport.bytesIn(MAX_WAIT_MS) + keyframeBytes);
    if (isKeyframe) this.#repeats.clear();
    return isKeyframe;
  }

  /** Sends padding after a whole frame, which viewers accept within a stream; it is numbered like all its packets. */
  #pad(): number {
    const timestamp = this.#lastTimestamp;
    const { isMidFrame, isEmpty } = this.#queue.waiting;
    const isPossible = this.#options.line.transportSequenceId !== undefined && !isMidFrame && isEmpty;
    if (timestamp === undefined || !isPossible) return 0;
    const bytes = payloadBytes(PADDING) + PACKET_BYTES;
    const packet = { payload: PADDING, timestamp, marker: false, isPadding: true, bytes, isRepeated: false };
    return this.#sendNew(packet) ? bytes : 0;
  }

  #sendNew(packet: SentPacket): boolean {
    const { codec, line } = this.#options;
    const sequenceNumber = this.#sequenceNumber;
    const isSent =
      line.isOpen &&
      line.transport.sendRtp({
        kind: codec.kind,
        extensionId: line.transportSequenceId,
        write: (transportSequence) => {
          packet.transportSequence = transportSequence;
          return this.#write(sequenceNumber, packet);
        },
        handleLost: () => this.#repeats.handleLost(sequenceNumber),
      });
    if (!isSent) return false;
    this.#repeats.add(sequenceNumber, packet);
    this.#sequenceNumber = plus(sequenceNumber, 1);
    this.#lastTimestamp = packet.timestamp;
    this.#packets += 1;
    if (!packet.isPadding) this.#bytes += payloadBytes(packet.payload);
    return true;
  }

  #sendAgain(sequenceNumber: number, packet: SentPacket): void {
    const { codec, line } = this.#options;
    if (!line.isOpen) return;
    line.transport.sendRtpAgain({
      kind: codec.kind,
      transportSequence: packet.transportSequence?.sequence,
      packet: this.#write(sequenceNumber, packet),
    });
  }

  /** Writes a packet: each time the same bytes, because SRTP protects them with one nonce (ADR 76). */
  #write(sequenceNumber: number, packet: SentPacket): Uint8Array {
    const { payloadType, ssrc } = this.#options;
    const { payload, timestamp, marker, isPadding, transportSequence } = packet;
    const header = { marker, payloadType, sequenceNumber, timestamp, ssrc };
    return writeRtpPacket(header, payload, { transportSequence, isPadding });
  }

  #reportIfDue(timeMs: number, timestamp: number): void {
    const { clock, line, ssrc, cname } = this.#options;
    const nowMs = clock.monotonic();
    if (nowMs - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#reportedMs = nowMs;
    line.send(
      writeSenderReport({
        ssrc,
        cname,
        wallMs: wallOf(timeMs),
        timestamp,
        packets: this.#packets,
        bytes: this.#bytes,
      }),
    );
  }
}

/**
 * Converts a steady time to wall clock time. The offset is fixed for the process, even if the wall clock is changed, because receivers
 * compare these times between streams.
 */
function wallOf(steadyMs: number): number {
  return performance.timeOrigin + steadyMs;
}
