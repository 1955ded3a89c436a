/** @module One connection of a session, from its attempt until the last call over it has ended. */
import type { Emitter } from '@longwire/protocol';
import type { CloseOptions, Connection } from '../connection/connection.ts';
import { PEER_REPORTS, type PeerReports } from '../peer/peer-reports.ts';
import { HeldEvents } from '../events/held-events.ts';
import { Scope } from '../events/scope.ts';

/** A connection and the calls that hold it open. */
export class SessionLink {
  readonly connection: Connection;
  /** Aborted when another link takes over or this one closes: calls that can move to another link do so. */
  readonly retired: AbortSignal;
  /** How the connection is closed. */
  closeOptions: CloseOptions = {};
  readonly #retired = new AbortController();
  readonly #scope: Scope;
  #holds = 0;
  /** Events from before the link is ready. */
  readonly #held = new HeldEvents();

  constructor(connection: Connection, onReleaseError: (error: unknown) => void) {
    this.connection = connection;
    this.retired = this.#retired.signal;
    this.#scope = new Scope(onReleaseError);
  }

  /** Whether tracks are negotiated by signaling; some devices negotiate over the connection itself. */
  get needsSignaling(): boolean {
    return !this.connection.negotiatesInside;
  }

  /** Calls `disposer` when the link closes, unless the returned function is called before. */
  own(disposer: () => void): () => void {
    this.#scope.add(disposer);
    return () => this.#scope.remove(disposer);
  }

  /** Passes on what the peer connection reports, as {@link deliver} does. */
  relay(emitter: Pick<Emitter<PeerReports>, 'emit'>): void {
    for (const event of PEER_REPORTS)
      this.own(this.connection.on(event, (...args) => this.deliver(() => emitter.emit(event, ...args))));
  }

  /** Runs an event's task: queued until the link is ready, dropped once another link has taken over. */
  deliver(task: () => void): void {
    this.#held.deliver(task);
  }

  /** The link is ready: delivers the queued events. */
  accept(): void {
    this.#held.open();
  }

  /** Keeps a retired link open until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#closeIfIdle();
    };
  }

  /** Runs a task over the connection and holds the link open meanwhile. */
  async run<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await task(this.connection);
    } finally {
      release();
    }
  }

  /** Another link has taken over: closes this one as soon as nothing holds it. */
  retire(): void {
    if (this.retired.aborted) return;
    this.#held.close();
    this.#retired.abort();
    this.#closeIfIdle();
  }

  /** Closes now; safe to repeat. */
  close(): void {
    this.#held.close();
    this.#retired.abort();
    this.#scope.disposeAll();
    // Also right for a connection that is connecting or only prepared: it closes at once.
    if (this.closeOptions.reason === undefined) void this.connection[Symbol.asyncDispose]();
    else void this.connection.close(this.closeOptions);
  }

  #closeIfIdle(): void {
    if (this.retired.aborted && this.#holds === 0) this.close();
  }
}
