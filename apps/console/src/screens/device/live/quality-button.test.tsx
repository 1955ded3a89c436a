// @vitest-environment happy-dom
/** @module The choice of a picture's quality. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { QualityChoice } from '@longwire/client';
import { QualityButton } from './quality-button.tsx';

afterEach(cleanup);

test('the button opens the three choices, with the current one checked', () => {
  const choose = vi.fn<(quality: QualityChoice) => void>();
  render(
    <MantineProvider>
      <QualityButton quality="auto" onQuality={choose} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('radiogroup')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Picture quality' }));
  const options = screen.getAllByRole<HTMLInputElement>('radio');
  expect(options.map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(screen.getByRole('radiogroup').textContent).toBe('AutomaticHighLow');
  for (const option of options.slice(1)) fireEvent.click(option);
  expect(choose.mock.calls).toEqual([['high'], ['low']]);
});
