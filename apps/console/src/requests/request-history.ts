/** @module The requests of this visit, per device: the newest first, bounded. */

import type { RequestDraft } from './payload-draft.ts';

/** One request that was sent. */
export interface HistoryEntry {
  readonly id: number;
  readonly draft: RequestDraft;
  /** Such as `2.05`; absent where no answer came. */
  readonly status: string | undefined;
  readonly isGood: boolean;
}

/** Most requests kept for a device. Reason: a list that a person still looks through. */
export const MAX_HISTORY = 50;

/** The history with a request added on top. */
export function addToHistory(
  history: readonly HistoryEntry[],
  entry: Omit<HistoryEntry, 'id'>,
): readonly HistoryEntry[] {
  const id = (history[0]?.id ?? 0) + 1;
  return [{ ...entry, id }, ...history].slice(0, MAX_HISTORY);
}

/** Keeps the drafts and histories of all devices for this visit, so that changing tabs loses nothing typed. */
export class RequestMemory {
  readonly #drafts = new Map<string, RequestDraft>();
  readonly #histories = new Map<string, readonly HistoryEntry[]>();

  /** The draft of a device; a plain GET where nothing was typed. */
  draft(key: string): RequestDraft {
    return this.#drafts.get(key) ?? { method: 'GET', path: '/', format: 'none', text: '' };
  }

  /** Keeps a draft. */
  keepDraft(key: string, draft: RequestDraft): void {
    this.#drafts.set(key, draft);
  }

  /** The history of a device. */
  history(key: string): readonly HistoryEntry[] {
    return this.#histories.get(key) ?? [];
  }

  /** Keeps a history. */
  keepHistory(key: string, history: readonly HistoryEntry[]): void {
    this.#histories.set(key, history);
  }
}
