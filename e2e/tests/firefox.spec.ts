/** @module The main path in Firefox: connect, verify, log in, video, requests, a stream, and a reload without a password. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { launchFirefox, PLAYS_NOTHING } from '../harness/firefox.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE, STREAM_DEVICE } from '../harness/paths.ts';

const VIDEO = 'frontdoor-video';

interface FirefoxFixtures {
  readonly camera: Device;
  /** Preferences that differ in this Firefox. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly firefoxPage: Page;
}

const firefoxTest = test.extend<FirefoxFixtures>({
  settings: [{}, { option: true }],
  /** Shows VP8, which every browser plays. */
  camera: async ({ shared, start }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-clips-'));
    const clips = await makeCodecClips(directory, ['vp8']);
    const args = clips.map((argument) => argument.replace('vp8=', `${VIDEO}=`));
    await use(await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args }));
    rmSync(directory, { recursive: true, force: true });
  },
  firefoxPage: async ({ settings }, use) => {
    const firefox = await launchFirefox(settings);
    await use(await firefox.newPage());
    await firefox.close();
  },
});

// Reason: Firefox and a device have to start.
firefoxTest.slow();

/** The text of the part of the page with this test id. */
const reads = (page: Page, testId: string) =>
  expect.poll(
    async () =>
      await page.evaluate(
        (id) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? 'not there',
        testId,
      ),
  );

/** Some points of the next picture of the video. */
async function nextFrame(page: Page): Promise<number[]> {
  return await page.evaluate(async (id) => {
    const video = document.querySelector(`[data-testid="video-${id}"] video`);
    if (!(video instanceof HTMLVideoElement)) throw new Error('the element is not a video');
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const context = new OffscreenCanvas(32, 24).getContext('2d');
    if (context === null) throw new Error('no 2d context');
    context.drawImage(video, 0, 0, 32, 24);
    return Array.from(context.getImageData(0, 0, 32, 24).data.filter((_, index) => index % 4 === 1));
  }, VIDEO);
}

async function expectMovingPicture(page: Page): Promise<void> {
  await expect
    .poll(
      async () =>
        await page.evaluate(
          (id) => document.querySelector(`[data-testid="video-${id}"][data-phase="playing"] video`) !== null,
          VIDEO,
        ),
    )
    .toBe(true);
  const first = await nextFrame(page);
  await expect
    .poll(
      async () =>
        (await nextFrame(page)).filter((value, index) => Math.abs(value - (first[index] ?? value)) > 12)
          .length,
    )
    .toBeGreaterThan(2);
}

/** The state of the picture: it waits for a press, or it plays. */
const phase = (page: Page) =>
  expect.poll(
    async () =>
      await page.evaluate(() => {
        const video = document.querySelector('[data-phase] video');
        if (!(video instanceof HTMLVideoElement)) return 'not there';
        const isMoving = !video.paused && video.currentTime > 0;
        return `${video.parentElement?.dataset['phase']}, ${isMoving ? 'moves' : 'paused'}`;
      }),
  );

firefoxTest(
  'another key is stopped; the right link leads to live video of the verified device, and requests are answered',
  async ({ camera, firefoxPage: page, shared }) => {
    await page.goto(pairingLink(shared.service.url, camera, { fp: 'ab'.repeat(32) }));
    await reads(page, 'stop-screen').toContain('This is not your device');
    await page.locator('::-p-aria([name="Remove and add again"][role="button"])').click();
    await page.waitForFunction(() => location.hash === '#/add');
    await page.goto(`${shared.service.url}/#/`);
    await page.waitForFunction(
      () =>
        document.querySelector('h1') !== null && document.querySelector('[data-testid^="device-"]') === null,
    );
    await page.goto(pairingLink(shared.service.url, camera));
    await reads(page, 'badge').toBe('Verified');
    await reads(page, 'who-am-i').toBe('admin · Administrator');
    await expectMovingPicture(page);

    await page.evaluate(() => void (location.hash = location.hash.replace(/[^/]*$/u, 'requests')));
    await page.locator('::-p-aria([name="Path"][role="textbox"])').fill('/iam/me');
    await page.locator('::-p-aria([name="Send"][role="button"])').click();
    await reads(page, 'answer-status').toBe('2.05 Content');
    await reads(page, 'answer-body').toContain('Administrator');

    // From now on the certificate identifies the user.
    await page.goto(`${shared.service.url}/#/device/${camera.productId}/${camera.deviceId}/live`);
    await page.reload();
    await reads(page, 'who-am-i').toBe('admin · Administrator');
    await expectMovingPicture(page);
  },
);

firefoxTest(
  'a wrong password is reported at the field, the right one logs in, and a shell opens through a stream',
  async ({ firefoxPage: page, shared, start }) => {
    const args = ['--tcp-port', '9', '--files', '/tmp'];
    const target = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
    await page.goto(pairingLink(shared.service.url, target, { pwd: 'not-the-password' }));
    await reads(page, 'login-form').toContain('The password in the link is wrong');
    await page.locator('input[autocomplete="current-password"]').fill(target.password);
    await page.locator('::-p-aria([name="Log in"][role="button"])').click();
    await reads(page, 'who-am-i').toBe('admin · Administrator');

    await page.locator('::-p-aria([name="More"][role="button"])').click();
    await page.locator('::-p-aria([name="Terminal"][role="link"])').click();
    await page.waitForSelector('[data-testid="terminal"][data-state="open"]');
    await page.locator('::-p-aria([name="Terminal input"][role="textbox"])').click();
    await page.keyboard.type('echo $((6 * 7))\n');
    await reads(page, 'terminal').toContain('42');
  },
);

firefoxTest(
  'a deployed device whose key lost a leading zero byte is verified; a public key off the curve is not imported',
  async ({ firefoxPage: page, shared, start }) => {
    const device = await start.device(shared.service, 'deployed', { zeros: ['x'] });
    await page.goto(pairingLink(shared.service.url, device));
    await reads(page, 'badge').toBe('Verified');
    await reads(page, 'who-am-i').toBe('admin · Administrator');
    const outcome = await page.evaluate(async () => {
      const point = new Uint8Array(65).fill(7).fill(4, 0, 1);
      const curve = { name: 'ECDSA', namedCurve: 'P-256' };
      return await crypto.subtle.importKey('raw', point, curve, false, ['verify']).then(
        () => 'imported',
        (error) => error.name,
      );
    });
    expect(outcome).toBe('DataError');
  },
);

firefoxTest.describe('where nothing plays by itself', () => {
  firefoxTest.use({ settings: PLAYS_NOTHING });

  firefoxTest(
    'a blocked picture plays after one press: when it is opened, when it is reloaded, and on the wall',
    async ({ camera, firefoxPage: page, shared }) => {
      const play = page.locator('::-p-aria([name="Play"][role="button"])');
      const { url } = shared.service;
      await page.goto(pairingLink(url, camera));
      await phase(page).toBe('blocked, paused');
      await play.click();
      await expectMovingPicture(page);
      await page.goto(`${url}/#/device/${camera.productId}/${camera.deviceId}/live`);
      await page.reload();
      await phase(page).toBe('blocked, paused');
      await play.click();
      await expectMovingPicture(page);
      await page.goto(`${url}/#/wall`);
      await phase(page).toBe('blocked, paused');
      await play.click();
      await phase(page).toBe('playing, moves');
    },
  );
});
