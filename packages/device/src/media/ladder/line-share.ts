/** @module Divides the capacity of one peer connection between its tracks with several levels. */
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';

/** One object for each estimate, shared by all viewers on that peer connection. */
const shares = new WeakMap<BandwidthEstimate, LineShare>();

/** The layered tracks of one peer connection. */
export class LineShare {
  readonly #bandwidth: BandwidthEstimate;
  readonly #wanted = new Map<object, number>();

  constructor(bandwidth: BandwidthEstimate) {
    this.#bandwidth = bandwidth;
  }

  /** The share object of an estimate. */
  static of(bandwidth: BandwidthEstimate): LineShare {
    const existing = shares.get(bandwidth);
    if (existing !== undefined) return existing;
    const created = new LineShare(bandwidth);
    shares.set(bandwidth, created);
    return created;
  }

  /** Notes the rate that a viewer would use next, in bit/s; undefined withdraws it. */
  want(viewer: object, bitsPerSecond: number | undefined): void {
    if (bitsPerSecond === undefined) this.#wanted.delete(viewer);
    else this.#wanted.set(viewer, bitsPerSecond);
  }

  /** What a viewer may use, in bit/s: what tracks with one level leave, divided fairly. */
  roomFor(viewer: object): number {
    const others = [...this.#wanted].filter(([other]) => other !== viewer).map(([, rate]) => rate);
    const layered = [...this.#wanted.values()].reduce((sum, rate) => sum + rate, 0);
    const { wantedBitsPerSecond, current } = this.#bandwidth;
    return fairShare(current.videoBitsPerSecond - (wantedBitsPerSecond - layered), others);
  }
}

/** An equal part, and what the others leave of theirs. */
export function fairShare(room: number, others: readonly number[]): number {
  let left = Math.max(0, room);
  let sharers = others.length + 1;
  for (const rate of others.toSorted((one, other) => one - other)) {
    left -= Math.min(rate, left / sharers);
    sharers -= 1;
  }
  return left;
}
