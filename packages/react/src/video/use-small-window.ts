/** @module Whether a video is shown in a small window above others. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** True while the video is in picture-in-picture, where it is seen wherever the page is. */
export function useSmallWindow(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isSmall, setIsSmall] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const look = (): void => setIsSmall(document.pictureInPictureElement === element);
    element.addEventListener('enterpictureinpicture', look);
    element.addEventListener('leavepictureinpicture', look);
    return () => {
      element.removeEventListener('enterpictureinpicture', look);
      element.removeEventListener('leavepictureinpicture', look);
    };
  }, [video]);
  return isSmall;
}
