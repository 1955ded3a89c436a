/** @module Stores the draft and the history of each device between visits. */

import type { Database } from '../storage/database.ts';
import type { RequestDraft } from './payload-draft.ts';
import { readStoredDraft, readStoredHistory, type HistoryEntry } from './request-history.ts';

/** The database of the requests. */
export const REQUEST_DATABASE = { name: 'longwire-requests', stores: { drafts: {}, histories: {} } } as const;

/** The stored requests of a device. */
export interface KeptRequests {
  readonly draft?: RequestDraft | undefined;
  readonly history: readonly HistoryEntry[];
}

/** Updates a history. */
export type HistoryChange = (kept: readonly HistoryEntry[]) => readonly HistoryEntry[];

/** Stores drafts and histories. */
export class RequestStorage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(key: string): Promise<KeptRequests> {
    const [draft, history] = await Promise.all([
      this.#database.get('drafts', key),
      this.#database.get('histories', key),
    ]);
    return { draft: readStoredDraft(draft), history: readStoredHistory(history) };
  }

  async putDraft(key: string, draft: RequestDraft): Promise<void> {
    await this.#database.write([{ store: 'drafts', key, value: draft }]);
  }

  /** Applies `change` to the stored history, which another tab may have changed; resolves with the result. */
  async changeHistory(key: string, change: HistoryChange): Promise<readonly HistoryEntry[]> {
    return await this.#database.update('histories', key, (stored) => change(readStoredHistory(stored)));
  }

  /** Forgets every device except these. */
  async keepOnly(keys: readonly string[]): Promise<void> {
    for (const store of Object.keys(REQUEST_DATABASE.stores)) {
      const stored = [...(await this.#database.entries(store)).keys()];
      const forgotten = stored.filter((key) => !keys.includes(key));
      await this.#database.write(forgotten.map((key) => ({ store, key, value: undefined })));
    }
  }
}
