/** @module Every open link of a session: that of an attempt, the one in use, and retired ones. */
import type { EdgeError, Logger } from '@longwire/protocol';
import { Emitter } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { PeerReports } from '../peer/peer-reports.ts';
import { SessionLink } from './session-link.ts';

/** What the links report. */
export interface LinkEvents {
  close: [link: SessionLink, error: Error | undefined];
  warning: [link: SessionLink, error: EdgeError];
  doubt: [link: SessionLink, isInDoubt: boolean];
  identitychange: [link: SessionLink];
}

/** Options of {@link SessionLinks}. */
export interface SessionLinksOptions {
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly logger: Logger;
  /** Receives what each link's peer connection reports while the link is in use. */
  readonly reports: Pick<Emitter<PeerReports>, 'emit'>;
}

/** Creates links and closes those that are no longer wanted. */
export class SessionLinks extends Emitter<LinkEvents> {
  readonly #options: SessionLinksOptions;
  readonly #open = new Set<SessionLink>();

  constructor(options: SessionLinksOptions) {
    super((event, error) => options.logger.error('session.link-handler-failed', { event, error }));
    this.#options = options;
  }

  /** Creates a link, whose connection has not started to connect. */
  create(given: ConnectionOptions): SessionLink {
    const { createConnection, logger, reports } = this.#options;
    const connection = createConnection(given);
    const link = new SessionLink(connection, (error) => logger.warn('session.release-failed', { error }));
    this.#open.add(link);
    link.own(() => this.#open.delete(link));
    link.own(connection.on('close', (error) => this.emit('close', link, error)));
    link.own(connection.on('warning', (error) => this.emit('warning', link, error)));
    link.own(connection.on('doubt', (isInDoubt) => this.emit('doubt', link, isInDoubt)));
    link.relay(reports);
    link.own(connection.on('identitychange', () => this.emit('identitychange', link)));
    return link;
  }

  closeAllBut(...kept: readonly (SessionLink | undefined)[]): void {
    for (const link of this.#open) if (!kept.includes(link)) link.close();
  }
}
