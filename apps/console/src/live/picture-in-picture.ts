/** @module Puts a video into picture-in-picture: by the standard, or by WebKit's own method if that is missing. */

/** The part of `Document` that controls picture-in-picture. */
export interface PictureInPicturePage {
  readonly pictureInPictureEnabled?: boolean;
  readonly pictureInPictureElement?: unknown;
  exitPictureInPicture?(): Promise<void>;
}

/** A video that supports the standard, WebKit's method, or neither. */
export interface PictureInPictureVideo extends Partial<WebkitVideo> {
  requestPictureInPicture?(): Promise<unknown>;
}

/** Members that only videos of WebKit have. */
interface WebkitVideo {
  readonly webkitPresentationMode: string;
  webkitSupportsPresentationMode(mode: string): boolean;
  webkitSetPresentationMode(mode: string): void;
}

const SMALL = 'picture-in-picture';

/** Whether the video supports picture-in-picture. */
export function canUsePictureInPicture(
  page: PictureInPicturePage,
  video: PictureInPictureVideo | null,
): boolean {
  return page.pictureInPictureEnabled === true || webkitOf(video) !== undefined;
}

/** Enters or leaves picture-in-picture. Rejects if the browser refuses. */
export async function togglePictureInPicture(
  page: PictureInPicturePage,
  video: PictureInPictureVideo | null,
): Promise<void> {
  if (video === null) return;
  if (page.pictureInPictureEnabled === true) {
    const isSmall = page.pictureInPictureElement === video;
    await (isSmall ? page.exitPictureInPicture?.() : video.requestPictureInPicture?.());
    return;
  }
  const webkit = webkitOf(video);
  webkit?.webkitSetPresentationMode?.(webkit.webkitPresentationMode === SMALL ? 'inline' : SMALL);
}

function webkitOf(video: PictureInPictureVideo | null): PictureInPictureVideo | undefined {
  return video?.webkitSupportsPresentationMode?.(SMALL) === true ? video : undefined;
}
