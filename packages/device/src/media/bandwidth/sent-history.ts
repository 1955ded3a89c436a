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

/** The reference times of two messages differ by less than this, in units of 64 ms; their counter has 24 bits. */
const REFERENCE_MODULUS = 2 ** 24;
const REFERENCE_MS = 64;

/** Matches feedback with sent packets. What it reports of others, or for the second time, is ignored. */
export class SentHistory {
  readonly #packets: ((SentPacketInfo & { readonly sequence: number }) | undefined)[] = [];
  /** The last reference time, and the same without wrap-arounds. */
  #reference: number | undefined;
  #unwrapped = 0;

  /** Remembers a packet and forgets the oldest; sequences must be consecutive. */
  add(sequence: number, packet: SentPacketInfo): void {
    this.#packets[sequence % KEPT_PACKETS] = { ...packet, sequence };
  }

  /** The packets of a message that are reported for the first time, in the order in which they were sent. */
  take({ reference, packets }: TransportFeedback): PacketResult[] {
    const referenceMs = this.#unwrap(reference) * REFERENCE_MS;
    return packets.flatMap(({ sequence, arrivalMs }): PacketResult[] => {
      const slot = sequence % KEPT_PACKETS;
      const packet = this.#packets[slot];
      if (packet?.sequence !== sequence) return [];
      this.#packets[slot] = undefined;
      const { sentMs, bytes, probe, handleLost } = packet;
      const receivedMs = arrivalMs === undefined ? undefined : referenceMs + arrivalMs;
      return [{ sentMs, bytes, probe, handleLost, receivedMs }];
    });
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
