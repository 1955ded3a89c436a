/** @module Full screen and picture-in-picture, in browsers with the standard and in those with WebKit's own methods. */

import { describe, expect, test } from 'vitest';
import {
  canFullScreen,
  followFullScreen,
  isFullScreen,
  toggleFullScreen,
  type ScreenPage,
} from './full-screen.ts';
import { canUsePictureInPicture, togglePictureInPicture } from './picture-in-picture.ts';

/** A video as iPhones have it. */
class FakeWebkitVideo extends EventTarget {
  webkitDisplayingFullscreen = false;
  webkitPresentationMode = 'inline';
  readonly modes: readonly string[];

  constructor(modes: readonly string[] = ['inline', 'picture-in-picture']) {
    super();
    this.modes = modes;
  }

  webkitEnterFullscreen(): void {
    this.webkitDisplayingFullscreen = true;
  }

  webkitExitFullscreen(): void {
    this.webkitDisplayingFullscreen = false;
  }

  webkitSupportsPresentationMode(mode: string): boolean {
    return this.modes.includes(mode);
  }

  webkitSetPresentationMode(mode: string): void {
    this.webkitPresentationMode = mode;
  }
}

class FakeFigure extends EventTarget {
  readonly video: unknown;

  constructor(video: unknown) {
    super();
    this.video = video;
  }

  querySelector(): unknown {
    return this.video;
  }
}

const NOTHING: unknown = null;

/** A page with the standard, and a figure with a video in it. */
function standard() {
  const page = Object.assign(new EventTarget(), {
    fullscreenEnabled: true,
    fullscreenElement: NOTHING,
    exitFullscreen: async () => void (page.fullscreenElement = NOTHING),
    pictureInPictureEnabled: true,
    pictureInPictureElement: NOTHING,
    exitPictureInPicture: async () => void (page.pictureInPictureElement = NOTHING),
  });
  const video = { requestPictureInPicture: async () => void (page.pictureInPictureElement = video) };
  const figure = Object.assign(new FakeFigure(video), {
    requestFullscreen: async () => void (page.fullscreenElement = figure),
  });
  return { page, figure, video };
}

/** The page of an iPhone, without the standard. */
const phonePage: ScreenPage = new EventTarget();

describe('full screen', () => {
  test('shows the element if the browser has the standard', async () => {
    const { page, figure } = standard();
    expect([canFullScreen(page, figure), isFullScreen(page, figure)]).toEqual([true, false]);
    await toggleFullScreen(page, figure);
    expect(isFullScreen(page, figure)).toBe(true);
    await toggleFullScreen(page, figure);
    expect(isFullScreen(page, figure)).toBe(false);
  });

  test('shows the video if only videos can fill the screen', async () => {
    const video = new FakeWebkitVideo();
    const figure = new FakeFigure(video);
    expect([canFullScreen(phonePage, figure), isFullScreen(phonePage, figure)]).toEqual([true, false]);
    await toggleFullScreen(phonePage, figure);
    expect([video.webkitDisplayingFullscreen, isFullScreen(phonePage, figure)]).toEqual([true, true]);
    await toggleFullScreen(phonePage, figure);
    expect(isFullScreen(phonePage, figure)).toBe(false);
  });

  test('shows an element with several videos as a whole, or not at all', () => {
    const { page, figure } = standard();
    const onPhone = new FakeFigure(new FakeWebkitVideo());
    const isWhole = true;
    expect([
      canFullScreen(page, figure, { isWhole }),
      canFullScreen(phonePage, onPhone, { isWhole }),
    ]).toEqual([true, false]);
  });

  test.each([
    ['there is no element yet', null],
    ['it contains no video', new FakeFigure(null)],
    ['its video does not support it', new FakeFigure({})],
  ])('is unavailable if %s', async (_title, element) => {
    expect([canFullScreen(phonePage, element), isFullScreen(phonePage, element)]).toEqual([false, false]);
    await toggleFullScreen(phonePage, element);
    expect(isFullScreen(phonePage, element)).toBe(false);
  });

  test('notifies listeners of each change until they unsubscribe', () => {
    const { page, figure } = standard();
    let calls = 0;
    const stop = followFullScreen(page, figure, () => (calls += 1));
    page.dispatchEvent(new Event('fullscreenchange'));
    figure.dispatchEvent(new Event('webkitbeginfullscreen'));
    figure.dispatchEvent(new Event('webkitendfullscreen'));
    expect(calls).toBe(3);
    stop();
    page.dispatchEvent(new Event('fullscreenchange'));
    figure.dispatchEvent(new Event('webkitendfullscreen'));
    expect(calls).toBe(3);
  });
});

describe('picture-in-picture', () => {
  test('uses the standard', async () => {
    const { page, video } = standard();
    expect(canUsePictureInPicture(page, video)).toBe(true);
    await togglePictureInPicture(page, video);
    expect(page.pictureInPictureElement).toBe(video);
    await togglePictureInPicture(page, video);
    expect(page.pictureInPictureElement).toBeNull();
  });

  test('uses WebKit’s own method if the standard is missing', async () => {
    const video = new FakeWebkitVideo();
    expect(canUsePictureInPicture({}, video)).toBe(true);
    await togglePictureInPicture({}, video);
    expect(video.webkitPresentationMode).toBe('picture-in-picture');
    await togglePictureInPicture({}, video);
    expect(video.webkitPresentationMode).toBe('inline');
  });

  test.each([
    ['there is no video yet', null],
    ['the video supports neither method', {}],
    ['a phone has no picture-in-picture', new FakeWebkitVideo(['inline'])],
  ])('is unavailable if %s', async (_title, video) => {
    expect(canUsePictureInPicture({}, video)).toBe(false);
    await togglePictureInPicture({}, video);
  });
});
