/** @module One RTP stream to one viewer: sequence numbers, timestamps, reports and retransmission. */
import { TokenBucket } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { Pacer, type PacedPacket } from './pacer.ts';
import { payloadBytes, type RtpPayload } from './payload.ts';
import { payloadsOf } from './payloads-of.ts';
import type { RtpLine } from './rtp-line.ts';
import { writeRtpPacket } from './rtp-packet.ts';
import { RtpTimeline } from './rtp-timeline.ts';
import { writeSenderReport } from './sender-report.ts';
import { SentPackets } from './sent-packets.ts';
import { plus } from './sequence-number.ts';

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

interface SentPacket {
  readonly payload: RtpPayload;
  readonly timestamp: number;
  readonly marker: boolean;
}

/** How often a report is sent, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** Retransmissions per second. Reason: a few bytes request 17 packets; a viewer that requests all of them must not double the traffic for long, and requests for unsent packets must not block other viewers. */
const RESENT_RATE = { capacity: 500, refillPerSecond: 500 } as const;

/** The first sequence number. Reason: in the lower half, so that it does not wrap around before SRTP has synchronized (RFC 3711 section 3.3.1). */
const firstSequenceNumber = (): number => Math.floor(Math.random() * 2 ** 15);

/** Packetizes and sends frames. */
export class RtpStream {
  readonly #options: RtpStreamOptions;
  readonly #timeline: RtpTimeline;
  readonly #pacer: Pacer;
  readonly #sent = new SentPackets<SentPacket>();
  readonly #resendBucket: TokenBucket;
  #sequenceNumber = firstSequenceNumber();
  #packets = 0;
  #bytes = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RtpStreamOptions) {
    const { codec, clock, onStuck } = options;
    this.#options = options;
    this.#timeline = new RtpTimeline(codec.clockRate);
    this.#pacer = new Pacer({ clock, onStuck });
    this.#resendBucket = new TokenBucket(RESENT_RATE, clock.monotonic());
  }

  /** Sends a frame as a paced burst. */
  send(frame: MediaFrame): void {
    const { codec } = this.#options;
    const payloads = payloadsOf(codec.name, frame);
    const timestamp = this.#timeline.next(frame.timeMs);
    const packets = payloads.map((payload, index): PacedPacket => {
      const marker = codec.kind === 'video' && index === payloads.length - 1;
      return { bytes: payloadBytes(payload), send: () => this.#sendNew({ payload, timestamp, marker }) };
    });
    this.#pacer.push(packets);
    this.#reportIfDue(frame.timeMs);
  }

  /** Whether the retransmission limit allows another packet now. */
  get canResend(): boolean {
    return this.#resendBucket.hasToken(this.#options.clock.monotonic());
  }

  /** Retransmits lost packets that are still stored. */
  resend(sequenceNumbers: readonly number[]): void {
    for (const sequenceNumber of sequenceNumbers) {
      if (!this.#resendBucket.take(this.#options.clock.monotonic())) return;
      const packet = this.#sent.get(sequenceNumber);
      if (packet !== undefined) this.#write(sequenceNumber, packet);
    }
  }

  /** Drops all queued packets. */
  clear(): void {
    this.#pacer.clear();
  }

  #sendNew(packet: SentPacket): boolean {
    if (!this.#write(this.#sequenceNumber, packet)) return false;
    this.#sent.add(this.#sequenceNumber, packet);
    this.#sequenceNumber = plus(this.#sequenceNumber, 1);
    this.#packets += 1;
    this.#bytes += payloadBytes(packet.payload);
    return true;
  }

  #write(sequenceNumber: number, { payload, timestamp, marker }: SentPacket): boolean {
    const { line, payloadType, ssrc } = this.#options;
    return line.send(writeRtpPacket({ marker, payloadType, sequenceNumber, timestamp, ssrc }, payload));
  }

  #reportIfDue(timeMs: number): void {
    const { clock, line, ssrc, cname } = this.#options;
    const nowMs = clock.monotonic();
    if (nowMs - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#reportedMs = nowMs;
    line.send(
      writeSenderReport({
        ssrc,
        cname,
        wallMs: wallOf(timeMs),
        timestamp: this.#timeline.at(timeMs),
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
