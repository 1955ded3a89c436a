/** @module Hook that reports whether a video is in picture-in-picture. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The last event is specific to WebKit, where some versions have it instead of the standard ones. */
const EVENTS = ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged'] as const;

function isPictureInPicture(video: HTMLVideoElement): boolean {
  if (document.pictureInPictureElement === video) return true;
  return 'webkitPresentationMode' in video && video.webkitPresentationMode === 'picture-in-picture';
}

/** True while the video is in picture-in-picture, where it stays visible whatever the page shows. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isInPictureInPicture, setIsInPictureInPicture] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const look = (): void => setIsInPictureInPicture(isPictureInPicture(element));
    for (const type of EVENTS) element.addEventListener(type, look);
    return () => {
      for (const type of EVENTS) element.removeEventListener(type, look);
    };
  }, [video]);
  return isInPictureInPicture;
}
