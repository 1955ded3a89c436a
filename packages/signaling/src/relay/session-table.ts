/** @module The client sessions of one attachment. */
import { randomUUID } from 'node:crypto';
import type { TokenBucket } from '@longwire/protocol';
import type { SessionClient } from '../ports/presence.ts';

/** One client's session with the device. */
export interface TableSession {
  readonly id: string;
  readonly client: SessionClient;
  /** What the device may still say in this session. */
  readonly bucket: TokenBucket;
}

/** A session by its id: open, closed a short while ago (messages may still have been under way), or never known. */
export type FoundSession =
  | { readonly kind: 'open'; readonly session: TableSession }
  | { readonly kind: 'closed'; readonly session: TableSession }
  | { readonly kind: 'unknown' };

/** So many closed sessions are remembered; a device that is told of a close sends nothing more within a round trip. */
const REMEMBERED_CLOSED = 64;

/** Open sessions, and the last ones that were closed. */
export class SessionTable {
  readonly #open = new Map<string, TableSession>();
  /** Made with the first: most devices have none for hours. */
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

  /** Closes a session; false when it was closed before. */
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
