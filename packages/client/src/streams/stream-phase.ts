/** @module Which directions of a framed stream have ended. */

/** `sent-all` and `received-all` are half-closed: the other direction continues. */
export type StreamPhase = 'open' | 'sent-all' | 'received-all' | 'closed';

/** What changes the phase of a stream. */
export type StreamEvent = 'fin-sent' | 'fin-received' | 'failed';

/** The phase after an event; undefined for an event that the phase does not allow. */
export function nextPhase(phase: StreamPhase, event: StreamEvent): StreamPhase | undefined {
  if (event === 'failed' || phase === 'closed') return 'closed';
  if (event === 'fin-sent') {
    if (phase === 'sent-all') return undefined;
    return phase === 'open' ? 'sent-all' : 'closed';
  }
  if (phase === 'received-all') return undefined;
  return phase === 'open' ? 'received-all' : 'closed';
}
