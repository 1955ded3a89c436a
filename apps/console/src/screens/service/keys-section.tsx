/** @module The API keys of programs. */

import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { validityOf } from '../../service/validity.ts';
import { useNow } from '../../ui/use-now.ts';
import { AddKey } from './add-key.tsx';
import { DataTable, Empty, LoadedView, type Column } from './data-table.tsx';
import { Timestamp } from './timestamp.tsx';
import { useOperator } from './operator-context.tsx';
import { Mark } from './presence.tsx';
import { RowAction } from './row-action.tsx';
import { SectionHead } from './section-head.tsx';
import { ConfirmDialog } from './service-dialog.tsx';
import { useAction, useLoaded } from './use-loaded.ts';

const texts = words.people;
const tokens = words.token;

type Key = AnswerOf<'GET /keys'>['items'][number];

/** The list; a key's value is only in the response that created it. */
export function KeysSection() {
  const { session } = useOperator();
  const nowMs = useNow();
  const revoking = useAction();
  const [isAdding, setIsAdding] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  const { state, reload } = useLoaded(
    useCallback((signal) => session.ask('GET /keys', { signal }), [session]),
  );
  const again = () => void reload();
  const columns: readonly Column<Key>[] = [
    { title: texts.keyName, renderCell: ({ name }) => name },
    { title: texts.keyId, renderCell: ({ keyId }) => <span className="lw-mono">{keyId}</span> },
    { title: texts.role, renderCell: ({ role }) => words.roles[role] },
    {
      title: tokens.state,
      renderCell: (key) => {
        const now = validityOf(key, nowMs);
        return <Mark kind={now === 'good' ? 'on' : 'off'} text={tokens.states[now]} />;
      },
    },
    {
      title: tokens.expires,
      renderCell: ({ expiresAt }) => (expiresAt === null ? tokens.never : <Timestamp at={expiresAt} />),
    },
    {
      title: words.actions,
      kind: 'actions',
      renderCell: (key) =>
        !key.isRevoked && (
          <RowAction
            label={tokens.revoke}
            name={texts.rowAction(tokens.revoke, key.name)}
            onClick={() => setRevoked(key)}
          />
        ),
    },
  ];
  return (
    <section>
      <SectionHead title={texts.keys} level={2} add={texts.addKey} onAdd={() => setIsAdding(true)} />
      <p className="lw-soft lw-note">{texts.keysLead}</p>
      <LoadedView state={state} onAgain={again}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.noKeys} />
          ) : (
            <DataTable label={texts.keys} columns={columns} rows={items} keyOf={({ keyId }) => keyId} />
          )
        }
      </LoadedView>
      {isAdding && <AddKey onMade={again} onClose={() => setIsAdding(false)} />}
      {revoked !== undefined && (
        <ConfirmDialog
          title={texts.revokeKeyTitle}
          hint={texts.revokeKeyHint}
          submit={tokens.revoke}
          action={revoking}
          onSubmit={() =>
            revoking.run(
              () => session.ask('DELETE /keys/{keyId}', { path: { keyId: revoked.keyId } }),
              () => {
                setRevoked(undefined);
                again();
              },
            )
          }
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  );
}
