/** @module The connected devices and clients. */

import { NativeSelect } from '@mantine/core';
import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { useTitle } from '../use-title.ts';
import type { Column } from './data-table.tsx';
import { DeviceLink } from './device-link.tsx';
import { LIVE_EVERY_MS, LIVE_ROWS, LiveTable } from './live-table.tsx';
import { Timestamp } from './timestamp.tsx';
import { useOperator } from './operator-context.tsx';
import { ReadOnlyNotice } from './section-head.tsx';
import { SessionList } from './session-list.tsx';
import { useLoaded } from './use-loaded.ts';
import { useProducts } from './use-products.ts';

const texts = words.live;

type LiveDevice = AnswerOf<'GET /live/devices'>['items'][number];

const COLUMNS: readonly Column<LiveDevice>[] = [
  {
    title: texts.device,
    renderCell: ({ productId, deviceId }) => <DeviceLink productId={productId} deviceId={deviceId} />,
  },
  { title: texts.product, renderCell: ({ productId }) => productId },
  { title: texts.since, renderCell: ({ since }) => <Timestamp at={since} /> },
  {
    title: texts.node,
    kind: 'wide',
    renderCell: ({ node }) => <span className="lw-mono">{node.slice(0, 8)}</span>,
  },
];

/** Devices and sessions, polled. */
export function OnlineScreen() {
  useTitle(words.online);
  const { state } = useProducts();
  const [chosen, setChosen] = useState('');
  const productId = chosen === '' ? undefined : chosen;
  return (
    <div className="lw-service-parts">
      <h1 className="lw-hidden">{words.online}</h1>
      <ReadOnlyNotice />
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
          query: { limit: LIVE_ROWS, productId },
          signal,
        }),
      [session, productId],
    ),
    LIVE_EVERY_MS,
  );
  return (
    <section>
      <h2>{texts.devices}</h2>
      <LiveTable
        label={texts.devices}
        columns={COLUMNS}
        keyOf={(row) => `${row.productId}/${row.deviceId}`}
        state={state}
        empty={texts.noDevices}
        onAgain={() => void reload()}
      />
    </section>
  );
}
