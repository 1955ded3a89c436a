/** @module The phases of a framed stream, edge by edge. */
import { expect, test } from 'vitest';
import { nextPhase, type StreamEvent, type StreamPhase } from './stream-phase.ts';

test.each<[StreamPhase, StreamEvent, StreamPhase | undefined]>([
  ['open', 'fin-sent', 'sent-all'],
  ['open', 'fin-received', 'received-all'],
  ['open', 'failed', 'closed'],
  ['sent-all', 'fin-sent', undefined],
  ['sent-all', 'fin-received', 'closed'],
  ['sent-all', 'failed', 'closed'],
  ['received-all', 'fin-sent', 'closed'],
  ['received-all', 'fin-received', undefined],
  ['received-all', 'failed', 'closed'],
  ['closed', 'fin-sent', 'closed'],
  ['closed', 'fin-received', 'closed'],
  ['closed', 'failed', 'closed'],
])('%s, %s: %s', (phase, event, after) => {
  expect(nextPhase(phase, event)).toBe(after);
});
