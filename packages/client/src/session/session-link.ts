/** @module One connection of a session, from the first try until whatever still runs over it has ended. */
import type { Connection } from '../connection/connection.ts';
import { Scope } from '../events/scope.ts';

/** A connection, and what runs over it. */
export class SessionLink {
  readonly connection: Connection;
  /** Aborted when another link takes over, or this one has ended: what can move, moves. */
  readonly moved: AbortSignal;
  readonly #moved = new AbortController();
  readonly #scope: Scope;
  #holds = 0;
  #isRetired = false;
  /** What happened before the link was ready; undefined once it is. */
  #early: (() => void)[] | undefined = [];

  constructor(connection: Connection, onReleaseError: (error: unknown) => void) {
    this.connection = connection;
    this.moved = this.#moved.signal;
    this.#scope = new Scope(onReleaseError);
  }

  /** Whether tracks come and go by signaling; a device that negotiates over the connection itself does without. */
  get needsSignaling(): boolean {
    return !this.connection.negotiatesInside;
  }

  /** Has something released when the link closes. */
  own(disposer: () => void): void {
    this.#scope.add(disposer);
  }

  /** Tells something of the connection: not before the link is ready, and not once another has taken over. */
  tell(task: () => void): void {
    if (this.#early !== undefined) this.#early.push(task);
    else if (!this.#isRetired) task();
  }

  /** The link is ready: what was kept is told now. */
  accept(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const task of early) task();
  }

  /** Keeps a retired link open until the answer is called. */
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

  /** Runs a task over the connection, which keeps the link open. */
  async run<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await task(this.connection);
    } finally {
      release();
    }
  }

  /** Another link has taken over: closes as soon as nothing holds this one any more. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#moved.abort();
    this.#closeIfIdle();
  }

  /** Closes now; safe to repeat. */
  close(): void {
    this.#isRetired = true;
    this.#moved.abort();
    this.#scope.disposeAll();
    // A connection that has been connecting, or was prepared, closes without waiting for anything.
    void this.connection[Symbol.asyncDispose]();
  }

  #closeIfIdle(): void {
    if (this.#isRetired && this.#holds === 0) this.close();
  }
}
