/** @module Stores the draft and the history of each device between visits. */

import type { DBSchema } from 'idb';
import { ReopenedDatabase } from '../reopened-database.ts';
import type { RequestDraft } from './payload-draft.ts';
import { readStoredDraft, readStoredHistory, type HistoryEntry } from './request-history.ts';

/** The stored requests of a device. */
export interface KeptRequests {
  readonly draft?: RequestDraft | undefined;
  readonly history: readonly HistoryEntry[];
}

/** Updates a history. */
export type HistoryChange = (kept: readonly HistoryEntry[]) => readonly HistoryEntry[];

/** A storage for drafts and histories. */
export interface RequestStorage {
  load(key: string): Promise<KeptRequests>;
  putDraft(key: string, draft: RequestDraft): Promise<void>;
  /** Applies `change` to the stored history, which another tab may have changed; resolves with the result. */
  changeHistory(key: string, change: HistoryChange): Promise<readonly HistoryEntry[]>;
  /** Forgets every device except these. */
  keepOnly(keys: readonly string[]): Promise<void>;
}

/** Keeps them in memory: for browsers that do not let the page store anything, and for tests. */
export class MemoryRequestStorage implements RequestStorage {
  readonly #drafts = new Map<string, RequestDraft>();
  readonly #histories = new Map<string, readonly HistoryEntry[]>();

  async load(key: string): Promise<KeptRequests> {
    return { draft: this.#drafts.get(key), history: this.#histories.get(key) ?? [] };
  }
  async putDraft(key: string, draft: RequestDraft): Promise<void> {
    this.#drafts.set(key, draft);
  }
  async changeHistory(key: string, change: HistoryChange): Promise<readonly HistoryEntry[]> {
    const history = change(this.#histories.get(key) ?? []);
    this.#histories.set(key, history);
    return history;
  }
  async keepOnly(keys: readonly string[]): Promise<void> {
    for (const rows of [this.#drafts, this.#histories]) {
      for (const key of rows.keys()) if (!keys.includes(key)) rows.delete(key);
    }
  }
}

interface Schema extends DBSchema {
  drafts: { key: string; value: RequestDraft };
  histories: { key: string; value: readonly HistoryEntry[] };
}

const STORES = ['drafts', 'histories'] as const;

class IndexedRequestStorage implements RequestStorage {
  readonly #database: ReopenedDatabase<Schema>;

  constructor(database: ReopenedDatabase<Schema>) {
    this.#database = database;
  }

  async load(key: string): Promise<KeptRequests> {
    return await this.#database.use(async (database) => {
      const draft: unknown = await database.get('drafts', key);
      const history: unknown = await database.get('histories', key);
      return { draft: readStoredDraft(draft), history: readStoredHistory(history) };
    });
  }
  async putDraft(key: string, draft: RequestDraft): Promise<void> {
    await this.#database.use((database) => database.put('drafts', draft, key));
  }
  async changeHistory(key: string, change: HistoryChange): Promise<readonly HistoryEntry[]> {
    return await this.#database.use(async (database) => {
      // One transaction, so that no other tab writes between reading and writing.
      const transaction = database.transaction('histories', 'readwrite');
      const kept: unknown = await transaction.store.get(key);
      const history = change(readStoredHistory(kept));
      await transaction.store.put(history, key);
      await transaction.done;
      return history;
    });
  }
  async keepOnly(keys: readonly string[]): Promise<void> {
    await this.#database.use(async (database) => {
      for (const store of STORES) {
        for (const key of await database.getAllKeys(store)) {
          if (!keys.includes(key)) await database.delete(store, key);
        }
      }
    });
  }
}

/** Opens the browser's storage, or memory if the browser refuses (private windows, policies). */
export async function openRequestStorage(): Promise<RequestStorage> {
  try {
    const database = await ReopenedDatabase.open<Schema>({
      name: 'longwire-requests',
      upgrade: (upgraded) => {
        for (const store of STORES) upgraded.createObjectStore(store);
      },
    });
    return new IndexedRequestStorage(database);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return new MemoryRequestStorage();
    throw error;
  }
}
