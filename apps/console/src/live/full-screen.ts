/** @module Fills the screen with an element, or, where a browser lets only videos do that, as on iPhones, with the video in it. */

/** The part of a page that knows what fills its screen; iPhones have none of it. */
export interface ScreenPage extends EventTarget {
  readonly fullscreenEnabled?: boolean;
  readonly fullscreenElement?: unknown;
  exitFullscreen?(): Promise<void>;
}

/** What is to fill it. */
export interface ScreenElement extends EventTarget {
  requestFullscreen?(): Promise<void>;
  querySelector(selector: 'video'): unknown;
}

/** How it is to fill it. */
export interface FillOptions {
  /** With all that is in it: one of several videos will not do. */
  readonly isWhole?: boolean;
}

/** What only videos of WebKit have. */
interface WebkitVideo {
  webkitEnterFullscreen(): void;
  webkitExitFullscreen(): void;
  readonly webkitDisplayingFullscreen: boolean;
}

const PAGE_EVENT = 'fullscreenchange';
const VIDEO_EVENTS = ['webkitbeginfullscreen', 'webkitendfullscreen'] as const;

/** Whether the element, or its video, can fill the screen. */
export function canFill(
  page: ScreenPage,
  element: ScreenElement | null,
  { isWhole = false }: FillOptions = {},
): boolean {
  return page.fullscreenEnabled === true || (!isWhole && webkitVideoIn(element) !== undefined);
}

/** Whether it does. */
export function isFilling(page: ScreenPage, element: ScreenElement | null): boolean {
  if (element === null) return false;
  return page.fullscreenElement === element || webkitVideoIn(element)?.webkitDisplayingFullscreen === true;
}

/** Fills the screen, or gives it back. Rejects where the browser does not let it. */
export async function toggleFill(page: ScreenPage, element: ScreenElement | null): Promise<void> {
  if (page.fullscreenEnabled === true) {
    await (page.fullscreenElement === element ? page.exitFullscreen?.() : element?.requestFullscreen?.());
    return;
  }
  const video = webkitVideoIn(element);
  if (video?.webkitDisplayingFullscreen === true) video.webkitExitFullscreen();
  else video?.webkitEnterFullscreen();
}

/** Tells when it changes; the answer ends it. */
export function followFill(page: ScreenPage, element: ScreenElement | null, notify: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  page.addEventListener(PAGE_EVENT, notify, { signal });
  // The events of a video do not bubble; on their way down they come by.
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
