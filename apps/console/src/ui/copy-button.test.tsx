// @vitest-environment happy-dom
/** @module What a copy button confirms. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '../messages/messages.ts';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const draw = (text: string) => (
  <MantineProvider>
    <CopyButton text={text} />
  </MantineProvider>
);
const name = (): string | null => screen.getByRole('button').textContent;

test('a copy button confirms the text that it has copied, and no other', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { rerender } = render(draw('one'));
  fireEvent.click(screen.getByRole('button'));
  await expect.poll(name).toBe(messages.copy.copied);
  rerender(draw('two'));
  expect(name()).toBe(messages.common.copy);
  fireEvent.click(screen.getByRole('button'));
  await expect.poll(name).toBe(messages.copy.copied);
  expect(write.mock.calls).toEqual([['one'], ['two']]);
});
