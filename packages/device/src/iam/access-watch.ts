/** @module Ends the access and the invites of users when their time comes, also for sessions that are running. */
import type { Clock, Logger } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { Iam } from './iam.ts';

/**
 * Longest wait between two looks at the clock, in milliseconds. Reason: a clock that is set while a session runs is noticed after this
 * time; and a timer of more than 2^31 ms would fire at once.
 */
const MAX_WAIT_MS = 30_000;

/** Options of {@link AccessWatch}. */
export interface AccessWatchOptions {
  readonly iam: Pick<Iam, 'nextAccessEndMs' | 'nowMs' | 'endAccess' | 'on'>;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly logger: Logger;
}

/** Waits for the next end of access or of an invite, as long as there is one. */
export class AccessWatch {
  readonly #options: AccessWatchOptions;
  #state:
    | { readonly kind: 'stopped' }
    | { readonly kind: 'watching'; readonly cancel: () => void; readonly off: () => void } = {
    kind: 'stopped',
  };

  constructor(options: AccessWatchOptions) {
    this.#options = options;
  }

  /** Starts to watch; access that has ended while the device was off ends now. */
  start(): void {
    if (this.#state.kind === 'watching') return;
    const off = this.#options.iam.on('change', () => this.#wait());
    this.#state = { kind: 'watching', cancel: () => undefined, off };
    this.#look();
  }

  /** Stops. Idempotent. */
  stop(): void {
    if (this.#state.kind === 'stopped') return;
    this.#state.cancel();
    this.#state.off();
    this.#state = { kind: 'stopped' };
  }

  #look(): void {
    const { iam, logger } = this.#options;
    const next = iam.nextAccessEndMs;
    if (next !== undefined && next <= iam.nowMs)
      iam.endAccess().catch((error: unknown) => {
        logger.error('iam.access-store-failed', { reason: reasonOf(error) });
      });
    this.#wait();
  }

  /** Waits for the next end; after one that could not be stored, until the next look. */
  #wait(): void {
    if (this.#state.kind === 'stopped') return;
    this.#state.cancel();
    const { iam, clock } = this.#options;
    const next = iam.nextAccessEndMs;
    const left = next === undefined ? undefined : next - iam.nowMs;
    const waitMs = left === undefined || left > MAX_WAIT_MS || left <= 0 ? MAX_WAIT_MS : left;
    const cancel = left === undefined ? () => undefined : clock.schedule(waitMs, () => this.#look());
    this.#state = { ...this.#state, cancel };
  }
}
