/** @module A state in memory: for tests and trials. */
import { EMPTY_IAM_STATE, type IamState } from '../iam/iam-state.ts';
import type { StateStore } from '../iam/state-store.ts';

/** Creates a store that is lost when the process ends. */
export function createMemoryStore(initial: IamState = EMPTY_IAM_STATE): StateStore {
  let state = initial;
  return {
    get state(): IamState {
      return state;
    },
    save(next: IamState): Promise<void> {
      state = next;
      return Promise.resolve();
    },
  };
}
