/** @module The port to the storage of the state. */
import type { IamState } from './iam-state.ts';

/** Stores one state. `save` resolves when the new state would survive a loss of power, and rejects when it would not. */
export interface StateStore {
  /** The current state: each saved one is another object, and none is ever mutated. */
  readonly state: IamState;
  save(next: IamState): Promise<void>;
}
