/** @module The live tab: several tracks and their controls, messages for one that cannot be played, and recordings that play anywhere. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { DelayLoopback } from '../harness/delay-loopback.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import { readRecording } from '../harness/read-recording.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

interface LiveFixtures {
  readonly folder: string;
  /** The cables between the browser and a device; good ones at first. */
  readonly cables: DelayLoopback;
}

const GOOD = { roundTripMs: 0 };

const liveTest = test.extend<LiveFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  folder: async ({}, use) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'longwire-live-'));
    await use(folder.path);
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  cables: async ({}, use) => {
    const cables = new DelayLoopback({ browser: GOOD, device: GOOD });
    await use(cables);
    await cables.stop();
  },
});

/** Address of a STUN server that is never contacted. */
const STUN_PORT = 9;
const SMALL = { width: 360, height: 740 };

/** Waits until a recording has run for that long. */
async function recorded(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const [minutes = 0, rest = 0] = (await page.getByTestId('recording').innerText())
          .split(':')
          .map(Number);
        return minutes * 60 + rest;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(seconds);
}

liveTest(
  'a recording includes the time before it, and outlives its connection',
  async ({ openPage, shared, start, folder }) => {
    liveTest.setTimeout(180_000);
    const device = await start.device(shared.service, 'longwire');
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await tab.expectMovingPicture();
    await tab.more('Record, with the 30 seconds before');
    await recorded(page, 11);
    await device.child.kill();
    await expect(tab.recovering).toBeVisible({ timeout: NOTICE_MS });
    start.child(await device.startAgain());
    await expect(tab.recovering).toBeHidden({ timeout: 60_000 });
    await tab.expectMovingPicture();
    const before = (await page.getByTestId('recording').innerText()).split(':').map(Number);
    const secondsBefore = (before[0] ?? 0) * 60 + (before[1] ?? 0);
    await recorded(page, secondsBefore + 4);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Stop and save the recording' }).click(),
    ]);
    await expect(page.getByTestId('live-note').first()).toHaveText('Recording saved.');
    expect(download.suggestedFilename()).toMatch(
      /^de-longwire-\d+ \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.(?:webm|mp4)$/u,
    );
    const { seconds, kinds, soughtSeconds } = await readRecording(download, folder);
    expect(kinds.toSorted()).toEqual(['audio', 'video']);
    expect(seconds).toBeGreaterThan(secondsBefore + 3);
    expect(seconds).toBeLessThan(secondsBefore + 60);
    expect(seconds - soughtSeconds).toBeLessThan(8);
  },
);

liveTest(
  'the last half minute is saved on request, and a running recording when the device is left',
  async ({ device, openPage, shared, folder }) => {
    liveTest.setTimeout(90_000);
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await tab.expectMovingPicture();
    const [last] = await Promise.all([page.waitForEvent('download'), tab.more('Save the last 30 seconds')]);
    const kept = await readRecording(last, folder);
    expect(kept.kinds.toSorted()).toEqual(['audio', 'video']);
    expect(kept.seconds).toBeGreaterThan(0);
    await tab.more('Record, with the 30 seconds before');
    await recorded(page, 1);
    const [left] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All devices' }).click(),
    ]);
    expect((await readRecording(left, folder)).kinds).toContain('video');
  },
);

liveTest(
  'a picture is paused, counted, made small and large, and saved',
  async ({ device, openPage, shared }) => {
    const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
    const { page } = tab;
    await tab.expectMovingPicture();
    await tab.more('Pause');
    await expect(tab.video).toHaveAttribute('data-phase', 'paused');
    await tab.more('Play');
    await tab.expectMovingPicture();
    await tab.more('Statistics');
    const numbers = page.getByTestId('statistics');
    await expect(numbers).toContainText(/Picture\s*\d+ × \d+/u);
    await expect(numbers).toContainText(/Bit rate\s*[\d.]+ [kM]bit\/s/u);
    await expect(numbers).toContainText(/Format\s*H264/u);
    await tab.more('Small window');
    await expect
      .poll(async () => page.evaluate(() => document.pictureInPictureElement?.nodeName))
      .toBe('VIDEO');
    await tab.more('Small window');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect
      .poll(async () => page.evaluate(() => document.fullscreenElement?.className))
      .toContain('lw-tile');
    await page.keyboard.press('Escape');
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a picture' }).click(),
    ]);
    expect(picture.suggestedFilename()).toMatch(/\.jpg$/u);
    const note = page.getByTestId('live-note');
    await expect(note).toHaveText('Picture saved.');
    await expect(note).toBeEmpty({ timeout: 20_000 });
    await tab.video
      .locator('video')
      .evaluate((video) => Object.defineProperty(video, 'videoWidth', { value: 0 }));
    await page.getByRole('button', { name: 'Save a picture' }).click();
    await expect(note).toHaveText('There is no picture to save yet.');
  },
);

liveTest.describe('on a phone', () => {
  liveTest.use(PHONE_DARK);

  liveTest(
    'when the network gets worse, the tile says how the picture suffers, until it recovers',
    async ({ cables, openPage, shared, start }) => {
      liveTest.setTimeout(150_000);
      const urls = await cables.service(shared.service.webSocketUrl, STUN_PORT);
      const device = await start.device(shared.service, 'longwire', { args: ['--service', urls.device] });
      const page = await openPage(shared.service.url);
      await page.setViewportSize(SMALL);
      await new DoctorPage(page, shared.service.url).addByHand(device, urls.browser);
      const tab = new ConsolePage(page);
      await tab.expectMovingPicture();
      const note = page.getByTestId('live-note');
      const controls = page.getByRole('group', { name: /^Controls of/u });
      const place = await controls.boundingBox();
      // Repeated packets make up for a fifth of them, but not for half.
      cables.setCables({ browser: GOOD, device: { roundTripMs: 20, lossShare: 0.5, seed: 7 } });
      const suffers = /lost on the way|keeps stopping|few pictures|frozen/u;
      await expect(note).toHaveText(suffers, { timeout: 30_000 });
      cables.setCables({ browser: GOOD, device: GOOD });
      await expect(note).toBeEmpty({ timeout: 30_000 });
      cables.setCables({ browser: GOOD, device: { roundTripMs: 0, lossShare: 1 } });
      await expect(note).toHaveText('The picture is frozen.');
      expect(await controls.boundingBox()).toEqual(place);
      expect(await tab.overflow()).toBe(0);
      cables.setCables({ browser: GOOD, device: GOOD });
      await expect(note).toBeEmpty({ timeout: 30_000 });
      await tab.expectMovingPicture();
      await page.evaluate(() => location.assign('#/wall'));
      const tile = page.getByTestId(`tile-${device.deviceId}`);
      // The usual frame rate has to be learned first.
      const played = async (): Promise<number> =>
        await tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
      await expect.poll(played, { timeout: 60_000 }).toBeGreaterThan(8);
      cables.setCables({ browser: GOOD, device: { roundTripMs: 0, lossShare: 1 } });
      await expect(tile.getByTestId('wall-quality')).toHaveText('The picture is frozen.');
    },
  );

  liveTest(
    'several cameras have their own sound; one that the browser cannot play is named, with a remedy',
    async ({ openPage, shared, start, folder }) => {
      liveTest.setTimeout(120_000);
      const args = await makeCodecClips(folder, ['vp8', 'h265', 'opus']);
      const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
      const page = await openPage(pairingLink(shared.service.url, device));
      const tab = new ConsolePage(page);
      await expect(page.getByTestId('video-vp8')).toHaveAttribute('data-phase', 'playing');
      await expect(page.getByTestId('media-note')).toContainText('H.265, which this browser cannot play');
      await expect(page.getByTestId('media-note')).toContainText('Safari plays H.265');
      await expect(page.getByTestId('media-note')).toContainText('transcode = true');
      await expect(page.getByTestId(/^(?:video|sound)-/u)).toHaveCount(3);
      const sound = page.getByRole('group', { name: 'Controls of opus-sound' });
      await tab.more('Statistics', sound);
      const numbers = page.getByTestId('sound-opus-sound').getByTestId('statistics');
      await expect(numbers).toContainText(/Packets\s*[1-9][\d,]*\s*Packets lost\s*\d/u);
      await expect(numbers).toContainText(/Bit rate\s*[\d.]+ kbit\/s\s*Format\s*opus/u);
      await expect(numbers).toContainText(/Jitter\s*[\d.]+ ms/u);
      await expect(
        page.getByRole('group', { name: 'Controls of vp8' }).getByRole('button', { name: 'Unmute' }),
      ).toBeEnabled();
      const more = page
        .getByRole('group', { name: 'Controls of vp8' })
        .getByRole('button', { name: 'More actions', exact: true });
      await more.click();
      await expect(page.getByRole('button', { name: 'Record from now' })).toBeVisible();
      expect(await page.getByLabel('Keep the last 30 seconds ready').isChecked()).toBe(false);
      await more.click();
      await tab.more('Hide', sound);
      await expect(page.getByTestId('sound-opus-sound')).toHaveCount(0);
      const others = page.getByRole('button', { name: 'Show a hidden camera' });
      await expect(others).toBeFocused();
      expect(await tab.overflow()).toBe(0);
      await goToRequests(page);
      await goTo(page, 'Live');
      await expect(page.getByTestId('video-vp8')).toHaveAttribute('data-phase', 'playing');
      await expect(page.getByTestId('sound-opus-sound')).toHaveCount(0);
      await others.tap();
      await page.getByRole('button', { name: 'opus-sound' }).tap();
      await expect(page.getByTestId('sound-opus-sound')).toBeVisible();
      await expect(others).toHaveCount(0);
      await page.evaluate(() => location.assign('#/wall'));
      const tile = page.getByTestId(`tile-${device.deviceId}`);
      await expect(tile.getByText('H.265, which this browser cannot play')).toBeInViewport();
    },
  );
});
