/** @module Looks at the pairs of a session every so often, while somebody looks. */

import type { Session } from '../wire.ts';
import { candidatePairs, type CandidatePair } from './candidate-pairs.ts';

/** Time between two looks, in milliseconds: pairs change slowly. */
const LOOK_MS = 2000;

/** Tells the pairs at once and then again; the answer ends it. A session without a connection keeps what was told last. */
export function watchPairs(
  session: Pick<Session, 'getStats' | 'state'>,
  tell: (pairs: readonly CandidatePair[]) => void,
  fail: (error: unknown) => void,
): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    if (session.state.kind !== 'ready') return;
    try {
      const pairs = candidatePairs(await session.getStats());
      if (!isOver) tell(pairs);
    } catch (error) {
      // Between the look at the state and the report the connection may have gone.
      if (!isOver && session.state.kind === 'ready') fail(error);
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
