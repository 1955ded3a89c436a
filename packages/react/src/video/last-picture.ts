/** @module Copies the last picture of a video to a canvas. */

/** Copies the current picture; does nothing if there is none, so that the previous copy stays. */
export function keepPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
}
