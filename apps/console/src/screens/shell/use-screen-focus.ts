/** @module Moves the focus on navigation. */

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusScreen } from './screen-focus.ts';

/** Moves the focus with every navigation, except the first. */
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
