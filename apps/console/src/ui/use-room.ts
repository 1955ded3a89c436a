/** @module The size of an element. */

import { useEffect, useState } from 'react';

/** The available space, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The element's current size; the window's until it is measured. */
export function useRoom(element: HTMLElement | null): Room {
  const [room, setRoom] = useState<Room>(() => ({ width: innerWidth, height: innerHeight }));
  useEffect(() => {
    if (element === null) return undefined;
    const observer = new ResizeObserver((entries) => {
      const size = entries.at(-1)?.contentRect;
      if (size !== undefined) setRoom({ width: size.width, height: size.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
