/** @module The page's title. */

import { useEffect } from 'react';
import { messages } from '../messages/messages.ts';

/** Sets the page's title while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${messages.product}`;
  }, [title]);
}
