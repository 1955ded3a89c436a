/** @module Remembers sent packets by their transport sequence until the viewer reports them. */
import type { TransportFeedback } from '../rtp/transport-feedback.ts';

/** A sent packet. */
export interface SentPacketInfo {
  readonly sentMs: number;
  readonly bytes: number;
  /** The probe that it belongs to; 0 for none. */
  readonly probe: number;
  /** Called by those who want to send it again. */
  readonly handleLost?: (() => void) | undefined;
}

/** A packet that the viewer has reported for the first time, or as received after it was reported as lost. */
export interface PacketResult extends SentPacketInfo {
  /** On the viewer's clock; undefined for a lost packet. */
  readonly receivedMs: number | undefined;
  /** Whether it was reported as lost before. */
  readonly isLate?: true;
}

/** The number of remembered packets: 0.8 s at 100 Mbit/s. Reason: longer than a round trip and an interval between two reports. */
const KEPT_PACKETS = 8_192;

interface KeptPacket extends SentPacketInfo {
  readonly sequence: number;
  /** When it was first sent again. */
  repeatedMs: number | undefined;
  isReportedLost: boolean;
}

/** Arrivals are reported in quarters of a millisecond, and clocks drift: times closer than this are the same, in milliseconds. */
const CLOCK_MS = 5;

/** The reference times of two messages differ by less than this, in units of 64 ms; their counter has 24 bits. */
const REFERENCE_MODULUS = 2 ** 24;
const REFERENCE_MS = 64;

/** Matches feedback with sent packets. What it reports of others, or for the second time, is ignored. */
export class SentHistory {
  readonly #packets: (KeptPacket | undefined)[] = [];
  /** The last reference time, and the same without wrap-arounds. */
  #reference: number | undefined;
  #unwrapped = 0;

  /** Remembers a packet and forgets the oldest; sequences must be consecutive. */
  add(sequence: number, packet: SentPacketInfo): void {
    this.#packets[sequence % KEPT_PACKETS] = {
      ...packet,
      sequence,
      repeatedMs: undefined,
      isReportedLost: false,
    };
  }

  /** Remembers that a packet was sent again. */
  handleRepeat(sequence: number, nowMs: number): void {
    const packet = this.#find(sequence);
    if (packet !== undefined) packet.repeatedMs ??= nowMs;
  }

  /**
   * The packets of a message that are reported for the first time, in the order in which they were sent, and those that arrived after
   * they were reported as lost, because the network has changed their order. What arrived of one that was sent again is the repetition,
   * so that it counts as lost, if it came no earlier than others that were sent after it, and no sooner than the repetition can have
   * come: `smallestMs` is the smallest difference between arrival and sending.
   */
  take(
    { reference, packets }: TransportFeedback,
    smallestMs: number = Number.NEGATIVE_INFINITY,
  ): PacketResult[] {
    const referenceMs = this.#unwrap(reference) * REFERENCE_MS;
    const results: PacketResult[] = [];
    let nextArrivalMs = Number.POSITIVE_INFINITY;
    for (const { sequence, arrivalMs } of packets.toReversed()) {
      const packet = this.#find(sequence);
      if (packet === undefined) continue;
      const { sentMs, bytes, probe, handleLost, repeatedMs, isReportedLost } = packet;
      const sent = { sentMs, bytes, probe };
      if (arrivalMs === undefined) {
        if (!isReportedLost) results.push({ ...sent, handleLost, receivedMs: undefined });
        packet.isReportedLost = true;
        continue;
      }
      this.#packets[sequence % KEPT_PACKETS] = undefined;
      const receivedMs = referenceMs + arrivalMs;
      const isRepetition = repeatedMs !== undefined && receivedMs - repeatedMs >= smallestMs - CLOCK_MS;
      if (isReportedLost) {
        if (!isRepetition) results.push({ ...sent, receivedMs, isLate: true });
      } else if (isRepetition && arrivalMs >= nextArrivalMs) results.push({ ...sent, receivedMs: undefined });
      else {
        nextArrivalMs = Math.min(nextArrivalMs, arrivalMs);
        results.push({ ...sent, receivedMs });
      }
    }
    return results.toReversed();
  }

  #find(sequence: number): KeptPacket | undefined {
    const packet = this.#packets[sequence % KEPT_PACKETS];
    return packet?.sequence === sequence ? packet : undefined;
  }

  #unwrap(reference: number): number {
    if (this.#reference !== undefined) {
      const steps = (reference - this.#reference + REFERENCE_MODULUS) % REFERENCE_MODULUS;
      this.#unwrapped += steps < REFERENCE_MODULUS / 2 ? steps : steps - REFERENCE_MODULUS;
    }
    this.#reference = reference;
    return this.#unwrapped;
  }
}
