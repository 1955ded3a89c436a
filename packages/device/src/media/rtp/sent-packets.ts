/** @module Stores recently sent packets for retransmission. */
import { stepsBetween } from './sequence-number.ts';

/**
 * The number of stored packets: more than a second at 8 Mbit/s. Reason: SRTP refuses to resend a packet that is 1024 or more
 * behind the newest (the library's window).
 */
const KEPT_PACKETS = 1_000;

/** Stores packets by sequence number. */
export class SentPackets<T> {
  readonly #ring: ({ readonly sequenceNumber: number; readonly packet: T } | undefined)[] = [];
  #newest: number | undefined;
  #next = 0;

  /** Stores a packet and drops the oldest; sequence numbers must be consecutive. */
  add(sequenceNumber: number, packet: T): void {
    this.#ring[this.#next] = { sequenceNumber, packet };
    this.#next = (this.#next + 1) % KEPT_PACKETS;
    this.#newest = sequenceNumber;
  }

  /** The packet with a sequence number; undefined if it is too old or was never sent. */
  get(sequenceNumber: number): T | undefined {
    if (this.#newest === undefined) return undefined;
    const age = stepsBetween(sequenceNumber, this.#newest);
    if (age < 0 || age >= KEPT_PACKETS) return undefined;
    const kept = this.#ring[(this.#next - 1 - age + KEPT_PACKETS) % KEPT_PACKETS];
    return kept?.sequenceNumber === sequenceNumber ? kept.packet : undefined;
  }
}
