// @vitest-environment happy-dom
/** @module Escape closes a flyout from every element that belongs to it, and from no other. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useFlyout } from './use-flyout.ts';

afterEach(cleanup);

function Rig() {
  const opener = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, close, place } = useFlyout<HTMLDivElement>(opener);
  return (
    <>
      <button type="button" ref={opener} onClick={toggle}>
        opener
      </button>
      {isOpen && (
        <div ref={place}>
          <input aria-label="within" />
          <button type="button" onClick={close}>
            done
          </button>
        </div>
      )}
      <button type="button">beside</button>
    </>
  );
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const isOpen = (): boolean => screen.queryByLabelText('within') !== null;

beforeEach(() => {
  render(<Rig />);
  fireEvent.click(button('opener'));
});

test.each([
  ['the field in it', () => screen.getByLabelText('within')],
  ['its button', () => button('opener')],
  ['nowhere', () => document.body],
])('Escape in %s closes it, and the button has the focus', async (_, where) => {
  expect(isOpen()).toBe(true);
  await act(async () => where().focus());
  fireEvent.keyDown(where(), { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('opener'));
});

test('Escape elsewhere and other keys leave it open', () => {
  fireEvent.keyDown(button('beside'), { key: 'Escape' });
  fireEvent.keyDown(screen.getByLabelText('within'), { key: 'Enter' });
  expect(isOpen()).toBe(true);
});

test('what closes it by itself leads back to the button too', () => {
  fireEvent.click(button('done'));
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('opener'));
});
