/** @module Follows the screens with the focus. */

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusScreen } from './screen-focus.ts';

/** Moves the focus with every change of the screen, but not when the page opens. */
export function useScreenFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusScreen(document);
      }),
    [router],
  );
}
