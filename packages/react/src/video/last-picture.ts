/** @module The last picture that a video showed. */

/** Keeps what a video shows now; does nothing while it shows nothing, so that what was kept stays. */
export function keepPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
}
