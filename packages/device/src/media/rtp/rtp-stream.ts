/** @module What one viewer is sent as one RTP stream: its numbers, its times, its reports, and what was lost of it. */
import { TokenBucket } from '@longwire/protocol';
import type { Clock } from '../clock.ts';
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

/** What an {@link RtpStream} needs. */
export interface RtpStreamOptions {
  readonly line: RtpLine;
  readonly codec: MediaCodec;
  /** As negotiated on this line. */
  readonly payloadType: number;
  readonly ssrc: number;
  /** The same for all that is to be played in step. */
  readonly cname: string;
  readonly clock: Clock;
  /** The viewer takes nothing any more; what waited for it has been thrown away. */
  readonly onStuck: () => void;
}

interface SentPacket {
  readonly payload: RtpPayload;
  readonly timestamp: number;
  readonly marker: boolean;
}

/** How often a report is sent, in milliseconds. */
const REPORT_INTERVAL_MS = 1_000;

/** Packets that may be asked for again in a second. Reason: a few bytes ask for 17; a viewer that asks for all again must not double the traffic for long, nor one that asks for what never was keep everybody waiting. */
const RESENT_RATE = { capacity: 500, refillPerSecond: 500 } as const;

/** The first sequence number. Reason: below half of all, it cannot wrap around before SRTP has seen some (RFC 3711 section 3.3.1). */
const firstSequenceNumber = (): number => Math.floor(Math.random() * 2 ** 15);

/** Makes packets of frames. */
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
    this.#resendBucket = new TokenBucket(RESENT_RATE, clock.steadyMs());
  }

  /** Sends a frame, in a burst that is spread. */
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

  /** Whether any packet would be sent again now. */
  get canResend(): boolean {
    return this.#resendBucket.hasToken(this.#options.clock.steadyMs());
  }

  /** Sends packets again that did not arrive, as far as they are still kept. */
  resend(sequenceNumbers: readonly number[]): void {
    for (const sequenceNumber of sequenceNumbers) {
      if (!this.#resendBucket.take(this.#options.clock.steadyMs())) return;
      const packet = this.#sent.get(sequenceNumber);
      if (packet !== undefined) this.#write(sequenceNumber, packet);
    }
  }

  /** Throws away what waits. */
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
    const nowMs = clock.steadyMs();
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
 * What a moment of the steady clock is called on the wall. It is the same for all streams of the process for ever, whatever is done to
 * the clock on the wall: receivers compare it between streams.
 */
function wallOf(steadyMs: number): number {
  return performance.timeOrigin + steadyMs;
}
