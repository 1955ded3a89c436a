/** @module The requests that were sent to a device: newest first, limited, without anything that may be secret. */

import { METHODS } from '@longwire/protocol/base';
import { fieldOf, numberOf, textOf } from '../read-field.ts';
import { DRAFT_FORMATS, type RequestDraft } from './payload-draft.ts';

/** One request that was sent. */
export interface HistoryEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly draft: RequestDraft;
  /** Some of it was not stored: it can be loaded into the editor, and not sent again as it was. */
  readonly isPartial: boolean;
  /** Such as 205; undefined if no answer came. */
  readonly statusCode?: number;
  readonly elapsedMs?: number;
  readonly answerBytes?: number;
}

/** Most requests kept for a device. Reason: longer lists are not read. */
export const MAX_HISTORY = 50;

/** The history with a request added at the front; consecutive repetitions are merged. */
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

/** Reads one stored draft; `undefined` if it is damaged or from an unknown version. */
export function readStoredDraft(row: unknown): RequestDraft | undefined {
  const text = (name: string): string | undefined => textOf(row, name);
  const method = METHODS.find((each) => each === text('method'));
  const format = DRAFT_FORMATS.find((each) => each === text('format'));
  const [path, query, contentFormat, typed] = ['path', 'query', 'contentFormat', 'text'].map(text);
  if (method === undefined || format === undefined || path === undefined || typed === undefined)
    return undefined;
  return { method, format, path, query: query ?? '', contentFormat: contentFormat ?? '', text: typed };
}

/** Reads stored entries; damaged ones are skipped. */
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
