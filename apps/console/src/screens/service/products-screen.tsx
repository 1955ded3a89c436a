/** @module The products. */

import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { useTitle } from '../use-title.ts';
import { Empty, RowsTable, type Column } from './data-table.tsx';
import { Timestamp } from './timestamp.tsx';
import { useOperator } from './operator-context.tsx';
import { ReadOnlyNotice, SectionHead } from './section-head.tsx';
import { FormDialog } from './service-dialog.tsx';
import { useAction, useRows } from './use-loaded.ts';

const texts = words.product;
type Product = AnswerOf<'GET /products'>['items'][number];

const COLUMNS: readonly Column<Product>[] = [
  {
    title: texts.id,
    renderCell: ({ productId }) => (
      <Link className="lw-row-link" to="/service/products/$productId" params={{ productId }}>
        {productId}
      </Link>
    ),
  },
  { title: texts.created, renderCell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { title: texts.issuers, renderCell: ({ issuers }) => words.count(issuers.length) },
];

/** The list, and a button to add a product. */
export function ProductsScreen() {
  useTitle(words.products);
  const { session } = useOperator();
  const [isAdding, setIsAdding] = useState(false);
  const { list, state } = useRows(
    useCallback((after, signal) => session.ask('GET /products', { query: { after }, signal }), [session]),
  );
  return (
    <section>
      <SectionHead title={words.products} add={texts.add} onAdd={() => setIsAdding(true)} />
      <ReadOnlyNotice />
      <RowsTable
        label={words.products}
        columns={COLUMNS}
        keyOf={({ productId }) => productId}
        list={list}
        state={state}
        empty={<Empty title={texts.empty} hint={texts.emptyHint} />}
      />
      {isAdding && <AddProduct onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function AddProduct({ onClose }: { readonly onClose: () => void }) {
  const { session } = useOperator();
  const navigate = useNavigate();
  const action = useAction();
  const [productId, setProductId] = useState('');
  const add = () =>
    action.run(
      () => session.ask('POST /products', { body: { productId: productId.trim() } }),
      (product) =>
        void navigate({ to: '/service/products/$productId', params: { productId: product.productId } }),
    );
  return (
    <FormDialog
      submit={texts.add}
      isReady={productId.trim() !== ''}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <ExactField label={texts.id} description={texts.idHint} value={productId} onChange={setProductId} />
    </FormDialog>
  );
}
