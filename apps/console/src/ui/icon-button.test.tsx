// @vitest-environment happy-dom
/** @module A disabled icon button keeps the focus, and does nothing. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';

const press = vi.fn<() => void>();

function draw(isDisabled: boolean) {
  return (
    <MantineProvider>
      <IconButton label="Back" isDisabled={isDisabled} onClick={press}>
        ←
      </IconButton>
    </MantineProvider>
  );
}

const button = (): HTMLElement => screen.getByRole('button', { name: 'Back' });

beforeEach(() => press.mockClear());
afterEach(cleanup);

test('an icon button keeps the focus while disabled, and works again afterwards', () => {
  const { rerender } = render(draw(false));
  fireEvent.focus(button());
  rerender(draw(true));
  expect(button().hasAttribute('disabled')).toBe(false);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button());
  expect(press).not.toHaveBeenCalled();
  rerender(draw(false));
  expect(button().hasAttribute('aria-disabled')).toBe(false);
  fireEvent.click(button());
  expect(press).toHaveBeenCalledOnce();
});

test('a disabled icon button without the focus is not focusable', () => {
  render(draw(false)).rerender(draw(true));
  expect(button().hasAttribute('disabled')).toBe(true);
});

test('a disabled icon button is not focusable once the focus has left it', () => {
  const { rerender } = render(draw(false));
  fireEvent.focus(button());
  rerender(draw(true));
  fireEvent.blur(button());
  expect(button().hasAttribute('disabled')).toBe(true);
});
