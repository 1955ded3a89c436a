/**
 * @module Parts of an older version and of this one: each combination connects, verifies, logs in, asks and shows a picture. `npm run soak -- versions`
 * takes yesterday's version; `LONGWIRE_OLDER` names another commit, and without it there is nothing to compare.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '../harness/build-console.ts';
import { buildTestPage } from '../harness/build-test-page.ts';
import { pairingLink } from '../harness/console-page.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { LinkedCopy } from '../harness/linked-copy.ts';
import { loadTestPage } from '../harness/load-test-page.ts';
import { DEMO_DEVICE, SIGNALING_CLI, site } from '../harness/paths.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const revision = process.env['LONGWIRE_OLDER'];

interface Combination {
  readonly title: string;
  readonly older: readonly ('service' | 'device' | 'page')[];
}

const COMBINATIONS: readonly Combination[] = [
  { title: "an older device with today's service and page", older: ['device'] },
  { title: "an older page with today's service and device", older: ['page'] },
  { title: "an older service with today's device and page", older: ['service'] },
  { title: "an older device and page with today's service", older: ['device', 'page'] },
  { title: "an older service and device with today's page", older: ['service', 'device'] },
  { title: "an older service and page with today's device", older: ['service', 'page'] },
];

/** How far the picture in the page has played, in seconds; runs in the page. */
function watchedSeconds(): number {
  return Math.max(0, ...[...document.querySelectorAll('video')].map(({ currentTime }) => currentTime));
}

if (revision !== undefined) {
  test.describe.configure({ timeout: 180_000 });
  let copy: LinkedCopy;
  let olderSite: string;

  test.beforeAll(async () => {
    copy = new LinkedCopy(revision);
    olderSite = mkdtempSync(join(tmpdir(), 'longwire-older-site-'));
    await buildConsole(olderSite, 'production', copy.folder);
    await buildTestPage(copy.folder, olderSite);
  });

  test.afterAll(() => {
    copy[Symbol.dispose]();
    rmSync(olderSite, { recursive: true });
  });

  test("an older console, served by today's service, verifies today's device, and shows its picture", async ({
    start,
    page,
  }) => {
    const service = await start.service({ console: olderSite });
    const device = await start.device(service, 'longwire');
    await page.goto(pairingLink(service.url, device));
    await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
    await expect.poll(async () => await page.evaluate(watchedSeconds)).toBeGreaterThan(1);
  });

  for (const { title, older } of COMBINATIONS)
    test(`${title}: connected, verified, logged in, answered, with a picture`, async ({ start, page }) => {
      const service = await start.service({
        console: older.includes('page') ? olderSite : site(),
        ...(older.includes('service') ? { main: join(copy.folder, SIGNALING_CLI) } : {}),
      });
      const main = older.includes('device') ? join(copy.folder, DEMO_DEVICE) : DEMO_DEVICE;
      const device = await start.device(service, 'longwire', { main });
      await loadTestPage(page, service.url);
      const client = await TestClient.create(page, optionsFor(device, service.webSocketUrl));
      await client.connect();
      expect(await client.verifyFingerprint(device.fingerprint)).toMatchObject({ valid: true, bound: true });
      await client.logInAsAdmin(device);
      expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
      expect(await client.requestTracks('frontdoor-video')).toBe(201);
      await expectMovingPicture(client);
    });
}
