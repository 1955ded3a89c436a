/** @module Reads the candidate pairs of a session at intervals while a screen shows them. */

import type { Session } from '@longwire/client';
import { candidatePairs, type CandidatePair } from './candidate-pairs.ts';

/** Time between two reads, in milliseconds: pairs change slowly. */
const READ_INTERVAL_MS = 2000;

/** Reports the pairs now and at intervals; returns a function that stops it. A session without a connection reports nothing new. */
export function watchPairs(
  session: Pick<Session, 'getStats' | 'state'>,
  report: (pairs: readonly CandidatePair[]) => void,
  fail: (error: unknown) => void,
): () => void {
  let isOver = false;
  const read = async (): Promise<void> => {
    if (session.state.kind !== 'ready') return;
    try {
      const pairs = candidatePairs(await session.getStats());
      if (!isOver) report(pairs);
    } catch (error) {
      // The connection may have ended between reading the state and the statistics.
      if (!isOver && session.state.kind === 'ready') fail(error);
    }
  };
  void read();
  const timer = setInterval(() => void read(), READ_INTERVAL_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
