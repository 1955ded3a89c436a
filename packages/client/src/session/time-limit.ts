/** @module The time limit of one call and its caller's signal, as one signal. */
import { EdgeError } from '@longwire/protocol/base';
import { abortedByCaller } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';

/** Aborted with ERR_REQUEST_TIMEOUT when the time is over, and with ERR_ABORTED by the caller; close it in any case. */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #close: () => void;

  constructor(clock: Clock, timeoutMs: number, caller: AbortSignal | undefined) {
    const abort = new AbortController();
    this.signal = abort.signal;
    const stopTimer = clock.schedule(timeoutMs, () =>
      abort.abort(new EdgeError('ERR_REQUEST_TIMEOUT', `answer expected within ${timeoutMs} ms, got none`)),
    );
    const byCaller = (): void => abort.abort(caller && abortedByCaller(caller));
    caller?.addEventListener('abort', byCaller);
    if (caller?.aborted) byCaller();
    this.#close = () => {
      stopTimer();
      caller?.removeEventListener('abort', byCaller);
    };
  }

  /** Stops the timer, and listens no more. */
  close(): void {
    this.#close();
  }
}
