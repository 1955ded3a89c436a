/** @module Pictures to look for a code in: of the camera as it goes, or of a file. */

import type { Picture } from './qr-scanner.ts';

/** Longest side of a camera's picture that is looked at, in pixels: a code that fills a third of it is read. */
const CAMERA_SIDE = 720;

/** The same for a file, in which the code may be a small part. */
const FILE_SIDE = 1600;

/** Pictures are looked at so far apart, in milliseconds. Reason: a phone has to show the camera as well. */
const EVERY_MS = 120;

/** Gives pictures of a playing video to `take`; the answer ends it. */
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

/** Reads a file; `undefined` where it is no picture. */
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
  /** The longest side of what is drawn. */
  readonly side: number;
}

function drawn(canvas: HTMLCanvasElement, source: CanvasImageSource, size: DrawnSize): Picture {
  const scale = Math.min(1, size.side / Math.max(size.width, size.height));
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('a 2d context expected');
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
