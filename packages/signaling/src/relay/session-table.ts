/** @module The client sessions of one attachment. */
import { randomUUID } from 'node:crypto';
import type { TokenBucket } from '@longwire/protocol';
import type { SessionClient } from '@longwire/cluster';

/** One client's session with the device. */
export interface TableSession {
  readonly id: string;
  readonly client: SessionClient;
  /** Rate limit of the device in this session. */
  readonly bucket: TokenBucket;
}

/**
 * Result of looking up a session: open, recently closed (messages may still have been in flight), or unknown.
 */
export type FoundSession =
  | { readonly kind: 'open'; readonly session: TableSession }
  | { readonly kind: 'closed'; readonly session: TableSession }
  | { readonly kind: 'unknown' };

/**
 * Number of closed sessions that are remembered; a device stops sending within a round trip after the close.
 */
const REMEMBERED_CLOSED = 64;

/** Open sessions, and the last closed ones. */
export class SessionTable {
  readonly #open = new Map<string, TableSession>();
  /** Created with the first session: most devices have none for hours. */
  #closed: Map<string, TableSession> | undefined;

  get size(): number {
    return this.#open.size;
  }

  add(client: SessionClient, bucket: TokenBucket): TableSession {
    const session: TableSession = { id: randomUUID(), client, bucket };
    this.#open.set(session.id, session);
    return session;
  }

  find(id: string): FoundSession {
    const open = this.#open.get(id);
    if (open !== undefined) return { kind: 'open', session: open };
    const closed = this.#closed?.get(id);
    return closed === undefined ? { kind: 'unknown' } : { kind: 'closed', session: closed };
  }

  isOpen(session: TableSession): boolean {
    return this.#open.has(session.id);
  }

  /** Closes a session; false if it was already closed. */
  close(session: TableSession): boolean {
    if (!this.#open.delete(session.id)) return false;
    this.#remember(session);
    return true;
  }

  /** Closes all sessions and returns those that were open. */
  closeAll(): TableSession[] {
    const open = [...this.#open.values()];
    this.#open.clear();
    return open;
  }

  #remember(session: TableSession): void {
    const closed = (this.#closed ??= new Map());
    closed.set(session.id, session);
    if (closed.size <= REMEMBERED_CLOSED) return;
    const [oldest] = closed.keys();
    if (oldest !== undefined) closed.delete(oldest);
  }
}
