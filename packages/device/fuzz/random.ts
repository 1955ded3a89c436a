/** @module Reproducible randomness: the same seed makes the same choices. */

/** A generator of 32 bits (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but excluding, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, but excluding, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True in the given percentage of cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of a list. */
  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** Any bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
