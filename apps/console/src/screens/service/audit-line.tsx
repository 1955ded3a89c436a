/** @module A decision about access in one line: what it was, and when. */

import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { actionText } from '../../service/audit-words.ts';
import { sinceWhen } from '../../ui/since-when.ts';
import { useNow } from '../../ui/use-now.ts';

const MINUTE_MS = 60_000;

/** A row of the audit record. */
export type AuditEntry = AnswerOf<'GET /audit'>['items'][number];

/** The line; a refusal is marked, and says so. */
export function AuditLine({ entry: { action, outcome, at } }: { readonly entry: AuditEntry }) {
  const nowMs = useNow(MINUTE_MS);
  const isRefused = outcome === 'refused';
  return (
    <span className={isRefused ? 'lw-line lw-line-refused' : 'lw-line'}>
      <span>
        {actionText(action, words.record)}
        {isRefused && ` · ${words.record.outcomes.refused}`}
      </span>
      <time dateTime={at}>{sinceWhen(Date.parse(at), nowMs, messages.since)}</time>
    </span>
  );
}
