/** @module Which faults are on, for the fake world to act by. */
import type { FakeIdentity } from '../world/fake-identity.ts';

/** A service that turns clients away. */
export interface Refusal {
  readonly closeCode: number;
  readonly reason: string;
}

/** The faults of one world that last until they are taken back or used up. */
export class ActiveFaults {
  readonly refusals: Set<Refusal> = new Set();
  /** Who answers challenges in the place of the device. */
  impostor: Promise<FakeIdentity> | undefined;
  /** How many offers of the client will meet one of the device. */
  glares = 0;

  /** The newest refusal. */
  get refusal(): Refusal | undefined {
    return [...this.refusals].at(-1);
  }

  /** Whether an offer of the client meets one of the device; each glare once. */
  takeGlare(): boolean {
    if (this.glares === 0) return false;
    this.glares -= 1;
    return true;
  }
}
