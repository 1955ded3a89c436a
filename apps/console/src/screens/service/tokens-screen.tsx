/** @module Connection tokens, by product. */

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { useTitle } from '../use-title.ts';
import { Empty, Waiting } from './data-table.tsx';
import { ProblemNote } from './problem-note.tsx';
import { ReadOnlyNotice } from './section-head.tsx';
import { TokenList } from './token-list.tsx';
import { useProducts } from './use-products.ts';

/** A product, and its tokens. */
export function TokensScreen() {
  useTitle(words.tokens);
  const { list, state } = useProducts();
  const [chosen, setChosen] = useState<string>();
  const productId = chosen ?? state.rows[0]?.productId;
  return (
    <div className="lw-service-parts">
      <h1 className="lw-hidden">{words.tokens}</h1>
      <ReadOnlyNotice />
      <ProblemNote problem={state.problem} onAgain={() => void list.reload()} />
      {state.isLoading && state.rows.length === 0 && <Waiting />}
      {!state.isLoading && state.problem === undefined && state.rows.length === 0 && (
        <Empty title={words.product.empty} hint={words.token.noProducts} />
      )}
      {productId !== undefined && (
        <>
          <NativeSelect
            className="lw-service-choice"
            label={words.token.product}
            value={productId}
            data={state.rows.map((product) => product.productId)}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <TokenList key={productId} productId={productId} />
        </>
      )}
    </div>
  );
}
