/** @module Does everything up to the offer in advance; dropped if it waits too long. */
import type { Emitter } from '@longwire/protocol';
import { EdgeError, withLimits } from '@longwire/protocol/base';
import type { PeerReports } from '../peer/peer-reports.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import { primaryAttempt, type PreparedAttempt } from './connect-attempts.ts';
import type { ConnectAttempt } from './connect-attempt.ts';
import type { ResolvedOptions } from './options.ts';
import { ConnectSteps } from './connect-steps.ts';

/**
 * How long a preparation may wait, in milliseconds. Reason: a device drops a session that has not connected within 30
 * s, and NATs forget the discovered ports after about the same time.
 */
export const PREPARED_FOR_MS = 20_000;

/** Options of {@link Preparation}. */
export interface PreparationOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly trace: Trace;
  readonly reports: Pick<Emitter<PeerReports>, 'emit'>;
}

/** One attempt, logged in and with its candidates gathered, that waits for `connect()`. */
export class Preparation {
  readonly #attempt: ConnectAttempt;
  readonly #certificate: Promise<RTCCertificate>;
  readonly #steps = new ConnectSteps();
  readonly #stopTimer: () => void;
  /** Ends the callers' wait: with a reason, or without one when `connect()` took the attempt over. */
  readonly #over = Promise.withResolvers<void>();

  constructor({ options, ...given }: PreparationOptions) {
    this.#certificate = given.certificate;
    this.#attempt = primaryAttempt({ ...given, options, steps: this.#steps }, true);
    this.#stopTimer = options.clock.schedule(PREPARED_FOR_MS, () =>
      this.close(
        new EdgeError('ERR_CONNECT_TIMEOUT', `prepared connection was not used within ${PREPARED_FOR_MS} ms`),
      ),
    );
    const settle = (error: unknown): void => this.close(error);
    this.#attempt.opened.catch(settle);
    this.#attempt.gathered().then(() => this.#over.resolve(), settle);
    this.#over.promise.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.#attempt.isEnded;
  }

  /** Resolves when prepared, or when `connect()` takes over; the signal cancels the preparation. */
  async ready(signal: AbortSignal | undefined): Promise<void> {
    try {
      await withLimits({ signal }, () => this.#over.promise);
    } catch (error) {
      if (signal?.aborted) this.close(error);
      throw error;
    }
  }

  /** Hands the attempt over to `connect()`; undefined if it ended. */
  take(): PreparedAttempt | undefined {
    this.#stopTimer();
    if (this.isOver) return undefined;
    this.#over.resolve();
    return { attempt: this.#attempt, certificate: this.#certificate, steps: this.#steps };
  }

  /** Cancels and releases everything; safe to repeat. */
  close(cause: unknown): void {
    this.#stopTimer();
    this.#over.reject(cause);
    this.#attempt.close(cause);
  }
}
