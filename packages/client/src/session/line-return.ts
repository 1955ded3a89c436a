/** @module Watches the line while a session's link is in doubt or lost, and distinguishes an attempt that hangs from one that has got on. */
import type { Logger } from '@longwire/protocol';
import type { Connection } from '../connection/connection.ts';
import { probeUrls } from './line-probe.ts';
import { LineWatch } from './line-watch.ts';
import type { SessionAttempts } from './session-attempts.ts';
import type { ResolvedSessionOptions } from './session-options.ts';

/** Options of {@link LineReturn}. */
export interface LineReturnOptions {
  readonly options: Pick<ResolvedSessionOptions, 'clock' | 'probeLine'>;
  readonly logger: Logger;
  readonly attempts: Pick<SessionAttempts, 'newest'>;
  /** The line works again; `isStalled` if the newest attempt is where it was when the line was last found dead. */
  readonly onReturn: (isStalled: boolean) => void;
}

type Position = readonly [Connection | undefined, string | undefined];

/** Probes the line through the ICE servers of a connection. */
export class LineReturn {
  readonly #given: LineReturnOptions;
  #watch: LineWatch | undefined;
  #lastDead: Position | undefined;

  constructor(given: LineReturnOptions) {
    this.#given = given;
  }

  /** Starts, unless it runs already or there is no server to ask. */
  start({ iceServers }: Connection): void {
    const urls = probeUrls(iceServers);
    if (this.#watch !== undefined || urls.length === 0) return;
    const { options, logger, onReturn } = this.#given;
    this.#watch = new LineWatch({
      clock: options.clock,
      probe: (signal) => options.probeLine(urls, signal),
      onDead: () => {
        this.#lastDead = this.#position();
      },
      onReturn: () => {
        const now = this.#position();
        const isStalled = now.every((part, index) => part === this.#lastDead?.[index]);
        logger.info('session.line-returned', { isStalled });
        onReturn(isStalled);
      },
      onFailed: (error) => logger.warn('session.probe-failed', { error }),
    });
  }

  stop(): void {
    this.#watch?.close();
    this.#watch = undefined;
  }

  #position(): Position {
    const connection = this.#given.attempts.newest;
    return [connection, connection?.step];
  }
}
