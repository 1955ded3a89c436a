/** @module The colour of what the system draws around the page. */

import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** The ground of each scheme; the page's own head has the same. */
const GROUNDS = { light: '#e9eeec', dark: '#0e1413' } as const;

/** Keeps the system's bars in the colour scheme that was chosen, which need not be the system's. */
export function useThemeColor(): void {
  const scheme = useComputedColorScheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', GROUNDS[scheme]);
    }
  }, [scheme]);
}
