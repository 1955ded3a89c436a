/** @module Pictures taken from a running video. */

/** Width of the picture that is kept for the wall of devices, in pixels. Reason: sharp on a card, about 40 KB. */
export const CARD_PICTURE_WIDTH = 640;

/** Draws what a video shows now; `undefined` while it shows nothing. `width` keeps the proportions; without it, full size. */
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

/** The file name of what is saved of a device: its name and the local time. */
export function savedFileName(deviceName: string, date: Date, extension: string): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`;
  const name = deviceName.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() || 'device';
  return `${name} ${day} ${time}.${extension}`;
}

/** Hands a file to the person through the browser's download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
