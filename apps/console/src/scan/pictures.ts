/** @module Pictures to search for a QR code: camera frames, or a file. */

import type { Picture } from './qr-scanner.ts';

/** Longest side of a searched camera frame, in pixels: a code that fills a third of it is readable. */
const CAMERA_SIDE = 720;

/** The same for a file, where the code may be a small part. */
const FILE_SIDE = 1600;

/** Time between two searched frames, in milliseconds. Reason: a phone has to show the camera as well. */
const EVERY_MS = 120;

/** Passes frames of a playing video to `take`. Returns a function that stops it. */
export function followPictures(video: HTMLVideoElement, take: (picture: Picture) => void): () => void {
  const canvas = document.createElement('canvas');
  let lastMs = -EVERY_MS;
  const look = (nowMs: number): void => {
    handle = video.requestVideoFrameCallback(look);
    if (nowMs - lastMs < EVERY_MS || video.videoWidth === 0) return;
    lastMs = nowMs;
    take(drawn(canvas, video, { width: video.videoWidth, height: video.videoHeight, side: CAMERA_SIDE }));
  };
  let handle = video.requestVideoFrameCallback(look);
  return () => video.cancelVideoFrameCallback(handle);
}

/** Decodes a file; `undefined` if it is not a picture. */
export async function pictureOf(file: Blob): Promise<Picture | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    const picture = drawn(document.createElement('canvas'), bitmap, { width, height, side: FILE_SIDE });
    bitmap.close();
    return picture;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

interface DrawnSize {
  readonly width: number;
  readonly height: number;
  /** Scales the longest side down to the limit. */
  readonly side: number;
}

function drawn(canvas: HTMLCanvasElement, source: CanvasImageSource, size: DrawnSize): Picture {
  const scale = Math.min(1, size.side / Math.max(size.width, size.height));
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser provides no 2d canvas context');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
