// @vitest-environment happy-dom
/** @module The link for an existing page. */

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { messages } from '../messages/messages.ts';
import { QueryLink } from './query-link.tsx';

afterEach(cleanup);

const words = messages.people;

function type(page: string): void {
  fireEvent.change(screen.getByLabelText(words.queryPage), { target: { value: page } });
}

test('shows the query link with a warning once the page’s address is valid', () => {
  render(
    <MantineProvider>
      <QueryLink link="https://console.example/#p=pr&d=de&u=bob&pwd=secret&i=1" />
    </MantineProvider>,
  );
  expect(screen.getByText(words.queryLinkWarning)).toBeDefined();
  expect(screen.queryByTestId('query-link')).toBeNull();
  type('https://page.example/old.html');
  expect(screen.getByTestId('query-link').textContent).toBe(
    'https://page.example/old.html?p=pr&d=de&u=bob&pwd=secret',
  );
  type('https://page.example/?x=1');
  expect(screen.queryByTestId('query-link')).toBeNull();
  expect(screen.getByText(words.queryPageWrong)).toBeDefined();
  type('javascript://page.example/');
  expect(screen.queryByTestId('query-link')).toBeNull();
});
