/** @module A decision about access in one line: a sentence, and when. */

import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { auditSentence } from '../../service/audit-words.ts';
import { sinceWhen } from '../../ui/since-when.ts';
import { useNow } from '../../ui/use-now.ts';

/** A row of the audit record. */
export type AuditEntry = AnswerOf<'GET /audit'>['items'][number];

/** The line; a refusal is marked. */
export function AuditLine({ entry }: { readonly entry: AuditEntry }) {
  const nowMs = useNow();
  const { outcome, at } = entry;
  return (
    <span className={outcome === 'refused' ? 'lw-line lw-line-refused' : 'lw-line'}>
      <span>{auditSentence(entry, words.record)}</span>
      <time dateTime={at}>{sinceWhen(Date.parse(at), nowMs, messages.since)}</time>
    </span>
  );
}
