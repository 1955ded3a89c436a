/** @module Puts packets into the order of their numbers, within bounds. */
import type { RtpPacket } from '../rtp/rtp-packet.ts';
import { plus, stepsBetween } from '../rtp/sequence-number.ts';

/** A packet in its place. */
export interface OrderedPacket {
  readonly packet: RtpPacket;
  /** Packets are missing in front of it, for good. */
  readonly followsGap: boolean;
}

/** Most packets held back for one that is missing. Reason: two frames of a few Mbit/s; networks reorder neighbours. */
export const MAX_HELD_PACKETS = 32;

/** Longest that a packet is held back, in milliseconds. Reason: what is missing for longer is lost. */
const MAX_HELD_MS = 50;

/** A step further than this is another sequence. Reason: RFC 3550 appendix A.1. */
const MAX_DROPOUT = 3_000;

interface Held {
  readonly packet: RtpPacket;
  readonly arrivedMs: number;
}

/** Holds back packets that came too early. */
export class ReorderWindow {
  readonly #held = new Map<number, Held>();
  #next: number | undefined;

  /** Takes a packet; gives those that are next now. One that came twice, or too late, gives none. */
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

  /** Forgets everything. */
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
