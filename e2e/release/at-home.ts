/**
 * @module `node e2e/release/at-home.ts ROOT PACKAGE`: the way of a household, timed: a fresh Debian below the folder ROOT, two commands, and a phone
 * in the same network that shows the camera of a verified device. The Debian and the camera are a machine of their own (a network namespace); the
 * phone's browser is this machine's Chromium. Needs root.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { linkIn } from '../harness/agent.ts';
import { Child } from '../harness/child.ts';
import { CHROMIUM_FLAGS } from '../harness/chromium-flags.ts';
import { HomeNetwork } from '../harness/home-network.ts';
import { RtspCamera } from '../harness/rtsp-camera.ts';
import { DebianRoot } from '../../scripts/release/debian-root.ts';
import { CHROMIUM } from '../../scripts/system-browser.ts';
import { ROOT } from '../harness/paths.ts';

/** Limit for the first picture after the link is opened, in milliseconds. */
const PICTURE_MS = 60_000;

/** Where the phone's screen is written. */
const SCREENSHOT = join(ROOT, 'test-results/at-home.png');

/** Runs the two commands, and opens the link. @throws Error when a step fails */
async function tryAtHome(root: DebianRoot, file: string): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'longwire-at-home-'));
  cleanUp.defer(() => rmSync(directory, { recursive: true, force: true }));
  const { address, machine } = cleanUp.use(new HomeNetwork());
  const { within } = machine;
  const camera = await RtspCamera.create({
    directory,
    sound: 'aac',
    user: 'viewer',
    password: 'secret',
    within,
  });
  await camera.switchOn();
  cleanUp.defer(async () => await camera.switchOff());

  const startedMs = performance.now();
  const report = (text: string): void => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(`       at home, after ${seconds} s: ${text}`);
  };
  root.install(file, { isWithRecommended: true });
  report('command 1: the package and ffmpeg are installed');
  const options = ['--name', 'Our house', '--camera', `Front door=${camera.address()}`];
  const command = [...within, 'chroot', root.folder, 'longwire', 'up', ...options];
  const longwire = Child.ofCommand('longwire', command);
  cleanUp.defer(async () => await longwire.stop());
  await longwire.nextLine(/^pairing link: /u);
  const { url } = linkIn(longwire.log);
  report(`command 2: the link to ${new URL(url).origin} is printed`);
  if (!url.startsWith(`https://${address}:`)) throw new Error('the link does not lead to the machine');

  const browser = await chromium.launch({
    executablePath: await CHROMIUM.ensure(),
    args: [...CHROMIUM_FLAGS],
  });
  cleanUp.defer(async () => await browser.close());
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, ignoreHTTPSErrors: true });
  await page.goto(url);
  await expectLive(page);
  await page.screenshot({ path: SCREENSHOT });
  report(`a phone shows the camera of the verified device (${SCREENSHOT}); 2 commands, 0 questions`);
}

async function expectLive(page: Page): Promise<void> {
  await page.getByTestId('badge').filter({ hasText: 'Verified' }).first().waitFor({ timeout: PICTURE_MS });
  const box = page.locator('[data-testid=video-front-door-video][data-phase=playing]');
  const video = await box.locator('video').elementHandle({ timeout: PICTURE_MS });
  await page.waitForFunction(
    (element) => element instanceof HTMLVideoElement && element.currentTime > 2,
    video,
    { timeout: PICTURE_MS },
  );
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder, file] = positionals;
if (folder === undefined || file === undefined) throw new Error('usage: at-home.ts ROOT PACKAGE');
await tryAtHome(new DebianRoot(folder), file);
