// @vitest-environment happy-dom
/** @module A video starts muted, reports when the browser blocks it, keeps its last picture, and pauses outside the viewport. */
import type { FakeDevice } from '@longwire/testing';
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceVideo, type DeviceVideoProps } from '../index.ts';
import { camera, makeRig, NOTHING, type Rig } from '../rig.fixture.ts';

/** Browser behaviour under the control of the test: autoplay and visibility. */
const browser = {
  blocks: { video: false, audio: false },
  drawn: vi.fn<CanvasRenderingContext2D['drawImage']>(),
  look: undefined as IntersectionObserverCallback | undefined,
  watching: 0,
  played: new Set<HTMLMediaElement>(),
};

class LedObserver {
  constructor(callback: IntersectionObserverCallback) {
    browser.look = callback;
  }
  observe(): void {
    browser.watching += 1;
  }
  disconnect(): void {
    browser.watching -= 1;
  }
}

beforeEach(() => {
  Object.assign(browser, {
    blocks: { video: false, audio: false },
    look: undefined,
    watching: 0,
    played: new Set(),
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function led(this: HTMLMediaElement) {
    browser.played.delete(this);
  });
  browser.drawn.mockClear();
  vi.stubGlobal('IntersectionObserver', LedObserver);
  // In a browser a video without a picture has width 0; here it has no width at all.
  Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { configurable: true, value: 0 });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function led(this: HTMLMediaElement) {
    const isBlocked = this instanceof HTMLVideoElement ? browser.blocks.video : browser.blocks.audio;
    if (isBlocked) throw new DOMException('a gesture expected, got none', 'NotAllowedError');
    browser.played.add(this);
    this.dispatchEvent(new Event('playing'));
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(Object({ drawImage: browser.drawn }));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Front = (props: Partial<DeviceVideoProps>) => (
  <DeviceVideo trackId="front" label="Front door" {...props} />
);

const phase = (rig: Rig): string | undefined =>
  rig.all('div').find(({ dataset }) => dataset['phase'])?.dataset['phase'];
const only = <T,>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('one expected, got none');
  return one;
};

/** Gives the video a picture, which happy-dom never has. */
const picture = (rig: Rig): void => {
  const video = only(rig.all('video'));
  Object.defineProperties(video, {
    videoWidth: { value: 640 },
    videoHeight: { value: 360 },
    readyState: { value: 4 },
  });
};

async function becomes(rig: Rig, expected: string): Promise<void> {
  await rig.until(() => expect(phase(rig)).toBe(expected));
}

test('a video starts muted and by itself, has an accessible name, and leaves nothing in the page', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front className="wide" poster="blob:kept" />);
  await becomes(rig, 'playing');
  const video = only(rig.all('video'));
  expect([
    video.muted,
    browser.played.has(video),
    video.getAttribute('aria-label'),
    video.getAttribute('poster'),
  ]).toEqual([true, true, 'Front door', 'blob:kept']);
  expect(only(rig.all('canvas')).hidden).toBe(true);
  expect(await rig.unmount()).toEqual(NOTHING);
  expect([video.srcObject, browser.watching]).toEqual([null, 0]);
});

test('a video blocked by the browser shows a play button that starts it', async () => {
  browser.blocks.video = true;
  const rig = await makeRig(camera);
  await rig.show(<Front playLabel="Show" />);
  await becomes(rig, 'blocked');
  expect(rig.text).toBe('Show');
  browser.blocks.video = false;
  await act(async () => only(rig.all('button')).click());
  await becomes(rig, 'playing');
  expect(rig.all('button')).toEqual([]);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('an overlay receives the state of the video', async () => {
  browser.blocks.video = true;
  const rig = await makeRig(camera);
  await rig.show(
    <Front>
      {(view) => (
        <button onClick={view.play}>
          {view.phase} {view.error?.code}
        </button>
      )}
    </Front>,
  );
  await rig.reads('blocked ');
  browser.blocks.video = false;
  await act(async () => only(rig.all('button')).click());
  await rig.reads('playing ');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('the last picture stays during a recovery until the next one plays', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  picture(rig);
  const heal = await rig.lose();
  expect(phase(rig)).toBe('waiting');
  const [video, canvas] = [only(rig.all('video')), only(rig.all('canvas'))];
  expect(browser.drawn).toHaveBeenCalledWith(video, 0, 0, 640, 360);
  expect([canvas.hidden, canvas.width, canvas.height]).toEqual([false, 640, 360]);
  expect(getComputedStyle(canvas).display).toBe('block');
  fireEvent(video, new Event('emptied'));
  await heal();
  // In some browsers a stream that had ended does not start by itself.
  await becomes(rig, 'playing');
  expect(canvas.hidden).toBe(true);
  expect(getComputedStyle(canvas).display).toBe('none');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('another track starts without the previous picture', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  const before = only(rig.all('canvas'));
  await rig.show(<Front trackId="back" />);
  await becomes(rig, 'playing');
  expect(only(rig.all('canvas'))).not.toBe(before);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('another device starts without the previous picture', async () => {
  const [rig, other] = [await makeRig(camera), await makeRig(camera)];
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  picture(rig);
  const before = only(rig.all('canvas'));
  await rig.show(<Front />, { ...other.options, deviceId: 'de-other' });
  await becomes(rig, 'playing');
  expect(only(rig.all('canvas'))).not.toBe(before);
  expect(browser.drawn).not.toHaveBeenCalled();
  expect(await rig.unmount()).toEqual(NOTHING);
});

const cameraWithSound = (device: FakeDevice): void =>
  device.resources.on('POST /webrtc/tracks', () => {
    device.addTrack('video', 'front');
    device.addTrack('audio', 'mic');
    void device.offer();
    return { statusCode: 201 };
  });

test('a media element gets a stream only with a track in it, and again for each audio track', async () => {
  const given: string[] = [];
  const srcObject = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(function led(
    this: HTMLMediaElement,
    stream: MediaProvider | null,
  ) {
    if (stream instanceof MediaStream)
      given.push(`${this.localName}: ${stream.getVideoTracks().length + stream.getAudioTracks().length}`);
    srcObject?.set?.call(this, stream);
  });
  const rig = await makeRig(cameraWithSound);
  await rig.show(<Front soundTrackId="mic" isMuted={false} />);
  await becomes(rig, 'playing');
  expect(new Set(given)).toEqual(new Set(['audio: 1', 'video: 1']));
  expect(given).toHaveLength(2);
  given.length = 0;
  await (
    await rig.lose()
  )();
  await becomes(rig, 'playing');
  await rig.until(() => expect(given).toEqual(['audio: 1']));
  expect(await rig.unmount()).toEqual(NOTHING);
});

const scroll = (isIntersecting: boolean): void =>
  browser.look?.([Object({ isIntersecting })], Object(undefined));

test('a video pauses outside the viewport and continues inside', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  await act(async () => scroll(false));
  await becomes(rig, 'paused');
  expect(browser.played.has(only(rig.all('video')))).toBe(false);
  await act(async () => scroll(true));
  await becomes(rig, 'playing');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a video paused during a recovery keeps the last picture and loads nothing of the next connection', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  picture(rig);
  await rig.show(<Front isPaused />);
  await becomes(rig, 'paused');
  const video = only(rig.all('video'));
  expect([video.srcObject === null, only(rig.all('canvas')).hidden]).toEqual([false, true]);
  const heal = await rig.lose();
  expect(phase(rig)).toBe('waiting');
  await heal();
  await becomes(rig, 'paused');
  expect([video.srcObject === null, only(rig.all('canvas')).hidden]).toEqual([true, false]);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  expect([video.srcObject === null, only(rig.all('canvas')).hidden]).toEqual([false, true]);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a video that starts paused stays empty, since Chromium would show its frames', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front isPaused />);
  await becomes(rig, 'paused');
  const video = only(rig.all('video'));
  expect([video.srcObject, browser.played.has(video)]).toEqual([null, false]);
  // Browsers report late that the element is empty.
  await act(async () => video.dispatchEvent(new Event('emptied')));
  expect(phase(rig)).toBe('paused');
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  await rig.show(<Front isPaused />);
  await becomes(rig, 'paused');
  expect(video.srcObject).not.toBeNull();
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a video outside the viewport continues in picture-in-picture until that is closed', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  const video = only(rig.all('video'));
  const small = (element: Element | null, type: string): void => {
    Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, value: element });
    fireEvent(video, new Event(type));
  };
  await act(async () => small(video, 'enterpictureinpicture'));
  await act(async () => scroll(false));
  expect([phase(rig), browser.played.has(video)]).toEqual(['playing', true]);
  await act(async () => small(null, 'leavepictureinpicture'));
  await becomes(rig, 'paused');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a video outside the viewport continues in WebKit’s picture-in-picture', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  const video = only(rig.all('video'));
  const present = (mode: string): void => {
    Object.defineProperty(video, 'webkitPresentationMode', { configurable: true, value: mode });
    fireEvent(video, new Event('webkitpresentationmodechanged'));
  };
  await act(async () => present('picture-in-picture'));
  await act(async () => scroll(false));
  expect([phase(rig), browser.played.has(video)]).toEqual(['playing', true]);
  await act(async () => present('inline'));
  await becomes(rig, 'paused');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test.each(['leavepictureinpicture', 'webkitendfullscreen', 'webkitpresentationmodechanged'])(
  'a video that the browser paused on its return to the page continues: %s',
  async (type) => {
    const rig = await makeRig(camera);
    await rig.show(<Front />);
    await becomes(rig, 'playing');
    const video = only(rig.all('video'));
    video.pause();
    await act(async () => fireEvent(video, new Event(type)));
    expect(browser.played.has(video)).toBe(true);
    await rig.show(<Front isPaused />);
    await act(async () => fireEvent(video, new Event(type)));
    expect(browser.played.has(video)).toBe(false);
    expect(await rig.unmount()).toEqual(NOTHING);
  },
);

test('a video paused in the page stays paused when it enters WebKit’s full screen or picture-in-picture', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  const video = only(rig.all('video'));
  const present = (mode: string): void => {
    Object.defineProperty(video, 'webkitPresentationMode', { configurable: true, value: mode });
    fireEvent(video, new Event('webkitpresentationmodechanged'));
  };
  video.pause();
  await act(async () => present('fullscreen'));
  expect(browser.played.has(video)).toBe(false);
  await act(async () => present('inline'));
  expect(browser.played.has(video)).toBe(true);
  expect(await rig.unmount()).toEqual(NOTHING);
});

/** A video that plays outside the page. */
const goneTo = async (mode: string) => {
  const rig = await makeRig(camera);
  await rig.show(<Front playLabel="Show" />);
  await becomes(rig, 'playing');
  const video = only(rig.all('video'));
  const present = (now: string): void =>
    void Object.defineProperty(video, 'webkitPresentationMode', { configurable: true, value: now });
  /** An event with a time stamp. */
  const tell = async (type: string, atMs: number): Promise<void> =>
    await act(async () => {
      fireEvent(video, Object.defineProperty(new Event(type), 'timeStamp', { value: atMs }));
    });
  present(mode);
  await tell('webkitpresentationmodechanged', 1000);
  const pauseAt = async (atMs: number): Promise<void> => {
    video.pause();
    await tell('pause', atMs);
  };
  const isPlaying = (): boolean => browser.played.has(video);
  return { rig, video, present, tell, pauseAt, isPlaying };
};

describe('a video paused with controls outside the page', () => {
  const PLACES = [
    ['a small window', 'picture-in-picture', ['webkitpresentationmodechanged']],
    ['the full screen of a phone', 'fullscreen', ['webkitpresentationmodechanged', 'webkitendfullscreen']],
  ] as const;

  test.each(PLACES)('%s: a pause by a person lasts in the page until a click', async (_title, mode, back) => {
    const { rig, present, tell, pauseAt, isPlaying } = await goneTo(mode);
    await pauseAt(5000);
    await act(async () => scroll(false));
    await act(async () => scroll(true));
    present('inline');
    for (const type of back) await tell(type, 8000);
    expect([phase(rig), isPlaying(), rig.text]).toEqual(['blocked', false, 'Show']);
    await tell('emptied', 8100);
    await act(async () => only(rig.all('button')).click());
    await becomes(rig, 'playing');
    expect(isPlaying()).toBe(true);
    expect(await rig.unmount()).toEqual(NOTHING);
  });

  test.each(PLACES)(
    '%s: a pause by the browser during the return does not last',
    async (_title, mode, back) => {
      const { rig, present, tell, pauseAt, isPlaying } = await goneTo(mode);
      await pauseAt(7600);
      present('inline');
      for (const type of back) await tell(type, 8000);
      expect([phase(rig), isPlaying()]).toEqual(['playing', true]);
      expect(await rig.unmount()).toEqual(NOTHING);
    },
  );

  test('continues in the page if it was resumed outside', async () => {
    const { rig, video, present, tell, pauseAt, isPlaying } = await goneTo('picture-in-picture');
    await pauseAt(2000);
    await act(async () => await video.play());
    present('inline');
    await tell('webkitpresentationmodechanged', 8000);
    expect([phase(rig), isPlaying()]).toEqual(['playing', true]);
    expect(await rig.unmount()).toEqual(NOTHING);
  });

  test('continues after it is paused and resumed in the page', async () => {
    const { rig, present, tell, pauseAt, isPlaying } = await goneTo('fullscreen');
    await pauseAt(2000);
    present('inline');
    await tell('webkitendfullscreen', 8000);
    await rig.show(<Front isPaused />);
    await becomes(rig, 'paused');
    await rig.show(<Front />);
    await becomes(rig, 'playing');
    expect(isPlaying()).toBe(true);
    expect(await rig.unmount()).toEqual(NOTHING);
  });

  test('plays the next stream after one ended outside the page', async () => {
    const { rig, video, present, tell, pauseAt, isPlaying } = await goneTo('fullscreen');
    Object.defineProperty(video, 'ended', { configurable: true, value: true });
    await pauseAt(2000);
    present('inline');
    await tell('webkitendfullscreen', 8000);
    expect(isPlaying()).toBe(true);
    expect(await rig.unmount()).toEqual(NOTHING);
  });
});

test('a video paused by the isPaused prop stays paused until the prop is false', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  await rig.show(<Front isPaused />);
  await becomes(rig, 'paused');
  await rig.show(<Front />);
  await becomes(rig, 'playing');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('sound has a separate element that is silent at first, plays on demand, and is muted again if the browser blocks it', async () => {
  const rig = await makeRig(camera);
  const muted = vi.fn<() => void>();
  const look = (isMuted: boolean) => <Front soundTrackId="mic" isMuted={isMuted} onMutedByBrowser={muted} />;
  await rig.show(look(true));
  await becomes(rig, 'playing');
  const audio = only(rig.all('audio'));
  expect([audio.muted, browser.played.has(audio), audio.srcObject]).toEqual([true, false, expect.anything()]);
  await rig.show(look(false));
  expect([audio.muted, browser.played.has(audio), muted.mock.calls.length]).toEqual([false, true, 0]);
  await rig.show(look(true));
  browser.blocks.audio = true;
  await rig.show(look(false));
  await rig.until(() => expect(muted).toHaveBeenCalledTimes(1));
  expect(only(rig.all('video')).muted).toBe(true);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a track that the device cannot send sets the phase failed and the error', async () => {
  const rig = await makeRig(({ resources }) => resources.on('POST /webrtc/tracks', { statusCode: 404 }));
  await rig.show(<Front>{({ phase: now, error }) => `${now} ${error?.code}`}</Front>);
  await rig.reads('failed ERR_TRACK');
  expect(await rig.unmount()).toEqual(NOTHING);
});

/** The observer of the box, and the bodies that the device has received. */
async function showFront(props: Partial<DeviceVideoProps> = {}) {
  const posts: unknown[] = [];
  const observers = new Set<ResizeObserverCallback>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #callback: ResizeObserverCallback;
      constructor(callback: ResizeObserverCallback) {
        this.#callback = callback;
      }
      observe(): void {
        observers.add(this.#callback);
      }
      disconnect(): void {
        observers.delete(this.#callback);
      }
    },
  );
  vi.stubGlobal('devicePixelRatio', 2);
  const rig = await makeRig((device) => {
    camera(device);
    device.resources.on('POST /webrtc/tracks/quality', ({ payload }) => {
      posts.push(JSON.parse(new TextDecoder().decode(payload)));
      return { statusCode: 204 };
    });
  });
  await rig.show(<Front {...props} />);
  const resize = (width: number, height: number): void =>
    observers.forEach((callback) => callback([Object({ contentRect: { width, height } })], Object({})));
  return { rig, posts, observers, resize };
}

describe('the quality', () => {
  test('is asked for by the size of the box in pixels of the screen, at once and after each settled change', async () => {
    const { rig, posts, observers, resize } = await showFront();
    resize(320, 180);
    await rig.settled();
    const first = { tracks: [{ trackId: 'front', quality: 'auto', width: 640, height: 360 }] };
    await rig.until(() => expect(posts).toEqual([first]));
    resize(400, 225);
    resize(960, 540);
    const second = { tracks: [{ trackId: 'front', quality: 'auto', width: 1920, height: 1080 }] };
    await rig.until(() => expect(posts).toEqual([first, second]));
    expect(await rig.unmount()).toEqual(NOTHING);
    expect(observers.size).toBe(0);
  });

  test('is the one that the application chooses', async () => {
    const { rig, posts, resize } = await showFront({ quality: 'low' });
    resize(320, 180);
    await rig.until(() => expect(posts).toEqual([{ tracks: [{ trackId: 'front', quality: 'low' }] }]));
    await rig.show(<Front quality="high" />);
    await rig.until(() => expect(posts.at(-1)).toEqual({ tracks: [{ trackId: 'front', quality: 'high' }] }));
    expect(await rig.unmount()).toEqual(NOTHING);
  });
});
