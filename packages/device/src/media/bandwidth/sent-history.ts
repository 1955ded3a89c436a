/** @module Remembers sent packets by their transport sequence until the viewer reports them. */
import { stepsBetween } from '../rtp/sequence-number.ts';
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
  /** When it was first missing in a message. */
  missingSinceMs: number | undefined;
}

interface Found {
  readonly sequence: number;
  readonly result: PacketResult;
}

/** How long a missing packet is waited for at most, in milliseconds. Reason: what comes later is of no use to a picture. */
const MAX_LATE_MS = 150;
/** How long the network is expected to change the order again, in milliseconds. */
const LATE_EXPECTED_MS = 30_000;

/** Arrivals are reported in quarters of a millisecond, and clocks drift: times closer than this are the same, in milliseconds. */
const CLOCK_MS = 5;

/** The reference times of two messages differ by less than this, in units of 64 ms; their counter has 24 bits. */
const REFERENCE_MODULUS = 2 ** 24;
const REFERENCE_MS = 64;

/** When a message came. */
export interface FeedbackTime {
  /** The smallest difference between arrival and sending. */
  readonly smallestMs: number;
  readonly nowMs: number;
}

/** Matches feedback with sent packets. What it reports of others, or for the second time, is ignored. */
export class SentHistory {
  readonly #packets: (KeptPacket | undefined)[] = [];
  /** The last reference time, and the same without wrap-arounds. */
  #reference: number | undefined;
  #unwrapped = 0;
  /** Packets that are missing and not yet reported as lost. */
  readonly #missing = new Set<KeptPacket>();
  /** How long the latest of the packets that were missing took, and when that was. */
  #late = { ms: 0, atMs: Number.NEGATIVE_INFINITY };

  /** Remembers a packet and forgets the oldest; sequences must be consecutive. */
  add(sequence: number, packet: SentPacketInfo): void {
    const place = sequence % KEPT_PACKETS;
    const forgotten = this.#packets[place];
    if (forgotten !== undefined) this.#missing.delete(forgotten);
    this.#packets[place] = { ...packet, sequence, repeatedMs: undefined, missingSinceMs: undefined };
  }

  /** Remembers that a packet was sent again. */
  handleRepeat(sequence: number, nowMs: number): void {
    const packet = this.#find(sequence);
    if (packet !== undefined) packet.repeatedMs ??= nowMs;
  }

  /**
   * The packets of a message that are reported for the first time, in the order in which they were sent. A missing one is lost once
   * it has been missing for as long as others that came after all, because the network changes the order (as in RFC 8985); one that
   * comes even later is a result again. What arrived of one that was sent again is the repetition, so that it counts as lost, if it
   * came no earlier than others that were sent after it, and no sooner than the repetition can have come: `smallestMs` is the
   * smallest difference between arrival and sending.
   */
  take({ reference, packets }: TransportFeedback, { smallestMs, nowMs }: FeedbackTime): PacketResult[] {
    const referenceMs = this.#unwrap(reference) * REFERENCE_MS;
    const found: Found[] = [];
    let nextArrivalMs = Number.POSITIVE_INFINITY;
    for (const { sequence, arrivalMs } of packets.toReversed()) {
      const packet = this.#find(sequence);
      if (packet === undefined) continue;
      if (arrivalMs === undefined) {
        if (packet.missingSinceMs === undefined) this.#missing.add(packet);
        packet.missingSinceMs ??= nowMs;
        continue;
      }
      this.#packets[sequence % KEPT_PACKETS] = undefined;
      const { repeatedMs, missingSinceMs } = packet;
      const isReportedLost = !this.#missing.delete(packet) && missingSinceMs !== undefined;
      const receivedMs = referenceMs + arrivalMs;
      const isRepetition = repeatedMs !== undefined && receivedMs - repeatedMs >= smallestMs - CLOCK_MS;
      const isLost = isRepetition && (missingSinceMs !== undefined || arrivalMs >= nextArrivalMs);
      if (missingSinceMs === undefined && !isLost) nextArrivalMs = Math.min(nextArrivalMs, arrivalMs);
      if (missingSinceMs !== undefined && !isLost) this.#handleLate(nowMs - missingSinceMs, nowMs);
      if (!isReportedLost) found.push(resultOf(packet, isLost ? {} : { receivedMs }));
      else if (!isLost) found.push(resultOf(packet, { receivedMs, isLate: true }));
    }
    found.push(...this.#takeLost(nowMs));
    return found
      .toSorted((one, other) => stepsBetween(other.sequence, one.sequence))
      .map(({ result }) => result);
  }

  #takeLost(nowMs: number): readonly Found[] {
    const waitMs = nowMs - this.#late.atMs > LATE_EXPECTED_MS ? 0 : this.#late.ms;
    const lost = [...this.#missing].filter(({ missingSinceMs = nowMs }) => nowMs - missingSinceMs >= waitMs);
    for (const packet of lost) this.#missing.delete(packet);
    return lost.map((packet) => resultOf(packet, { handleLost: packet.handleLost }));
  }

  #handleLate(lateMs: number, nowMs: number): void {
    const ms = Math.min(lateMs, MAX_LATE_MS);
    if (ms >= this.#late.ms || nowMs - this.#late.atMs > LATE_EXPECTED_MS) this.#late = { ms, atMs: nowMs };
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

function resultOf(
  { sequence, sentMs, bytes, probe }: KeptPacket,
  fate: Partial<Pick<PacketResult, 'receivedMs' | 'isLate' | 'handleLost'>>,
): Found {
  return { sequence, result: { sentMs, bytes, probe, receivedMs: undefined, ...fate } };
}
