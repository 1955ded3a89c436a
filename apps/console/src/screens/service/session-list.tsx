/** @module The clients currently connected through the service. */

import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import type { Column } from './data-table.tsx';
import { DeviceLink } from './device-link.tsx';
import { LIVE_EVERY_MS, LIVE_ROWS, LiveTable } from './live-table.tsx';
import { Timestamp } from './timestamp.tsx';
import { useMay, useOperator } from './operator-context.tsx';
import { RowAction } from './row-action.tsx';
import { ConfirmDialog } from './service-dialog.tsx';
import { useAction, useLoaded } from './use-loaded.ts';

const texts = words.live;

type Session = AnswerOf<'GET /live/sessions'>['items'][number];

/** The sessions of a device, of a product, or all sessions. */
export function SessionList({
  productId,
  deviceId,
}: {
  readonly productId?: string | undefined;
  readonly deviceId?: string;
}) {
  const { session } = useOperator();
  const mayChange = useMay('manager');
  const [ended, setEnded] = useState<Session>();
  const { state, reload } = useLoaded(
    useCallback(
      (signal) =>
        session.ask('GET /live/sessions', { query: { limit: LIVE_ROWS, productId, deviceId }, signal }),
      [session, productId, deviceId],
    ),
    LIVE_EVERY_MS,
  );
  const columns: readonly Column<Session>[] = [
    ...(deviceId === undefined ? [DEVICE] : []),
    { title: texts.address, renderCell: ({ address }) => <span className="lw-mono">{address}</span> },
    { title: texts.since, renderCell: ({ since }) => <Timestamp at={since} /> },
    { title: texts.token, renderCell: ({ tokenId }) => <span className="lw-mono">{tokenId}</span> },
    {
      title: words.actions,
      kind: 'actions',
      renderCell: (row) =>
        mayChange && (
          <RowAction
            label={texts.end}
            name={texts.endOne(row.deviceId, row.address)}
            onClick={() => setEnded(row)}
          />
        ),
    },
  ];
  return (
    <section>
      <h2>{texts.sessions}</h2>
      <LiveTable
        label={texts.sessions}
        columns={columns}
        keyOf={({ sessionId }) => sessionId}
        state={state}
        empty={texts.noSessions}
        onAgain={() => void reload()}
      />
      {ended !== undefined && (
        <EndSession
          sessionId={ended.sessionId}
          onClose={() => {
            setEnded(undefined);
            void reload();
          }}
        />
      )}
    </section>
  );
}

const DEVICE: Column<Session> = {
  title: texts.device,
  renderCell: ({ productId, deviceId }) => (
    <>
      {productId} / <DeviceLink productId={productId} deviceId={deviceId} />
    </>
  ),
};

function EndSession({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const { session } = useOperator();
  const action = useAction();
  const end = () =>
    action.run(() => session.ask('DELETE /live/sessions/{sessionId}', { path: { sessionId } }), onClose);
  return (
    <ConfirmDialog
      title={texts.endTitle}
      hint={texts.endHint}
      submit={texts.end}
      action={action}
      onSubmit={end}
      onClose={onClose}
    />
  );
}
