/** @module Puts a video into a small window above others: by the standard, or by WebKit's own way where that is missing. */

/** The part of a page that has the small window. */
export interface SmallWindowPage {
  readonly pictureInPictureEnabled?: boolean;
  readonly pictureInPictureElement?: unknown;
  exitPictureInPicture?(): Promise<void>;
}

/** What goes there: one way or the other, or not at all. */
export interface SmallVideo extends Partial<WebkitVideo> {
  requestPictureInPicture?(): Promise<unknown>;
}

/** What only videos of WebKit have. */
interface WebkitVideo {
  readonly webkitPresentationMode: string;
  webkitSupportsPresentationMode(mode: string): boolean;
  webkitSetPresentationMode(mode: string): void;
}

const SMALL = 'picture-in-picture';

/** Whether the video can go there. */
export function canBeSmall(page: SmallWindowPage, video: SmallVideo | null): boolean {
  return page.pictureInPictureEnabled === true || webkitOf(video) !== undefined;
}

/** Puts it there, or back. Rejects where the browser does not let it. */
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
