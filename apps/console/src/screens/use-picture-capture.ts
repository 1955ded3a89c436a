/** @module Updates a device's last picture while a video plays. */

import { useLayoutEffect, type RefObject } from 'react';
import { CARD_PICTURE_WIDTH, takePicture } from '../live/picture.ts';
import { useServices } from '../services.tsx';

/** How often the last picture is updated, in milliseconds. */
const PICTURE_EVERY_MS = 5_000;

/** Stores pictures of the video beside `place`: immediately, at intervals, and on unmount. Without a key it stores none. */
export function usePictureCapture(
  place: RefObject<HTMLElement | null>,
  pictureKey: string | undefined,
  isPlaying: boolean,
): void {
  const { pictures } = useServices();
  useLayoutEffect(() => {
    const video = place.current?.parentElement?.querySelector('video') ?? undefined;
    if (video === undefined || pictureKey === undefined || !isPlaying) return undefined;
    const keep = () => {
      takePicture(video, CARD_PICTURE_WIDTH)
        .then((picture) => (picture === undefined ? undefined : pictures.put(pictureKey, picture)))
        .catch(reportError);
    };
    keep();
    const timer = setInterval(keep, PICTURE_EVERY_MS);
    return () => {
      clearInterval(timer);
      keep();
    };
  }, [place, pictureKey, isPlaying, pictures]);
}
