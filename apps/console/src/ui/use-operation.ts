/** @module One operation at a time that a person starts: in progress, done, or failed. */

import { useState } from 'react';

/** The state of an operation. */
export type OperationState<E> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: E };

/** How an operation ended. */
export type OperationResult<T, E> = { readonly value: T } | { readonly error: E };

/** An operation, and how to start it. */
export interface Operation<E> {
  readonly state: OperationState<E>;
  /** Runs a task; resolves with its value, or undefined after an error. Rejects as the task does, for what is not an error to show. */
  readonly run: <T>(task: () => Promise<OperationResult<T, E>>) => Promise<{ readonly value: T } | undefined>;
  /** Clears the result. */
  readonly clear: () => void;
}

const IDLE = { kind: 'idle' } as const;

/** The state of the latest run. */
export function useOperation<E>(): Operation<E> {
  const [state, setState] = useState<OperationState<E>>(IDLE);
  const run: Operation<E>['run'] = async (task) => {
    setState({ kind: 'busy' });
    const result = await task().catch((error: unknown) => {
      setState(IDLE);
      throw error;
    });
    if ('error' in result) {
      setState({ kind: 'failed', error: result.error });
      return undefined;
    }
    setState({ kind: 'done' });
    return result;
  };
  return { state, run, clear: () => setState(IDLE) };
}
