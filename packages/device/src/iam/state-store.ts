/** @module The port to what keeps the state. */
import type { IamState } from './iam-state.ts';

/** Keeps one state. `save` resolves when the new state would survive a loss of power, and rejects when it would not. */
export interface StateStore {
  /** The state as it is kept: each one that is saved is another object, and none is ever changed. */
  readonly state: IamState;
  save(next: IamState): Promise<void>;
}
