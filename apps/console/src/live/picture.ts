/** @module Takes still pictures from a playing video. */

import { savedFileName } from '../save-file.ts';

/** Width of the picture stored for a device's card, in pixels. Reason: sharp on a card, about 40 KB. */
export const CARD_PICTURE_WIDTH = 640;

/** Draws the current frame of a video; `undefined` while there is none. `width` keeps the aspect ratio; without it, full size. */
export async function takePicture(video: HTMLVideoElement, width?: number): Promise<Blob | undefined> {
  if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  const scale = width === undefined ? 1 : Math.min(1, width / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.85);
  });
}

/** The file name of a saved picture: the device and the local time. */
export function pictureFileName(deviceName: string, date: Date): string {
  return savedFileName(deviceName, date, 'jpg');
}
