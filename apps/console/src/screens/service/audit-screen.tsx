/** @module The audit record: every access decision with its action, actor, time and subject. */

import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { actionText, actorText } from '../../service/audit-words.ts';
import { useTitle } from '../use-title.ts';
import { AuditLine, type AuditEntry } from './audit-line.tsx';
import { AuditFilter, type Wanted } from './audit-filter.tsx';
import { Empty, RowsTable, type Column } from './data-table.tsx';
import { Timestamp } from './timestamp.tsx';
import { useOperator } from './operator-context.tsx';
import { Mark } from './presence.tsx';
import { useRows } from './use-loaded.ts';

const texts = words.record;

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    title: texts.what,
    renderCell: ({ action, detail }) => (
      <>
        <span className="lw-record-what">{actionText(action, texts)}</span>
        {detail !== null && <span className="lw-soft lw-record-detail">{detail}</span>}
      </>
    ),
  },
  {
    title: texts.outcome,
    renderCell: ({ outcome }) => (
      <Mark kind={outcome === 'allowed' ? 'on' : 'off'} text={texts.outcomes[outcome]} />
    ),
  },
  { title: texts.who, renderCell: ({ actor }) => actorText(actor, texts) },
  { title: texts.when, renderCell: ({ at }) => <Timestamp at={at} isExact /> },
  { title: texts.about, renderCell: (entry) => <About entry={entry} /> },
  {
    title: texts.from,
    renderCell: ({ address, requestId }) => (
      <>
        <span className="lw-mono">{address ?? words.none}</span>
        {requestId !== null && <span className="lw-soft lw-mono lw-record-detail">{requestId}</span>}
      </>
    ),
  },
];

/** The record, newest first. */
export function AuditScreen() {
  useTitle(words.audit);
  const { session } = useOperator();
  const [wanted, setWanted] = useState<Wanted>({});
  const { list, state } = useRows(
    useCallback(
      (after, signal) =>
        session.ask('GET /audit', {
          query: { ...wanted, before: after === undefined ? undefined : Number(after) },
          signal,
        }),
      [session, wanted],
    ),
  );
  return (
    <section>
      <h1 className="lw-hidden">{words.audit}</h1>
      <AuditFilter onFilter={setWanted} />
      <RowsTable
        label={words.audit}
        columns={COLUMNS}
        keyOf={({ seq }) => String(seq)}
        list={list}
        state={state}
        empty={<Empty title={texts.empty} />}
        renderLine={(entry) => <AuditLine entry={entry} />}
      />
    </section>
  );
}

function About({ entry: { productId, deviceId, tokenId } }: { readonly entry: AuditEntry }) {
  const names = [productId, deviceId].filter((name) => name !== null);
  return (
    <>
      <span>{names.length === 0 ? words.none : names.join(' / ')}</span>
      {tokenId !== null && <span className="lw-soft lw-mono lw-record-detail">{tokenId}</span>}
    </>
  );
}
