/** @module Puts a video into picture-in-picture: by the standard, or by WebKit's own method if that is missing. */

/** The part of `Document` that controls picture-in-picture. */
export interface SmallWindowPage {
  readonly pictureInPictureEnabled?: boolean;
  readonly pictureInPictureElement?: unknown;
  exitPictureInPicture?(): Promise<void>;
}

/** A video that supports the standard, WebKit's method, or neither. */
export interface SmallVideo extends Partial<WebkitVideo> {
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
export function canBeSmall(page: SmallWindowPage, video: SmallVideo | null): boolean {
  return page.pictureInPictureEnabled === true || webkitOf(video) !== undefined;
}

/** Enters or leaves picture-in-picture. Rejects if the browser refuses. */
export async function toggleSmall(page: SmallWindowPage, video: SmallVideo | null): Promise<void> {
  if (video === null) return;
  if (page.pictureInPictureEnabled === true) {
    const isSmall = page.pictureInPictureElement === video;
    await (isSmall ? page.exitPictureInPicture?.() : video.requestPictureInPicture?.());
    return;
  }
  const webkit = webkitOf(video);
  webkit?.webkitSetPresentationMode?.(webkit.webkitPresentationMode === SMALL ? 'inline' : SMALL);
}

function webkitOf(video: SmallVideo | null): SmallVideo | undefined {
  return video?.webkitSupportsPresentationMode?.(SMALL) === true ? video : undefined;
}
