/** @module A camera with two streams in a real browser: the viewer's choice changes the size of the picture in the same track, without an offer. */
import type { Page } from '@playwright/test';
import { EncodingCamera } from '../harness/encoding-camera.ts';
import { expect, test } from '../harness/fixtures.ts';
import { TestSession } from '../harness/link-session.ts';
import { CAMERA_DEVICE } from '../harness/paths.ts';

// Reason: the test starts a device and four ffmpeg processes.
test.setTimeout(90_000);

const VIDEO = 'door-video';
const ENCODER = '-c:v libx264 -preset ultrafast -tune zerolatency';
const SLOWLY = { timeout: 30_000 };

interface QualityFixtures {
  /** The addresses of two streams of one camera, the larger first. */
  readonly streams: readonly string[];
}

const qualityTest = test.extend<QualityFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  streams: async ({}, use) => {
    const cameras = ['640x360', '320x180'].map(
      (size) => new EncodingCamera(ENCODER, [`testsrc2=size=${size}:rate=15`]),
    );
    await use(
      [await cameras[0]?.switchOn(), await cameras[1]?.switchOn()].flatMap((address) => address ?? []),
    );
    for (const camera of cameras) camera.switchOff();
  },
});

/** Counts the descriptions that the page's connections take, from now on. */
async function countDescriptions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['descriptions'] = '0';
    class Counted extends RTCPeerConnection {
      override async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
        document.body.dataset['descriptions'] = String(Number(document.body.dataset['descriptions']) + 1);
        await super.setRemoteDescription(description);
      }
    }
    window.RTCPeerConnection = Counted;
  });
  return async () => await page.evaluate(() => Number(document.body.dataset['descriptions']));
}

/** Sets the wish of the page's only watcher that has one. */
async function choose(page: Page, quality: 'high' | 'low'): Promise<void> {
  await page.evaluate(
    ([trackId, choice]) => {
      const chosen: unknown = Reflect.get(window, 'chosen');
      const watched = chosen ?? window.sessionProbe.session.tracks.watch(trackId);
      Reflect.set(window, 'chosen', watched);
      Reflect.set(Object(watched), 'quality', choice);
    },
    [VIDEO, quality] as const,
  );
}

/** The width of the decoded picture, the browser's id of its track. */
async function shown(page: Page): Promise<{ width: number; id: string | undefined }> {
  return await page.evaluate((trackId) => {
    const state = window.sessionProbe.session.tracks.stateOf(trackId);
    return {
      width: document.querySelector('video')?.videoWidth ?? 0,
      id: state?.kind === 'live' ? state.track.id : undefined,
    };
  }, VIDEO);
}

qualityTest(
  'the viewer’s choice changes the decoded size in the same track',
  async ({ streams, openPage, shared, start }) => {
    const args = ['--camera', `door=${streams.join(' ')}`];
    const device = await start.device(shared.service, 'longwire', { main: CAMERA_DEVICE, args });
    const page = await openPage();
    const descriptions = await countDescriptions(page);
    await TestSession.start(page, device, { signalingServerUrl: shared.signalingUrl('longwire') });
    await choose(page, 'high');
    await page.evaluate((trackId) => window.sessionProbe.play(trackId), VIDEO);
    await expect.poll(async () => (await shown(page)).width, SLOWLY).toBe(640);
    const { id } = await shown(page);
    const before = await descriptions();
    expect(before).toBeGreaterThan(0);

    await page.evaluate(() => {
      document.body.dataset['levels'] = '';
      window.sessionProbe.session.on('stats', ({ quality }) => {
        const [track] = quality?.tracks ?? [];
        const widths = track?.levels.map(({ width }) => width).join(' ');
        document.body.dataset['levels'] = `${widths}: ${track?.level} ${track?.reason}`;
      });
    });
    const levels = async (): Promise<string | undefined> =>
      await page.evaluate(() => document.body.dataset['levels']);
    // The device has found both streams.
    await expect.poll(levels, SLOWLY).toBe('640 320: 0 best');

    for (const [choice, width, report] of [
      ['low', 320, '640 320: 1 choice'],
      ['high', 640, '640 320: 0 best'],
      ['low', 320, '640 320: 1 choice'],
    ] as const) {
      await choose(page, choice);
      await expect.poll(async () => await shown(page), SLOWLY).toEqual({ width, id });
      await expect.poll(levels, SLOWLY).toBe(report);
      const { frames } = await page.evaluate(() => ({ frames: window.sessionProbe.frames }));
      await expect
        .poll(async () => await page.evaluate(() => window.sessionProbe.frames))
        .toBeGreaterThan(frames + 10);
    }
    expect(await descriptions()).toBe(before);
  },
);
