/** @module One change by a person: in progress, done, or failed. */

import { useState } from 'react';
import { peopleProblemOf, type PeopleProblem } from '../../../people/people-problem.ts';
import { usePeople } from './people-context.tsx';

/** The state of a change. */
export type ChangeState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: PeopleProblem };

/** A change, and how to start it. */
export interface Change {
  readonly state: ChangeState;
  readonly isBusy: boolean;
  readonly problem: PeopleProblem | undefined;
  /** Makes the change and reloads everything; `undefined` if it failed. */
  readonly make: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | undefined>;
}

const IDLE = { kind: 'idle' } as const;

/** Tracks a change requested from the device. */
export function useChange(): Change {
  const { directory } = usePeople();
  const [state, setState] = useState<ChangeState>(IDLE);
  const make = async <T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> => {
    setState({ kind: 'busy' });
    try {
      const value = await work();
      setState({ kind: 'done' });
      return { value };
    } catch (error) {
      setState({ kind: 'failed', problem: peopleProblemOf(error) });
      return undefined;
    } finally {
      void directory.refresh();
    }
  };
  const problem = state.kind === 'failed' ? state.problem : undefined;
  return { state, isBusy: state.kind === 'busy', problem, make };
}
