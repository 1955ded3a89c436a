// @vitest-environment happy-dom
/** @module What a list of connections says about rows that it does not show. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { words } from '../../messages/service-messages.ts';
import { LiveTable } from './live-table.tsx';

afterEach(cleanup);

const noteOf = (next: string | null): Element | null => {
  render(
    <MantineProvider>
      <LiveTable
        label="Sessions"
        columns={[{ title: 'Device', renderCell: (row: string) => row }]}
        keyOf={(row) => row}
        state={{ kind: 'value', value: { items: ['one', 'two'], next, missingNodes: [] } }}
        empty="none"
        onAgain={() => undefined}
      />
    </MantineProvider>,
  );
  return screen.queryByText(words.live.first(2));
};

test('a list of connections says that it shows only the first ones', () => {
  expect(noteOf('two')).not.toBeNull();
});

test('a complete list of connections says nothing', () => {
  expect(noteOf(null)).toBeNull();
});
