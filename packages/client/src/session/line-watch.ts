/** @module Finds out when this machine's own line works again, so that a session tries at that moment. */
import type { Clock } from '@longwire/protocol';
import { waitFor } from '@longwire/protocol/base';

/** How long one probe waits for an answer, in milliseconds. Reason: browsers send a STUN request three times within it, at most half of it apart. */
export const PROBE_MS = 1000;

/** The time between two probes is at most this share of the outage so far, once that is longer than a probe. */
const SHARE_OF_OUTAGE = 1 / 60;

/** Options of a {@link LineWatch}. */
export interface LineWatchOptions {
  readonly clock: Clock;
  /** Resolves with whether anything outside this machine answered within {@link PROBE_MS}. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** A probe got no answer. */
  readonly onDead: () => void;
  /** A probe was answered after one that was not. */
  readonly onReturn: () => void;
  /** The browser cannot probe. */
  readonly onFailed: (error: unknown) => void;
}

/** Probes until there is an answer. If the first probe has one, the line is not the problem, and nothing is reported. */
export class LineWatch {
  readonly #options: LineWatchOptions;
  readonly #end = new AbortController();

  constructor(options: LineWatchOptions) {
    this.#options = options;
    this.#watch().catch((error: unknown) => {
      if (!this.#end.signal.aborted) options.onFailed(error);
    });
  }

  /** Stops probing; safe to repeat. */
  close(): void {
    this.#end.abort();
  }

  async #watch(): Promise<void> {
    const { clock, probe, onDead, onReturn } = this.#options;
    const { signal } = this.#end;
    const startedMs = clock.monotonic();
    let probedMs = startedMs;
    if (await probe(signal)) return;
    do {
      signal.throwIfAborted();
      onDead();
      const nowMs = clock.monotonic();
      // A browser without any network answers at once.
      await this.#pause(Math.max(probePauseMs(nowMs - startedMs), probedMs + PROBE_MS - nowMs));
      probedMs = clock.monotonic();
    } while (!(await probe(signal)));
    signal.throwIfAborted();
    onReturn();
  }

  async #pause(pauseMs: number): Promise<void> {
    if (pauseMs <= 0) return;
    const { clock } = this.#options;
    await waitFor<void>({ owner: this.#end.signal }, ({ resolve }) => clock.schedule(pauseMs, resolve));
  }
}

/** How long the next probe waits after an outage of `outageMs`, in milliseconds. */
export function probePauseMs(outageMs: number): number {
  return Math.max(0, Math.round(outageMs * SHARE_OF_OUTAGE) - PROBE_MS);
}
