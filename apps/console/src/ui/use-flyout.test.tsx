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
  ['a field in the flyout', () => screen.getByLabelText('within')],
  ['its button', () => button('opener')],
  ['the page', () => document.body],
])('Escape with the focus on %s closes the flyout and focuses its button', async (_, where) => {
  expect(isOpen()).toBe(true);
  await act(async () => where().focus());
  fireEvent.keyDown(where(), { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('opener'));
});

test('Escape on another element, and other keys, leave the flyout open', () => {
  fireEvent.keyDown(button('beside'), { key: 'Escape' });
  fireEvent.keyDown(screen.getByLabelText('within'), { key: 'Enter' });
  expect(isOpen()).toBe(true);
});

test('a press elsewhere closes the flyout, and one within it does not', () => {
  fireEvent.pointerDown(screen.getByLabelText('within'));
  fireEvent.pointerDown(button('opener'));
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(button('beside'));
  expect(isOpen()).toBe(false);
});

test('closing the flyout from within focuses its button', () => {
  fireEvent.click(button('done'));
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('opener'));
});
