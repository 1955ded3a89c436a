/** @module Who is connected just now: devices, and clients with them. */

import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api.ts';
import { useTitle } from '../use-title.ts';
import { DataTable, Empty, LoadedView, type Column } from './data-table.tsx';
import { Moment } from './moment.tsx';
import { useOperator } from './operator-context.tsx';
import { LookOnly } from './section-head.tsx';
import { MissingNodes, SessionList } from './session-list.tsx';
import { useProducts } from './tokens-screen.tsx';
import { useLoaded } from './use-loaded.ts';

const texts = words.live;
const EVERY_MS = 3_000;
const ROWS = 500;

type LiveDevice = AnswerOf<'GET /live/devices'>['items'][number];

const COLUMNS: readonly Column<LiveDevice>[] = [
  {
    title: texts.device,
    renderCell: ({ productId, deviceId }) => (
      <Link
        className="lw-row-link"
        to="/service/products/$productId/devices/$deviceId"
        params={{ productId, deviceId }}
      >
        {deviceId}
      </Link>
    ),
  },
  { title: texts.product, renderCell: ({ productId }) => productId },
  { title: texts.since, renderCell: ({ since }) => <Moment at={since} /> },
  {
    title: texts.node,
    kind: 'wide',
    renderCell: ({ node }) => <span className="lw-mono">{node.slice(0, 8)}</span>,
  },
];

/** Devices and sessions, looked at again and again. */
export function OnlineScreen() {
  useTitle(words.online);
  const { state } = useProducts();
  const [chosen, setChosen] = useState('');
  const productId = chosen === '' ? undefined : chosen;
  return (
    <div className="lw-service-parts">
      <h1 className="lw-hidden">{words.online}</h1>
      <LookOnly />
      <NativeSelect
        className="lw-service-choice"
        label={texts.filter}
        value={chosen}
        data={[{ value: '', label: texts.all }, ...state.rows.map((product) => product.productId)]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <DevicesOnline productId={productId} />
      <SessionList productId={productId} />
    </div>
  );
}

function DevicesOnline({ productId }: { readonly productId: string | undefined }) {
  const { session } = useOperator();
  const { state, reload } = useLoaded(
    useCallback(
      (signal) =>
        session.ask('GET /live/devices', {
          query: { limit: ROWS, ...(productId === undefined ? {} : { productId }) },
          signal,
        }),
      [session, productId],
    ),
    EVERY_MS,
  );
  return (
    <section>
      <h2>{texts.devices}</h2>
      <LoadedView state={state} onAgain={() => void reload()}>
        {({ items, missingNodes }) => (
          <>
            <MissingNodes missing={missingNodes} />
            {items.length === 0 ? (
              <Empty title={texts.noDevices} />
            ) : (
              <DataTable
                label={texts.devices}
                columns={COLUMNS}
                rows={items}
                keyOf={(row) => `${row.productId}/${row.deviceId}`}
              />
            )}
          </>
        )}
      </LoadedView>
    </section>
  );
}
