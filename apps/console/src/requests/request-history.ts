/** @module The requests that were sent to a device: the newest first, bounded, without what may be secret. */

import { fieldOf, numberOf, textOf } from '../field-of.ts';
import { DRAFT_FORMATS, METHODS, type RequestDraft } from './payload-draft.ts';

/** One request that was sent. */
export interface HistoryEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly draft: RequestDraft;
  /** Something was not kept: it can be brought back to the editor, and not sent as it is. */
  readonly isPartial: boolean;
  /** Such as 205; absent where no answer came. */
  readonly statusCode?: number;
  readonly elapsedMs?: number;
  readonly answerBytes?: number;
}

/** Most requests kept for a device. Reason: a list that a person still looks through. */
export const MAX_HISTORY = 50;

/** The history with a request added on top; the same request is not there twice in a row. */
export function addToHistory(
  history: readonly HistoryEntry[],
  entry: Omit<HistoryEntry, 'id'>,
): readonly HistoryEntry[] {
  const [newest] = history;
  const id = (newest?.id ?? 0) + 1;
  const before = newest !== undefined && isSameRequest(newest, entry) ? history.slice(1) : history;
  return [{ ...entry, id }, ...before].slice(0, MAX_HISTORY);
}

function isSameRequest(one: HistoryEntry, other: Omit<HistoryEntry, 'id'>): boolean {
  return one.isPartial === other.isPartial && JSON.stringify(one.draft) === JSON.stringify(other.draft);
}

/** Reads one stored draft; `undefined` where it is damaged or from a version that is not known. */
export function readStoredDraft(row: unknown): RequestDraft | undefined {
  const text = (name: string): string | undefined => textOf(row, name);
  const method = METHODS.find((known) => known === text('method'));
  const format = DRAFT_FORMATS.find((known) => known === text('format'));
  const [path, query, contentFormat, typed] = ['path', 'query', 'contentFormat', 'text'].map(text);
  if (method === undefined || format === undefined || path === undefined || typed === undefined)
    return undefined;
  return { method, format, path, query: query ?? '', contentFormat: contentFormat ?? '', text: typed };
}

/** Reads stored entries; what is damaged is left out. */
export function readStoredHistory(rows: unknown): readonly HistoryEntry[] {
  if (!Array.isArray(rows)) return [];
  return rows.map(readStoredEntry).filter((entry) => entry !== undefined);
}

function readStoredEntry(row: unknown): HistoryEntry | undefined {
  const number = (name: string): number | undefined => numberOf(row, name);
  const draft = readStoredDraft(fieldOf(row, 'draft'));
  const [id, atMs] = [number('id'), number('atMs')];
  if (draft === undefined || id === undefined || atMs === undefined) return undefined;
  const [statusCode, elapsedMs, answerBytes] = ['statusCode', 'elapsedMs', 'answerBytes'].map(number);
  return {
    id,
    atMs,
    draft,
    isPartial: fieldOf(row, 'isPartial') === true,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
    ...(answerBytes === undefined ? {} : { answerBytes }),
  };
}
