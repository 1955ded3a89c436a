/** @module Divides the capacity of one peer connection between its tracks with several levels. */
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';

/** What a viewer wants of the line. */
interface Claim {
  readonly bitsPerSecond: number;
  readonly isKeyframesOnly: boolean;
}

/** One object for each estimate, shared by all viewers on that peer connection. */
const shares = new WeakMap<BandwidthEstimate, LineShare>();

/** The layered tracks of one peer connection. */
export class LineShare {
  readonly #bandwidth: BandwidthEstimate;
  readonly #claims = new Map<object, Claim>();

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

  /** Notes the rate that a viewer would use next, in bit/s, and whether it only gets keyframes now. */
  want(viewer: object, claim: Claim): void {
    this.#claims.set(viewer, claim);
  }

  /** Withdraws what a viewer wants. */
  leave(viewer: object): void {
    this.#claims.delete(viewer);
  }

  /**
   * What a viewer may use, in bit/s: what tracks with one level leave, divided fairly. One that gets keyframes, and could use nothing
   * else with an equal part, leaves its part to the others.
   */
  roomFor(viewer: object): number {
    const claims = [...this.#claims.values()];
    const layered = claims.reduce((sum, { bitsPerSecond }) => sum + bitsPerSecond, 0);
    const { wantedBitsPerSecond, current } = this.#bandwidth;
    const room = current.videoBitsPerSecond - (wantedBitsPerSecond - layered);
    const others = [...this.#claims].flatMap(([other, claim]) => (other === viewer ? [] : [claim]));
    const equalPart = room / (others.length + 1);
    return fairShare(
      room,
      others
        .filter(({ bitsPerSecond, isKeyframesOnly }) => !isKeyframesOnly || bitsPerSecond <= equalPart)
        .map(({ bitsPerSecond }) => bitsPerSecond),
    );
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
