/** @module Carries out what the close policy decides about a loss, the time it grants included. */
import type { EdgeError } from '@longwire/protocol';
import type { Clock } from '../time/clock.ts';
import { decideLoss, type ClosePolicy, type Loss } from './close-policy.ts';

/** What a watch acts through. */
export interface LossWatchOptions {
  readonly clock: Clock;
  readonly policy: ClosePolicy;
  readonly onEnd: (error: EdgeError) => void;
  readonly onWarning: (error: EdgeError) => void;
  /** An end has begun to be pending, or has been taken back. */
  readonly onDoubt?: (isInDoubt: boolean) => void;
}

/** Ends a connection at once or after a grace; a better ICE state takes a pending end back. */
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
      // The first end of the peer connection is the one that counts.
      this.#pending[cause] ??= clock.schedule(verdict.delayMs, () => onEnd(verdict.error));
    }
    if (this.#isInDoubt !== wasInDoubt) onDoubt?.(this.#isInDoubt);
  }

  /** Takes every pending end back. */
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
