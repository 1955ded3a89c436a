/** @module The requests sent to this device. */

import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { messages } from '../../../messages/messages.ts';
import { isGoodStatus, statusText } from '../../../requests/answer-view.ts';
import type { RequestDraft } from '../../../requests/payload-draft.ts';
import type { HistoryEntry } from '../../../requests/request-history.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { timeAgo } from '../../../ui/time-ago.ts';
import { useNow } from '../../../ui/use-now.ts';
import './history-list.css';

const words = messages.requests;

/** A history and the callbacks for its entries. */
export interface HistoryListProps {
  readonly history: readonly HistoryEntry[];
  readonly onUse: (draft: RequestDraft) => void;
  readonly onRun: (draft: RequestDraft) => void;
  readonly onClear: () => void;
}

/** Newest first; each entry can be loaded into the editor or sent again. */
export function HistoryList({ history, onUse, onRun, onClear }: HistoryListProps) {
  return (
    <section className="lw-history" aria-label={words.history}>
      <div className="lw-history-head">
        <h3>{words.history}</h3>
        {history.length > 0 && (
          <Button variant="subtle" size="sm" onClick={onClear}>
            {words.clearHistory}
          </Button>
        )}
      </div>
      <p className="lw-soft">{history.length === 0 ? words.historyEmpty : words.historyNote}</p>
      <ul data-testid="history">
        {history.map((entry) => (
          <Entry key={entry.id} entry={entry} onUse={onUse} onRun={onRun} />
        ))}
      </ul>
    </section>
  );
}

type EntryProps = Pick<HistoryListProps, 'onUse' | 'onRun'> & { readonly entry: HistoryEntry };

function Entry({ entry: { draft, isPartial, statusCode, atMs }, onUse, onRun }: EntryProps) {
  const now = useNow();
  const what = `${draft.method} ${draft.path}${draft.query === '' ? '' : `?${draft.query}`}`;
  const isGood = statusCode !== undefined && isGoodStatus(statusCode);
  return (
    <li className="lw-history-entry">
      <button type="button" className="lw-requests-row" title={words.use(what)} onClick={() => onUse(draft)}>
        <span className={isGood ? 'lw-status lw-status-good' : 'lw-status'}>
          {statusCode === undefined ? words.noAnswer : statusText(statusCode)}
        </span>
        <span className="lw-history-what">
          <span className="lw-mono">{what}</span>
          <span className="lw-soft">
            {[timeAgo(atMs, now, messages.time), isPartial ? words.notKept : ''].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <IconButton label={words.run(what)} isDisabled={isPartial} onClick={() => onRun(draft)}>
        <IconPlayerPlay size={20} />
      </IconButton>
    </li>
  );
}
