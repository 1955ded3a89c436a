// @vitest-environment happy-dom
/** @module Focus after navigation. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Site } from './site.tsx';

afterEach(cleanup);

test('a chosen page receives the focus, the initial one does not', async () => {
  await act(async () =>
    render(
      <StrictMode>
        <Site />
      </StrictMode>,
    ),
  );
  const main = screen.getByRole('main');
  expect(document.activeElement).not.toBe(main);
  await act(async () => {
    location.hash = '#/use-me';
    dispatchEvent(new Event('hashchange'));
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('useMe');
  expect(document.activeElement).toBe(main);
});
