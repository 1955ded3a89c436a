/** @module The connection attempts of a session: each opens a link, which may have been prepared in advance. */
import type { Logger } from '@longwire/protocol';
import type { Connection } from '../connection/connection.ts';
import { connectionOptions, openSessionLink } from './open-session-link.ts';
import type { SessionLink } from './session-link.ts';
import type { SessionLinks } from './session-links.ts';
import type { ResolvedSessionOptions } from './session-options.ts';
import { attemptTimeoutMs, FIRST_PLAN, type Plan } from './session-plan.ts';
import { SpareLink } from './spare-link.ts';

/** Options of {@link SessionAttempts}. */
export interface SessionAttemptsOptions {
  readonly options: ResolvedSessionOptions;
  readonly links: SessionLinks;
  readonly logger: Logger;
}

/** Opens links one at a time. */
export class SessionAttempts {
  readonly #given: SessionAttemptsOptions;
  #newest: Connection | undefined;
  #spare: SpareLink | undefined;

  constructor(given: SessionAttemptsOptions) {
    this.#given = given;
  }

  /** The connection of the newest attempt. */
  get newest(): Connection | undefined {
    return this.#newest;
  }

  get hasSpare(): boolean {
    return this.#spare !== undefined;
  }

  /** Opens the prepared link, or a new one. `wasConnected`: the session has been ready before. */
  async open(plan: Plan, wasConnected: boolean, signal: AbortSignal): Promise<SessionLink> {
    const spare = this.#spare;
    this.#spare = undefined;
    const link = (await spare?.take(signal)) ?? (await this.#create(plan, wasConnected, signal));
    this.#newest = link.connection;
    await openSessionLink(this.#given.options, link, signal);
    return link;
  }

  /** Prepares the link of the attempt after a loss, in place of one prepared before. */
  prepareSpare(): void {
    this.dropSpare();
    this.#spare = new SpareLink((signal) => this.#create(FIRST_PLAN, true, signal), this.#given.logger);
  }

  dropSpare(): void {
    this.#spare?.drop();
    this.#spare = undefined;
  }

  async #create(plan: Plan, wasConnected: boolean, signal: AbortSignal): Promise<SessionLink> {
    const { options, links } = this.#given;
    const connectTimeoutMs = attemptTimeoutMs(plan, wasConnected, options.connectTimeoutMs);
    const given = await connectionOptions(options, signal);
    return links.create({ ...given, attempt: plan.attempt, connectTimeoutMs });
  }
}
