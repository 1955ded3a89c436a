// @vitest-environment happy-dom
/** @module The products of a select are those of all pages. */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Api } from '../../service/api/api.ts';
import { OperatorSession } from '../../service/operator-session.ts';
import { OperatorProvider } from './operator-context.tsx';
import { useProducts } from './use-products.ts';

afterEach(cleanup);

const PAGES: Readonly<Record<string, object>> = {
  '': { items: [{ productId: 'pr-1' }], next: 'pr-1' },
  'pr-1': { items: [{ productId: 'pr-2' }], next: 'pr-2' },
  'pr-2': { items: [{ productId: 'pr-3' }], next: null },
};

test('products of later pages can be chosen too', async () => {
  const api = new Api({
    origin: 'https://service.example',
    fetch: async (asked) =>
      Response.json(PAGES[new URL(new Request(asked).url).searchParams.get('after') ?? '']),
  });
  const session = new OperatorSession({ api, mark: { get: () => true, set: () => undefined } });
  const { result } = renderHook(useProducts, {
    wrapper: ({ children }) => (
      <OperatorProvider value={{ session, me: { kind: 'operator', name: 'ada', role: 'viewer' } }}>
        {children}
      </OperatorProvider>
    ),
  });
  await expect
    .poll(() => result.current.state.rows.map(({ productId }) => productId))
    .toEqual(['pr-1', 'pr-2', 'pr-3']);
});
