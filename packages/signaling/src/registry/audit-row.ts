/** @module Converts between rows of the audit table, events and entries. */
import { foldId } from '@longwire/protocol';
import type { Insertable, Selectable } from 'kysely';
import type { AuditEvent } from '../ports/audit.ts';
import type { AuditEntry, AuditQuery } from '../ports/audit-log.ts';
import type { AuditTable } from './schema.ts';

/** Longest text of a column, in characters; longer ones end in an ellipsis. */
const MAX_TEXT_LENGTH = 512;

/** A row without its number. */
export type AuditRow = Insertable<AuditTable>;

/** A column and its value; `folded` columns are compared ignoring case. */
export type AuditCondition =
  | { readonly column: 'actor' | 'outcome' | 'action'; readonly value: string }
  | { readonly folded: 'device_id' | 'product_id'; readonly value: string };

/** The conditions of a filter, most selective first. */
export function conditionsOf({
  deviceId,
  actor,
  outcome,
  action,
  productId,
}: Omit<AuditQuery, 'limit'>): AuditCondition[] {
  const isRefused = outcome === 'refused';
  const marks = [
    { folded: 'device_id', value: deviceId && foldId(deviceId) },
    { column: 'actor', value: actor },
    { column: 'outcome', value: isRefused ? outcome : undefined },
    { column: 'action', value: action },
    { folded: 'product_id', value: productId && foldId(productId) },
    { column: 'outcome', value: isRefused ? undefined : outcome },
  ] as const;
  return marks.flatMap(({ value, ...mark }): AuditCondition[] =>
    value === undefined ? [] : [{ ...mark, value: clip(value) }],
  );
}

/** Converts an event to a row. */
export function toRow(event: AuditEvent, at: number): AuditRow {
  return {
    at,
    action: clip(event.action),
    outcome: event.outcome,
    actor: clip(event.actor),
    product_id: clipped(event.productId),
    device_id: clipped(event.deviceId),
    token_id: clipped(event.tokenId),
    address: clipped(event.address),
    request_id: clipped(event.requestId),
    detail: clipped(event.detail),
  };
}

/** Converts a row to an entry. */
export function toEntry(row: Selectable<AuditTable>): AuditEntry {
  return {
    seq: row.seq,
    at: row.at,
    action: row.action,
    outcome: row.outcome === 'allowed' ? 'allowed' : 'refused',
    actor: row.actor,
    productId: row.product_id ?? undefined,
    deviceId: row.device_id ?? undefined,
    tokenId: row.token_id ?? undefined,
    address: row.address ?? undefined,
    requestId: row.request_id ?? undefined,
    detail: row.detail ?? undefined,
  };
}

function clipped(text: string | undefined): string | null {
  return text === undefined ? null : clip(text);
}

/**
 * Ids of a login are arbitrary client input: of any length, and with characters that PostgreSQL cannot store.
 */
function clip(text: string): string {
  const short = text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
  return short.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
