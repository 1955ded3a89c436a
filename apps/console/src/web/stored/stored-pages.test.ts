import { expect, test } from 'vitest';
import { StoredPages } from './stored-pages.ts';

function fakeStorage(items: Map<string, string>) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

function pages(options: { items?: Map<string, string>; stubborn?: string; isStored?: boolean } = {}) {
  const { items = new Map<string, string>(), stubborn, isStored = true } = options;
  const emptied: string[] = [];
  const stored = new StoredPages({
    storage: isStored ? fakeStorage(items) : undefined,
    empty: async (origin) => {
      emptied.push(origin);
      return origin !== stubborn;
    },
  });
  return { stored, items, emptied };
}

test.each([true, false])(
  'the stored pages of one device are removed, and those of others stay (kept: %s)',
  async (isStored) => {
    const { stored, items, emptied } = pages({ isStored });
    stored.note('pr/one', 'https://one.example');
    stored.note('pr/one', 'https://one.example');
    stored.note('pr/two', 'https://two.example');
    expect(await stored.forget('pr/one')).toBe(0);
    expect([emptied, stored.snapshot()]).toEqual([['https://one.example'], 1]);
    expect(await stored.forget('pr/one')).toBe(0);
    expect(await stored.forget()).toBe(0);
    expect([emptied, items.size]).toEqual([['https://one.example', 'https://two.example'], 0]);
  },
);

test('origins recorded under ids as they were typed are removed with the device too', async () => {
  const items = new Map([['longwire.web-origins', '{"https://one.example":"PR/One"}']]);
  const { stored, emptied } = pages({ items });
  expect([await stored.forget('pr/one'), emptied]).toEqual([0, ['https://one.example']]);
});

test('subscribers of the stored pages are called after each change', async () => {
  const { stored } = pages();
  const counts: number[] = [];
  const stop = stored.subscribe(() => counts.push(stored.snapshot()));
  stored.note('pr/one', 'https://one.example');
  stored.note('pr/two', 'https://two.example');
  await stored.forget('pr/one');
  expect(counts).toEqual([1, 2, 1]);
  stop();
  await stored.forget();
  expect([counts.length, stored.snapshot()]).toEqual([3, 0]);
});

test('origins that could not be cleared stay on the list, also for the next visit', async () => {
  const { stored, items } = pages({ stubborn: 'https://two.example' });
  stored.note('pr/one', 'https://one.example');
  stored.note('pr/two', 'https://two.example');
  expect([await stored.forget(), stored.snapshot()]).toEqual([1, 1]);
  const next = pages({ items });
  expect([await next.stored.forget(), next.emptied]).toEqual([0, ['https://two.example']]);
});

test.each(['', 'x', 'null', '{"https://one.example":1}'])(
  'a damaged list of stored pages counts as empty: %j',
  (text) => {
    const { stored } = pages({ items: new Map([['longwire.web-origins', text]]) });
    stored.note('pr/one', 'https://one.example');
    expect(stored.snapshot()).toBe(1);
  },
);
