/** @module Hook that asks the device for a picture of the size at which it is shown. */
import type { QualityChoice, WatchedTrack } from '@longwire/client';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useSessionSlot } from '../session/device-provider.tsx';
import { followSlot } from '../session/session-slot.ts';

/** Time without a change after which a new size is reported, in milliseconds. Reason: a window that is resized changes with each frame. */
const SETTLED_MS = 500;

/** Sets the wish for a track while the component is mounted. */
export function useDemand(
  trackId: string,
  quality: QualityChoice | undefined,
  element: RefObject<Element | null>,
): void {
  const slot = useSessionSlot();
  useEffect(
    () =>
      followSlot(slot, {
        filled: ({ tracks }) => {
          const watched = tracks.watch(trackId);
          watched.quality = quality;
          const stop = reportSize(watched, element.current);
          return () => {
            stop();
            watched.release();
          };
        },
        failed: () => undefined,
      }),
    [slot, trackId, quality, element],
  );
}

/** Reports the first size at once and later ones when they have settled; returns a function that stops it. */
function reportSize(watched: WatchedTrack, element: Element | null): () => void {
  if (element === null || typeof ResizeObserver === 'undefined') return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver((entries) => {
    const { width = 0, height = 0 } = entries.at(-1)?.contentRect ?? {};
    const scale = window.devicePixelRatio;
    const report = (): void => {
      watched.shownSize = { width: Math.round(width * scale), height: Math.round(height * scale) };
    };
    clearTimeout(timer);
    if (watched.shownSize === undefined) report();
    else timer = setTimeout(report, SETTLED_MS);
  });
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
