/** @module One change of the device's people by a person. */

import { peopleProblemOf, type PeopleProblem } from '../../../people/people-problem.ts';
import { useOperation, type OperationState } from '../../../ui/use-operation.ts';
import { usePeople } from './people-context.tsx';

/** A change, and how to start it. */
export interface Change {
  readonly state: OperationState<PeopleProblem>;
  readonly isBusy: boolean;
  readonly problem: PeopleProblem | undefined;
  /** Makes the change and reloads everything; `undefined` if it failed. */
  readonly make: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | undefined>;
}

/** Tracks a change requested from the device. */
export function useChange(): Change {
  const { directory } = usePeople();
  const { state, run } = useOperation<PeopleProblem>();
  const make: Change['make'] = (work) =>
    run(async () => {
      try {
        return { value: await work() };
      } catch (error) {
        return { error: peopleProblemOf(error) };
      } finally {
        void directory.refresh();
      }
    });
  const problem = state.kind === 'failed' ? state.error : undefined;
  return { state, isBusy: state.kind === 'busy', problem, make };
}
