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

/** A packet that the viewer has reported for the first time. */
export interface PacketResult extends SentPacketInfo {
  /** On the viewer's clock; undefined for a lost packet. */
  readonly receivedMs: number | undefined;
}

/** The number of remembered packets: 0.8 s at 100 Mbit/s. Reason: longer than a round trip and an interval between two reports. */
const KEPT_PACKETS = 8_192;

interface KeptPacket extends SentPacketInfo {
  readonly sequence: number;
  isRepeated: boolean;
}

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
    this.#packets[sequence % KEPT_PACKETS] = { ...packet, sequence, isRepeated: false };
  }

  /** Remembers that a packet was sent again. */
  handleRepeat(sequence: number): void {
    const packet = this.#packets[sequence % KEPT_PACKETS];
    if (packet?.sequence === sequence) packet.isRepeated = true;
  }

  /**
   * The packets of a message that are reported for the first time, in the order in which they were sent. One that was sent again, and
   * arrived no earlier than others that were sent after it, counts as lost: what arrived is the repetition.
   */
  take({ reference, packets }: TransportFeedback): PacketResult[] {
    const referenceMs = this.#unwrap(reference) * REFERENCE_MS;
    const results: PacketResult[] = [];
    let nextArrivalMs = Number.POSITIVE_INFINITY;
    for (const { sequence, arrivalMs } of packets.toReversed()) {
      const packet = this.#take(sequence);
      if (packet === undefined) continue;
      const { sentMs, bytes, probe, handleLost, isRepeated } = packet;
      const sent = { sentMs, bytes, probe };
      if (arrivalMs === undefined) results.push({ ...sent, handleLost, receivedMs: undefined });
      else if (isRepeated && arrivalMs >= nextArrivalMs) results.push({ ...sent, receivedMs: undefined });
      else {
        nextArrivalMs = Math.min(nextArrivalMs, arrivalMs);
        results.push({ ...sent, receivedMs: referenceMs + arrivalMs });
      }
    }
    return results.toReversed();
  }

  #take(sequence: number): KeptPacket | undefined {
    const slot = sequence % KEPT_PACKETS;
    const packet = this.#packets[slot];
    if (packet?.sequence !== sequence) return undefined;
    this.#packets[slot] = undefined;
    return packet;
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
