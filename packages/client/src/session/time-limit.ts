/** @module Combines the time limit of one call and its caller's signal into one signal. */
import { EdgeError } from '@longwire/protocol/base';
import { onCallerAbort } from '../time/abort.ts';
import type { Clock } from '@longwire/protocol';

/** Aborted with ERR_REQUEST_TIMEOUT when the time is over, and with ERR_ABORTED by the caller; always close it. */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #close: () => void;

  constructor(clock: Clock, timeoutMs: number, caller: AbortSignal | undefined) {
    const abort = new AbortController();
    this.signal = abort.signal;
    const stopTimer = clock.schedule(timeoutMs, () =>
      abort.abort(new EdgeError('ERR_REQUEST_TIMEOUT', `no answer within ${timeoutMs} ms`)),
    );
    const stopListening = onCallerAbort(caller, (error) => abort.abort(error));
    this.#close = () => {
      stopTimer();
      stopListening();
    };
  }

  /** Stops the timer and removes the listener. */
  close(): void {
    this.#close();
  }
}
