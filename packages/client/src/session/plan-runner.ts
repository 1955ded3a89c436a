/** @module Carries out the plans of a session, one at a time: waits or tries, and reports how that ended. */
import type { Logger } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { DeviceWaiter } from './device-waiter.ts';
import type { SessionAttempts } from './session-attempts.ts';
import type { SessionLink } from './session-link.ts';
import type { ResolvedSessionOptions } from './session-options.ts';
import type { SessionEvent } from './session-phase.ts';
import type { Plan } from './session-plan.ts';

/** Options of a {@link PlanRunner}. */
export interface PlanRunnerOptions {
  readonly options: ResolvedSessionOptions;
  readonly attempts: SessionAttempts;
  readonly logger: Logger;
  readonly dispatch: (event: SessionEvent<SessionLink>) => void;
}

/** Runs the current plan. */
export class PlanRunner {
  readonly #given: PlanRunnerOptions;
  readonly #waiter: DeviceWaiter;
  #stop: () => void = () => undefined;
  /** The service has reported the device, and no connection has opened since. */
  #isReported = false;

  constructor(given: PlanRunnerOptions) {
    const { options, logger, dispatch } = given;
    this.#given = given;
    const onAttached = (): void => {
      this.#isReported = true;
      dispatch({ type: 'retry-now' });
    };
    this.#waiter = new DeviceWaiter({ options, logger, onAttached });
  }

  /** Runs this plan instead of the previous one. `wasConnected`: the session has been ready before. */
  run(plan: Plan, wasConnected: boolean): void {
    this.stop();
    this.#stop = plan.step === 'waiting' ? this.#wait(plan) : this.#try(plan, wasConnected);
  }

  stop(): void {
    this.#stop();
    this.#stop = () => undefined;
  }

  #wait({ delayMs, reason }: Plan): () => void {
    const { options, attempts, dispatch } = this.#given;
    attempts.dropSpare();
    const stopTimer = options.clock.schedule(delayMs, () => dispatch({ type: 'due' }));
    // A service that reports a device and then calls it offline would cause one attempt after the other.
    const wasReported = this.#isReported;
    this.#isReported = false;
    if (reason?.code !== 'ERR_DEVICE_OFFLINE' || wasReported) return stopTimer;
    const stopWait = this.#waiter.start();
    return () => {
      stopTimer();
      stopWait();
    };
  }

  #try(plan: Plan, wasConnected: boolean): () => void {
    const abort = new AbortController();
    void this.#open(plan, wasConnected, abort.signal);
    return () => abort.abort(new EdgeError('ERR_ABORTED', 'connection attempt abandoned'));
  }

  async #open(plan: Plan, wasConnected: boolean, signal: AbortSignal): Promise<void> {
    const { attempts, logger, dispatch } = this.#given;
    try {
      const link = await attempts.open(plan, wasConnected, signal);
      const isOpen = link.connection.state === 'connected';
      if (signal.aborted || !isOpen) link.close();
      if (signal.aborted) return;
      // It was not in use yet when it reported its end.
      if (!isOpen)
        throw new EdgeError('ERR_CONNECTION_CLOSED', 'the connection closed before the session was ready');
      this.#isReported = false;
      dispatch({ type: 'established', link });
    } catch (cause) {
      if (signal.aborted) return;
      const error = asEdgeError(cause);
      logger.info('session.attempt-failed', { error });
      dispatch({ type: 'failed', error });
    }
  }
}

/** The error itself, or one of ERR_STATE that names it as its cause. */
export function asEdgeError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_STATE', 'unexpected error during a connection attempt', { cause });
}
