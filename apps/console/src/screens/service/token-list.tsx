/** @module The connection tokens of a product, or of one of its devices. */

import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { validityOf } from '../../service/validity.ts';
import { useNow } from '../../ui/use-now.ts';
import { Empty, RowsTable, type Column } from './data-table.tsx';
import { MakeToken } from './make-token.tsx';
import { Timestamp } from './timestamp.tsx';
import { useMay, useOperator } from './operator-context.tsx';
import { Mark } from './presence.tsx';
import { RowAction } from './row-action.tsx';
import { SectionHead } from './section-head.tsx';
import type { Token, TokenDevice } from './token.ts';
import { ReplaceToken, RevokeToken } from './token-changes.tsx';
import { useRows } from './use-loaded.ts';

const texts = words.token;

type Asked = { readonly kind: 'make' } | { readonly kind: 'replace' | 'revoke'; readonly token: Token };

/** The list, with the actions on each token. */
export function TokenList({
  productId,
  device,
}: {
  readonly productId: string;
  readonly device?: TokenDevice;
}) {
  const { session } = useOperator();
  const mayChange = useMay('manager');
  const nowMs = useNow();
  const [asked, setAsked] = useState<Asked>();
  const deviceId = device?.deviceId;
  const { list, state } = useRows(
    useCallback(
      (after, signal) =>
        session.ask('GET /products/{productId}/tokens', {
          path: { productId },
          query: { after, deviceId },
          signal,
        }),
      [session, productId, deviceId],
    ),
  );
  const reload = () => void list.reload();
  const columns: readonly Column<Token>[] = [
    { title: texts.id, renderCell: ({ tokenId }) => <span className="lw-mono">{tokenId}</span> },
    ...(deviceId === undefined ? [SCOPE] : []),
    { title: texts.state, renderCell: (token) => <TokenState token={token} nowMs={nowMs} /> },
    { title: texts.made, renderCell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    {
      title: texts.expires,
      renderCell: ({ expiresAt }) => (expiresAt === null ? texts.never : <Timestamp at={expiresAt} />),
    },
    {
      title: words.actions,
      kind: 'actions',
      renderCell: (token) =>
        mayChange &&
        validityOf(token, nowMs) === 'good' &&
        token.origin === 'service' && (
          <div className="lw-actions">
            <RowAction
              label={texts.rotate}
              name={texts.rowAction(texts.rotate, token.tokenId)}
              onClick={() => setAsked({ kind: 'replace', token })}
            />
            <RowAction
              label={texts.revoke}
              name={texts.rowAction(texts.revoke, token.tokenId)}
              onClick={() => setAsked({ kind: 'revoke', token })}
            />
          </div>
        ),
    },
  ];
  const close = () => setAsked(undefined);
  return (
    <section>
      <SectionHead title={words.tokens} level={2} add={texts.add} onAdd={() => setAsked({ kind: 'make' })} />
      <p className="lw-soft lw-note">{texts.lead}</p>
      <RowsTable
        label={words.tokens}
        columns={columns}
        keyOf={({ tokenId, deviceId }) => `${tokenId} ${deviceId ?? ''}`}
        list={list}
        state={state}
        empty={<Empty title={texts.empty} hint={texts.emptyHint} />}
      />
      {asked?.kind === 'make' && (
        <MakeToken productId={productId} device={device} onMade={reload} onClose={close} />
      )}
      {asked?.kind === 'replace' && (
        <ReplaceToken token={asked.token} device={device} onMade={reload} onClose={close} />
      )}
      {asked?.kind === 'revoke' && <RevokeToken token={asked.token} onDone={reload} onClose={close} />}
    </section>
  );
}

const SCOPE: Column<Token> = {
  title: texts.scope,
  renderCell: ({ productId, deviceId }) =>
    deviceId === null ? (
      texts.everyDevice
    ) : (
      <Link to="/service/products/$productId/devices/$deviceId" params={{ productId, deviceId }}>
        {deviceId}
      </Link>
    ),
};

function TokenState({ token, nowMs }: { readonly token: Token; readonly nowMs: number }) {
  const state = validityOf(token, nowMs);
  return (
    <Mark
      kind={state === 'good' ? 'on' : 'off'}
      text={texts.states[state]}
      more={texts.origin[token.origin]}
    />
  );
}
