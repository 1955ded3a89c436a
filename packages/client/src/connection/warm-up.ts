/** @module Everything up to the offer, done before it is wanted, and given up when it has waited for too long. */
import { EdgeError } from '@longwire/protocol/base';
import type { Trace } from '../diagnostics/trace/trace.ts';
import { abortableByCaller } from '../time/abort.ts';
import { firstLane, type WarmLane } from './connect-race.ts';
import type { Lane } from './lane.ts';
import type { ResolvedOptions } from './options.ts';
import { StepLadder } from './step-ladder.ts';

/**
 * How long what was prepared may wait, in milliseconds. Reason: a device gives up a session that has not connected in 30 s, and
 * NATs forget the ports that were found out at about the same time.
 */
export const PREPARED_FOR_MS = 20_000;

/** What a warm-up is made from. */
export interface WarmUpOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly trace: Trace;
}

/** One lane, logged in and with its candidates known, that waits for `connect()`. */
export class WarmUp {
  readonly #lane: Lane;
  readonly #ladder = new StepLadder();
  readonly #stopTimer: () => void;
  /** Ends the waiting of those who asked: without a reason when the lane was taken over. */
  readonly #over = Promise.withResolvers<void>();

  constructor({ options, certificate, trace }: WarmUpOptions) {
    this.#lane = firstLane({ options, certificate, trace, ladder: this.#ladder }, true);
    this.#stopTimer = options.clock.schedule(PREPARED_FOR_MS, () =>
      this.close(new EdgeError('ERR_CONNECT_TIMEOUT', `connect() expected within ${PREPARED_FOR_MS} ms`)),
    );
    const settle = (error: unknown): void => this.close(error);
    this.#lane.opened.catch(settle);
    this.#lane.warmed().then(() => this.#over.resolve(), settle);
    this.#over.promise.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#lane.isEnded;
  }

  /** Resolves when all is done, or when `connect()` goes on with it; the signal gives it up. */
  async ready(signal: AbortSignal | undefined): Promise<void> {
    try {
      await abortableByCaller(signal, this.#over.promise);
    } catch (error) {
      if (signal?.aborted) this.close(error);
      throw error;
    }
  }

  /** Hands the lane over to whoever connects, unless there is none any more. */
  take(): WarmLane | undefined {
    this.#stopTimer();
    if (this.isOver) return undefined;
    this.#over.resolve();
    return { lane: this.#lane, ladder: this.#ladder };
  }

  /** Gives up and releases everything; safe to repeat. */
  close(cause: unknown): void {
    this.#stopTimer();
    this.#over.reject(cause);
    this.#lane.close(cause);
  }
}
