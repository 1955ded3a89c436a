/** @module Shows an element in full screen, or, in browsers that allow only videos in full screen (iPhones), the video in it. */

/** The part of `Document` that controls full screen; iPhones have none of it. */
export interface ScreenPage extends EventTarget {
  readonly fullscreenEnabled?: boolean;
  readonly fullscreenElement?: unknown;
  exitFullscreen?(): Promise<void>;
}

/** The element to show. */
export interface ScreenElement extends EventTarget {
  requestFullscreen?(): Promise<void>;
  querySelector(selector: 'video'): unknown;
}

/** How to show it. */
export interface FullScreenOptions {
  /** With everything in it: if it contains several videos, one of them is not enough. */
  readonly isWhole?: boolean;
}

/** Members that only videos of WebKit have. */
interface WebkitVideo {
  webkitEnterFullscreen(): void;
  webkitExitFullscreen(): void;
  readonly webkitDisplayingFullscreen: boolean;
}

const PAGE_EVENT = 'fullscreenchange';
const VIDEO_EVENTS = ['webkitbeginfullscreen', 'webkitendfullscreen'] as const;

/** Whether the element, or its video, can be shown in full screen. */
export function canFullScreen(
  page: ScreenPage,
  element: ScreenElement | null,
  { isWhole = false }: FullScreenOptions = {},
): boolean {
  return page.fullscreenEnabled === true || (!isWhole && webkitVideoIn(element) !== undefined);
}

/** Whether the element is shown in full screen. */
export function isFullScreen(page: ScreenPage, element: ScreenElement | null): boolean {
  if (element === null) return false;
  return page.fullscreenElement === element || webkitVideoIn(element)?.webkitDisplayingFullscreen === true;
}

/** Enters or leaves full screen. Rejects if the browser refuses. */
export async function toggleFullScreen(page: ScreenPage, element: ScreenElement | null): Promise<void> {
  if (page.fullscreenEnabled === true) {
    await (page.fullscreenElement === element ? page.exitFullscreen?.() : element?.requestFullscreen?.());
    return;
  }
  const video = webkitVideoIn(element);
  if (video?.webkitDisplayingFullscreen === true) video.webkitExitFullscreen();
  else video?.webkitEnterFullscreen();
}

/** Calls `notify` after each change; returns a function that stops it. */
export function followFullScreen(
  page: ScreenPage,
  element: ScreenElement | null,
  notify: () => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  page.addEventListener(PAGE_EVENT, notify, { signal });
  // The events of a video do not bubble, so they are captured.
  for (const type of VIDEO_EVENTS) element?.addEventListener(type, notify, { signal, capture: true });
  return () => listening.abort();
}

function webkitVideoIn(element: ScreenElement | null): WebkitVideo | undefined {
  const video = element?.querySelector('video');
  return isWebkitVideo(video) ? video : undefined;
}

function isWebkitVideo(video: unknown): video is WebkitVideo {
  return typeof video === 'object' && video !== null && 'webkitEnterFullscreen' in video;
}
