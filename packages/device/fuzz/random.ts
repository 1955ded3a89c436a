/** @module Reproducible randomness: the same seed makes the same choices. */
import { seededRandom } from '../../testing/src/faults/seeded-random.ts';

/** Choices by one sequence of numbers. */
export class Random {
  /** From 0 up to, but excluding, 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
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
