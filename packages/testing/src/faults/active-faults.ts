/** @module The faults that are active in a fake world. */
import type { FakeIdentity } from '../world/fake-identity.ts';

/** A service that refuses clients. */
export interface Refusal {
  readonly closeCode: number;
  readonly reason: string;
}

/** The faults of one world that last until they are healed or used up. */
export class ActiveFaults {
  readonly refusals: Set<Refusal> = new Set();
  /** The identity that answers challenges instead of the device's own. */
  impostor: Promise<FakeIdentity> | undefined;
  /** How many of the client's next offers collide with an offer of the device. */
  glares = 0;

  /** The most recent refusal. */
  get refusal(): Refusal | undefined {
    return [...this.refusals].at(-1);
  }

  /** Whether an offer of the client collides with one of the device; uses up one glare. */
  takeGlare(): boolean {
    if (this.glares === 0) return false;
    this.glares -= 1;
    return true;
  }
}
