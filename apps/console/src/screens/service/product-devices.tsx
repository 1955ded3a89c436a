/** @module The devices of a product: search, online status, add. */

import { useCallback, useEffect, useState } from 'react';
import { hasWords } from '../../has-words.ts';
import { words } from '../../messages/service-messages.ts';
import { deviceRows, type DeviceRow } from '../../service/device-rows.ts';
import { MAX_ROWS } from '../../service/paged-rows.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { AddDevice } from './add-device.tsx';
import { Empty, RowsTable, type Column } from './data-table.tsx';
import { DeviceLink } from './device-link.tsx';
import { Presence } from './presence.tsx';
import { useOperator } from './operator-context.tsx';
import { ReadOnlyNotice, SectionHead } from './section-head.tsx';
import { useRows } from './use-loaded.ts';

const texts = words.device;

const COLUMNS: readonly Column<DeviceRow>[] = [
  {
    title: texts.id,
    renderCell: ({ productId, deviceId }) => <DeviceLink productId={productId} deviceId={deviceId} />,
  },
  { title: texts.name, renderCell: ({ name }) => name ?? words.none },
  { title: texts.state, renderCell: (row) => <Presence device={row} /> },
  {
    title: texts.fingerprint,
    kind: 'wide',
    renderCell: ({ fingerprint }) => <code className="lw-mono">{fingerprint.slice(0, 16)}…</code>,
  },
];

/** The list. A search loads all pages. */
export function ProductDevices({ productId }: { readonly productId: string }) {
  const { session } = useOperator();
  const [isAdding, setIsAdding] = useState(false);
  const [query, setQuery] = useState('');
  const { list, state } = useRows(
    useCallback((after, signal) => deviceRows(session, productId, after, signal), [session, productId]),
  );
  const isSearching = query.trim() !== '';
  useEffect(() => {
    if (isSearching) void list.all();
  }, [isSearching, list]);
  const rows = state.rows.filter(({ deviceId, name }) => hasWords(`${name ?? ''} ${deviceId}`, query));
  return (
    <section>
      <SectionHead title={words.product.devices} level={2} add={texts.add} onAdd={() => setIsAdding(true)}>
        <SearchField
          className="lw-service-search"
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          query={query}
          onChange={setQuery}
        />
      </SectionHead>
      <ReadOnlyNotice />
      {isSearching && (
        <output className="lw-soft lw-note">
          {texts.searched(rows.length, state.rows.length)}
          {state.hasMore && !state.isLoading && ` ${texts.searchedFirst(MAX_ROWS)}`}
        </output>
      )}
      <RowsTable
        label={words.product.devices}
        columns={COLUMNS}
        keyOf={({ deviceId }) => deviceId}
        list={list}
        state={state}
        rows={rows}
        empty={
          isSearching ? (
            <Empty title={texts.noMatch(query.trim())} />
          ) : (
            <Empty title={texts.empty} hint={texts.emptyHint} />
          )
        }
      />
      {isAdding && <AddDevice productId={productId} onClose={() => setIsAdding(false)} />}
    </section>
  );
}
