/** @module Events that are produced only while they have listeners, taken from the connection in use. */
import type { Emitter } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { SessionEvents } from './session.ts';
import type { QualityReport } from './tracks/parse-quality.ts';

type Stop = () => void;

/** One event, taken from consecutive connections. */
class Feed {
  readonly #isWanted: () => boolean;
  readonly #listen: (connection: Connection) => Stop;
  #connection: Connection | undefined;
  #stop: Stop | undefined;

  constructor(isWanted: () => boolean, listen: (connection: Connection) => Stop) {
    this.#isWanted = isWanted;
    this.#listen = listen;
  }

  /** Listens to this connection from now on; returns whether it differs from the previous one. */
  move(to: Connection | undefined): boolean {
    const connection = this.#isWanted() ? to : undefined;
    if (connection === this.#connection) return false;
    this.#stop?.();
    this.#connection = connection;
    this.#stop = connection && this.#listen(connection);
    return true;
  }
}

/** The `stats` and `silence` events of a session. */
export class SessionFeeds {
  readonly #emitter: Emitter<SessionEvents>;
  readonly #stats: Feed;
  readonly #silence: Feed;
  #isSilent = false;

  constructor(emitter: Emitter<SessionEvents>, readQuality: () => QualityReport | undefined) {
    this.#emitter = emitter;
    this.#stats = new Feed(
      () => emitter.has('stats'),
      (connection) =>
        connection.on('stats', (stats) => {
          const quality = readQuality();
          emitter.emit('stats', quality === undefined ? stats : { ...stats, quality });
        }),
    );
    this.#silence = new Feed(
      () => emitter.has('silence'),
      (connection) => connection.on('silence', (isSilent) => this.#handleSilence(isSilent)),
    );
  }

  /** Called when listeners come or go, and with each connection. */
  move(connection: Connection | undefined): void {
    this.#stats.move(connection);
    // A new connection is not silent yet, and the session's state reports a lost one.
    if (this.#silence.move(connection)) this.#handleSilence(false);
  }

  #handleSilence(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#emitter.emit('silence', isSilent);
  }
}
