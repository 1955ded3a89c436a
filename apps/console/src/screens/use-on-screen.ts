/** @module Whether an element and the page itself are visible. */

import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

function subscribe(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
}

/** False while the page is hidden: another browser tab is in front, or the phone is locked. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

/** Whether the element is visible; `isAssumed` until the browser reports it. */
export function useOnScreen(element: RefObject<Element | null>, isAssumed: boolean): boolean {
  const isPageVisible = usePageVisible();
  const [isInView, setIsInView] = useState(isAssumed);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setIsInView(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isPageVisible && isInView;
}
