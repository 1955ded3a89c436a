/** @module A device with more pictures than fit on the screen: pictures out of view pause, and resume when they are in view again. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';

const PICTURES = ['attic', 'cellar', 'door', 'garage', 'garden', 'kitchen', 'shed', 'stairs', 'yard'];
const [FIRST = '', LAST = ''] = [PICTURES[0], PICTURES.at(-1)];
/** As many as arrive in slightly more than a second. */
const SOME_FRAMES = 15;

declare global {
  interface Window {
    /** All descriptions that this page has applied. */
    descriptions: number;
  }
}

/** For `addInitScript`: counts what a change of tracks needs. */
function countDescriptions(): void {
  window.descriptions = 0;
  for (const name of ['setLocalDescription', 'setRemoteDescription'] as const) {
    RTCPeerConnection.prototype[name] = new Proxy(RTCPeerConnection.prototype[name], {
      apply: (set, peer: RTCPeerConnection, given) => {
        window.descriptions += 1;
        return Reflect.apply(set, peer, given);
      },
    });
  }
}

const tile = (page: Page, name: string): Locator => page.getByTestId(`video-${name}`);

/** For `addInitScript`: counts what each video shows. */
function countPictures(): void {
  new MutationObserver(() => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('video:not([data-shown])')) {
      const count = (): void => {
        video.dataset['shown'] = String(Number(video.dataset['shown'] ?? -1) + 1);
        video.requestVideoFrameCallback(count);
      };
      count();
    }
  }).observe(document, { subtree: true, childList: true });
}

/** How many pictures a tile has shown: the browser keeps counting received ones. */
async function shown(page: Page, name: string): Promise<number> {
  return Number(await tile(page, name).locator('video').getAttribute('data-shown'));
}

/** Waits until a tile has shown a second's pictures more. */
async function goesOn(page: Page, name: string): Promise<void> {
  const before = await shown(page, name);
  await expect.poll(async () => await shown(page, name)).toBeGreaterThan(before + SOME_FRAMES);
}

test.use(PHONE);

test('of nine pictures of one device, those out of view pause and resume in view, over the same connection and the next', async ({
  context,
  openPage,
  shared,
  start,
}) => {
  test.setTimeout(150_000);
  const folder = mkdtempSync(join(shared.service.directory, 'clips-'));
  const [flag = '', clip = ''] = await makeCodecClips(folder, ['vp8']);
  const args = PICTURES.flatMap((name) => [flag, clip.replace('vp8=', `${name}=`)]);
  const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
  await context.addInitScript(countDescriptions);
  await context.addInitScript(countPictures);
  const page = await openPage(pairingLink(shared.service.url, device));
  const tab = new ConsolePage(page);
  await expect(page.getByTestId(/^video-/u)).toHaveCount(PICTURES.length);

  const seen = async (there: string, gone: string): Promise<void> => {
    await tile(page, there).scrollIntoViewIfNeeded();
    await expect(tile(page, there)).toHaveAttribute('data-phase', 'playing');
    await expect(tile(page, gone)).toHaveAttribute('data-phase', 'paused');
    const before = await shown(page, gone);
    await goesOn(page, there);
    // One may have been in flight when the others paused.
    expect(await shown(page, gone)).toBeLessThanOrEqual(before + 1);
  };
  // Pictures that were never in view have never been shown.
  await seen(FIRST, LAST);
  expect(await shown(page, LAST)).toBe(0);
  await seen(LAST, FIRST);
  const asked = (await tab.sentPaths()).filter((path) => path === '/webrtc/tracks').length;
  const descriptions = await page.evaluate(() => window.descriptions);
  for (let turn = 0; turn < 3; turn += 1) {
    await seen(FIRST, LAST);
    await seen(LAST, FIRST);
  }
  expect(await page.evaluate(() => window.descriptions)).toBe(descriptions);
  expect((await tab.sentPaths()).filter((path) => path === '/webrtc/tracks')).toHaveLength(asked);

  // In picture-in-picture it is visible wherever the page is.
  await seen(FIRST, LAST);
  await tab.more('Small window', page.getByRole('group', { name: `Controls of ${FIRST}` }));
  await tile(page, LAST).scrollIntoViewIfNeeded();
  await expect(tile(page, FIRST)).not.toBeInViewport();
  await goesOn(page, FIRST);
  await page.evaluate(async () => await document.exitPictureInPicture());
  await seen(LAST, FIRST);

  // Over the next connection pictures out of view pause as well.
  await device.child.kill();
  await expect(tab.recovering).toBeVisible({ timeout: NOTICE_MS });
  start.child(await device.startAgain());
  await expect(tab.recovering).toBeHidden({ timeout: 60_000 });
  await seen(LAST, FIRST);
  await seen(FIRST, LAST);
});
