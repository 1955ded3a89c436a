// @vitest-environment happy-dom
/** @module The keys of the picture that is shown alone. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { messages } from '../../../messages/messages.ts';
import { TileGrid } from './tile-grid.tsx';
import { TileMenu } from './tile-menu.tsx';

afterEach(cleanup);

const words = messages.live;

function Tile({ name, onEnlarge }: { readonly name: string; readonly onEnlarge: (() => void) | undefined }) {
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" onClick={onEnlarge}>
        {name}
      </button>
      <TileMenu name={name} ref={opener} onHide={undefined}>
        {() => null}
      </TileMenu>
    </>
  );
}

const isLarge = (): boolean => screen.queryByRole('button', { name: words.allCameras }) !== null;
const isMenuOpen = (): boolean => screen.queryByRole('group', { name: words.moreOf('front') }) !== null;

test('Escape closes the menu of the large picture, and only the next one leaves the picture', () => {
  render(
    <MantineProvider>
      <TileGrid
        tiles={[
          { kind: 'sound', trackId: 'front' },
          { kind: 'sound', trackId: 'back' },
        ]}
      >
        {(_tile, index, { onEnlarge }) => (
          <Tile name={index === 0 ? 'front' : 'back'} onEnlarge={onEnlarge} />
        )}
      </TileGrid>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'front' }));
  const more = screen.getByRole('button', { name: words.more });
  fireEvent.click(more);
  expect([isLarge(), isMenuOpen()]).toEqual([true, true]);
  fireEvent.keyDown(more, { key: 'Escape' });
  expect([isLarge(), isMenuOpen()]).toEqual([true, false]);
  fireEvent.keyDown(more, { key: 'Escape' });
  expect(isLarge()).toBe(false);
});
