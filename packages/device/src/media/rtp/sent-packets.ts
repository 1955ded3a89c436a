/** @module The packets that were sent last, to be sent again when one is lost. */
import { stepsBetween } from './sequence-number.ts';

/**
 * How many are kept: more than a second at 8 Mbit/s. Reason: SRTP refuses to send a packet again that is 1024 or more
 * behind the newest (the library's window).
 */
const KEPT_PACKETS = 1_000;

/** Keeps packets by their sequence number. */
export class SentPackets<T> {
  readonly #ring: ({ readonly sequenceNumber: number; readonly packet: T } | undefined)[] = [];
  #newest: number | undefined;
  #next = 0;

  /** Keeps a packet in the place of the oldest; numbers come one after the other. */
  add(sequenceNumber: number, packet: T): void {
    this.#ring[this.#next] = { sequenceNumber, packet };
    this.#next = (this.#next + 1) % KEPT_PACKETS;
    this.#newest = sequenceNumber;
  }

  /** The packet with a number; undefined once it is too old, or if it never was. */
  get(sequenceNumber: number): T | undefined {
    if (this.#newest === undefined) return undefined;
    const age = stepsBetween(sequenceNumber, this.#newest);
    if (age < 0 || age >= KEPT_PACKETS) return undefined;
    const kept = this.#ring[(this.#next - 1 - age + KEPT_PACKETS) % KEPT_PACKETS];
    return kept?.sequenceNumber === sequenceNumber ? kept.packet : undefined;
  }
}
