/** @module Carries out the close policy's decisions about losses, including grace periods. */
import type { Clock, EdgeError } from '@longwire/protocol';
import { decideLoss, type ClosePolicy, type Loss } from './close-policy.ts';

/** Options of {@link LossWatch}. */
export interface LossWatchOptions {
  readonly clock: Clock;
  readonly policy: ClosePolicy;
  readonly onEnd: (error: EdgeError) => void;
  readonly onWarning: (error: EdgeError) => void;
  /** A pending end started, or was cancelled. */
  readonly onDoubt?: (isInDoubt: boolean) => void;
}

/** Ends a connection at once or after a grace period; a better ICE state cancels a pending end. */
export class LossWatch {
  readonly #options: LossWatchOptions;
  readonly #pending: Record<'ice' | 'peer', (() => void) | undefined> = { ice: undefined, peer: undefined };

  constructor(options: LossWatchOptions) {
    this.#options = options;
  }

  handleLoss(phase: 'connecting' | 'connected', loss: Loss): void {
    const { clock, policy, onEnd, onWarning, onDoubt } = this.#options;
    const wasInDoubt = this.#isInDoubt;
    if (loss.type === 'ice-state') this.#cancel('ice');
    const verdict = decideLoss(policy, phase, loss);
    if (verdict.kind === 'stay') {
      if (verdict.error !== undefined) onWarning(verdict.error);
    } else if (verdict.delayMs === 0) {
      onEnd(verdict.error);
      return;
    } else {
      const cause = loss.type === 'ice-state' ? 'ice' : 'peer';
      // The first end of the peer connection counts.
      this.#pending[cause] ??= clock.schedule(verdict.delayMs, () => onEnd(verdict.error));
    }
    if (this.#isInDoubt !== wasInDoubt) onDoubt?.(this.#isInDoubt);
  }

  /** Cancels every pending end. */
  close(): void {
    this.#cancel('ice');
    this.#cancel('peer');
  }

  get #isInDoubt(): boolean {
    return this.#pending.ice !== undefined || this.#pending.peer !== undefined;
  }

  #cancel(cause: 'ice' | 'peer'): void {
    this.#pending[cause]?.();
    this.#pending[cause] = undefined;
  }
}
