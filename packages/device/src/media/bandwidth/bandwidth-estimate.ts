/** @module How much one viewer's network carries: the result of congestion control, which senders of video follow. */
import type { Emitter, Logger } from '@longwire/protocol';
import { createEmitter } from '../../events/create-emitter.ts';

/**
 * What limits an estimate: growing delay, loss, the configured ceiling, a viewer that reports nothing, or nothing so far, so
 * that higher rates are being tried.
 */
export type EstimateReason = 'delay' | 'loss' | 'ceiling' | 'no-feedback' | 'probing';

/** An estimate for one peer connection. */
export interface Estimate {
  /** All media of the connection, in bit/s. */
  readonly bitsPerSecond: number;
  /** What remains for video after audio, in bit/s. */
  readonly videoBitsPerSecond: number;
  readonly reason: EstimateReason;
}

/** The ceiling without a configured one, in bit/s. Reason: above it, packets of a burst overflow the receiver's socket. */
export const DEFAULT_CEILING = 100_000_000;

/** The lowest estimate, in bit/s. Reason: sound and a few pictures. */
export const MIN_ESTIMATE = 100_000;

/** The estimate for a viewer that reports nothing, in bit/s: below every quality level but the lowest. */
export const UNREPORTED_ESTIMATE = 300_000;

/** Events of {@link BandwidthEstimate}. */
interface EstimateEvents {
  /** At most once for each feedback packet. */
  change: [estimate: Estimate];
  /** The viewer reports again after an outage: what was sent meanwhile is lost. */
  resume: [];
}

/** The current estimate for one peer connection, and the rates that its senders would use if they could. */
export class BandwidthEstimate {
  readonly #events: Emitter<EstimateEvents>;
  readonly #wanted = new Map<object, number>();
  #current: Estimate;

  constructor(initial: Estimate, logger: Logger) {
    this.#current = initial;
    this.#events = createEmitter(logger);
  }

  get current(): Estimate {
    return this.#current;
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof EstimateEvents>(event: K, listener: (...args: EstimateEvents[K]) => void): () => void {
    return this.#events.on(event, listener);
  }

  /** The rate that all senders together would use if the network carried it, in bit/s. */
  get wantedBitsPerSecond(): number {
    let sum = 0;
    for (const rate of this.#wanted.values()) sum += rate;
    return sum;
  }

  /**
   * Sets the rate that a sender would use next, in bit/s: higher rates than the current one are only tried up to the sum of these.
   * Undefined withdraws it.
   */
  want(sender: object, bitsPerSecond: number | undefined): void {
    if (bitsPerSecond === undefined) this.#wanted.delete(sender);
    else this.#wanted.set(sender, bitsPerSecond);
  }

  /** Replaces the estimate. */
  update(estimate: Estimate): void {
    const { bitsPerSecond, videoBitsPerSecond, reason } = this.#current;
    if (
      estimate.bitsPerSecond === bitsPerSecond &&
      estimate.videoBitsPerSecond === videoBitsPerSecond &&
      estimate.reason === reason
    )
      return;
    this.#current = estimate;
    this.#events.emit('change', estimate);
  }

  /** Emits `resume`. */
  resume(): void {
    this.#events.emit('resume');
  }
}
