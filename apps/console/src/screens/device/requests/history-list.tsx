/** @module What was sent in this visit. */

import { messages } from '../../../messages/messages.ts';
import type { RequestDraft } from '../../../requests/payload-draft.ts';
import type { HistoryEntry } from '../../../requests/request-history.ts';

const words = messages.requests;

/** A history and what becomes of an entry that is touched. */
export interface HistoryListProps {
  readonly history: readonly HistoryEntry[];
  readonly onUse: (draft: RequestDraft) => void;
}

/** The newest first; a touch brings a request back into the editor. */
export function HistoryList({ history, onUse }: HistoryListProps) {
  return (
    <section className="lw-history" aria-label={words.history}>
      <h3>{words.history}</h3>
      {history.length === 0 && <p className="lw-soft">{words.historyEmpty}</p>}
      <ul data-testid="history">
        {history.map(({ id, draft, status, isGood }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={words.sendAgain(`${draft.method} ${draft.path}`)}
              onClick={() => onUse(draft)}
            >
              <span className={isGood ? 'lw-status lw-status-good' : 'lw-status'}>{status ?? '—'}</span>
              <span className="lw-mono">
                {draft.method} {draft.path}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
