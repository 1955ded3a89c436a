/** @module Whether a video is shown in a small window above others. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The last is of WebKit's own way, which some of its versions have in the place of the standard. */
const EVENTS = ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged'] as const;

function isSmallNow(video: HTMLVideoElement): boolean {
  if (document.pictureInPictureElement === video) return true;
  return 'webkitPresentationMode' in video && video.webkitPresentationMode === 'picture-in-picture';
}

/** True while the video is in picture-in-picture, where it is seen wherever the page is. */
export function useSmallWindow(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isSmall, setIsSmall] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const look = (): void => setIsSmall(isSmallNow(element));
    for (const type of EVENTS) element.addEventListener(type, look);
    return () => {
      for (const type of EVENTS) element.removeEventListener(type, look);
    };
  }, [video]);
  return isSmall;
}
