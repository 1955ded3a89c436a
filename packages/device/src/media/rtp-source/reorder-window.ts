/** @module Sorts packets by sequence number within a bounded window. */
import type { RtpPacket } from '../rtp/rtp-packet.ts';
import { plus, stepsBetween } from '../rtp/sequence-number.ts';

/** A packet in order. */
export interface OrderedPacket {
  readonly packet: RtpPacket;
  /** Whether packets before it are lost. */
  readonly followsGap: boolean;
}

/** Most packets that wait for a missing one. Reason: two frames at a few Mbit/s; networks reorder only close packets. */
export const MAX_HELD_PACKETS = 32;

/** Longest time that a packet waits, in milliseconds. Reason: a packet that is missing for longer is lost. */
const MAX_HELD_MS = 50;

/** A larger step starts a new sequence (RFC 3550 appendix A.1). */
const MAX_DROPOUT = 3_000;

interface Held {
  readonly packet: RtpPacket;
  readonly arrivedMs: number;
}

/** Delays packets that arrive too early. */
export class ReorderWindow {
  readonly #held = new Map<number, Held>();
  #next: number | undefined;

  /** Adds a packet; returns the packets that are now in order. A duplicate or late packet is dropped. */
  add(packet: RtpPacket, nowMs: number): OrderedPacket[] {
    const { sequenceNumber } = packet;
    const steps = stepsBetween((this.#next ??= sequenceNumber), sequenceNumber);
    if (Math.abs(steps) > MAX_DROPOUT) return this.#startAnew(packet);
    if (steps < 0 || this.#held.has(sequenceNumber)) return [];
    this.#held.set(sequenceNumber, { packet, arrivedMs: nowMs });
    const released = this.#release(false);
    const oldestMs = Math.min(...[...this.#held.values()].map(({ arrivedMs }) => arrivedMs));
    const isOverdue = this.#held.size > MAX_HELD_PACKETS || nowMs - oldestMs > MAX_HELD_MS;
    return isOverdue ? [...released, ...this.#skipGap()] : released;
  }

  /** Resets the window. */
  clear(): void {
    this.#held.clear();
    this.#next = undefined;
  }

  #startAnew(packet: RtpPacket): OrderedPacket[] {
    this.#held.clear();
    this.#next = plus(packet.sequenceNumber, 1);
    return [{ packet, followsGap: true }];
  }

  #skipGap(): OrderedPacket[] {
    const next = this.#next ?? 0;
    const steps = Math.min(...[...this.#held.keys()].map((number) => stepsBetween(next, number)));
    this.#next = plus(next, steps);
    return this.#release(true);
  }

  #release(isGap: boolean): OrderedPacket[] {
    const released: OrderedPacket[] = [];
    for (;;) {
      const held = this.#next === undefined ? undefined : this.#held.get(this.#next);
      if (held === undefined || this.#next === undefined) return released;
      this.#held.delete(this.#next);
      this.#next = plus(this.#next, 1);
      released.push({ packet: held.packet, followsGap: isGap && released.length === 0 });
    }
  }
}
