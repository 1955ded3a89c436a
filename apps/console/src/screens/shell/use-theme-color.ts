/** @module The color of the browser's and the system's bars. */

import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';

/** The background of each scheme; the page's head has the same values. */
const GROUNDS = { light: '#e9eeec', dark: '#0e1413' } as const;

/** Applies the chosen color scheme to the system's bars, which otherwise follow the system's scheme. */
export function useThemeColor(): void {
  const scheme = useComputedColorScheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', GROUNDS[scheme]);
    }
  }, [scheme]);
}
