/** @module Events that are produced only while they have listeners, taken from the connection in use. */
import type { Emitter } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { DriverEvents } from './driver-events.ts';
import type { LiveTracks } from './tracks/live-tracks.ts';

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
  readonly #events: Emitter<DriverEvents>;
  readonly #stats: Feed;
  readonly #silence: Feed;
  #isSilent = false;

  constructor(events: Emitter<DriverEvents>, tracks: Pick<LiveTracks, 'readQuality'>) {
    this.#events = events;
    this.#stats = new Feed(
      () => events.has('stats'),
      (connection) =>
        connection.on('stats', (stats) => {
          const quality = tracks.readQuality();
          events.emit('stats', quality === undefined ? stats : { ...stats, quality });
        }),
    );
    this.#silence = new Feed(
      () => events.has('silence'),
      (connection) => connection.on('silence', (isSilent) => this.#handleSilence(isSilent)),
    );
    events.on('ready', ({ connection }) => this.move(connection));
    events.on('suspended', () => this.move(undefined));
  }

  /** Called with the connection in use, also when listeners come or go. */
  move(connection: Connection | undefined): void {
    this.#stats.move(connection);
    // A new connection is not silent yet, and the session's state reports a lost one.
    if (this.#silence.move(connection)) this.#handleSilence(false);
  }

  #handleSilence(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#events.emit('silence', isSilent);
  }
}
