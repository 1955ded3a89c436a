/** @module Many devices: nine of them side by side with a dead one among them, and the status that cards show without opening a device. */
import type { Locator } from '@playwright/test';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { startManyDevices } from '../harness/many-devices.ts';
import { CODEC_DEVICE, STREAM_DEVICE } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';

const DEVICES = 10;
const DEAD = `de-many-${DEVICES}`;
const DAY_S = 86_400;
/** The card's text for a device that connected today. */
const TODAY = /^Reachable since \d\d:\d\d\s*same network$/u;

/** The times of day, to the minute, from one time to another. */
function minutesBetween(fromMs: number, toMs: number): string[] {
  const format = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });
  const count = Math.ceil((toMs - fromMs) / 60_000);
  const times = Array.from({ length: count }, (_, minute) => fromMs + minute * 60_000);
  return [...times, toMs].map((time) => format.format(time));
}

/** The time of day on a card. */
async function timeIn(presence: Locator): Promise<string | undefined> {
  return /\d\d:\d\d/u.exec((await presence.textContent()) ?? '')?.[0];
}

test('nine devices play at once beside a dead one; a picture off screen is released; a click opens a device', async ({
  openPage,
  start,
}) => {
  test.setTimeout(300_000);
  const service = await start.service();
  const { devices, child } = await startManyDevices(service, DEVICES);
  start.child(child);
  const page = await openPage(`${service.url}/`);
  const tab = new ConsolePage(page);
  for (const device of devices) {
    await page.evaluate((hash) => location.assign(hash), new URL(pairingLink(service.url, device)).hash);
    if (device.deviceId === DEAD)
      await expect(tab.failure).toHaveAttribute('data-failure', 'offline', { timeout: 40_000 });
    else await expect(tab.whoAmI).toHaveText('admin · Administrator', { timeout: 40_000 });
  }
  await page.getByRole('button', { name: 'All devices' }).click();
  for (const { deviceId } of devices.slice(0, 3)) {
    const card = page.getByTestId(`device-${deviceId}`);
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByTestId('presence')).toHaveText(TODAY);
  }
  // More devices are in view than are connected at once: each gets its turn, and keeps its status.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width, height: 2_400 });
  await expect(page.locator('[data-presence="reachable"]')).toHaveCount(DEVICES - 1, { timeout: 60_000 });
  await expect(page.locator('[data-presence="away"]')).toHaveCount(1);
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'Wall' }).click();
  await expect(page.getByTestId(/^tile-/u)).toHaveCount(9);
  await page.getByRole('button', { name: 'Choose devices' }).click();
  await page.getByLabel(DEAD).check();
  await page.getByRole('button', { name: 'Done' }).click();
  const playing = page.locator('[data-testid^="tile-"][data-state="live"] [data-phase="playing"] video');
  await expect(playing).toHaveCount(9, { timeout: 60_000 });
  await expect
    .poll(
      async () =>
        await playing.evaluateAll(
          (all) => all.filter((video) => video instanceof HTMLVideoElement && video.currentTime > 1).length,
        ),
      { timeout: 60_000 },
    )
    .toBe(9);
  const dead = page.getByTestId(`tile-${DEAD}`);
  await expect(dead).toContainText('The device is not connected to the service.');
  await dead.getByRole('button', { name: 'Try now' }).click();
  await expect(dead).toContainText('The device is not connected to the service.');
  await expect(playing).toHaveCount(9);
  expect(await tab.overflow()).toBe(0);

  await page.setViewportSize({ width: 320, height: 360 });
  await expect(page.locator('[data-testid^="tile-"][data-state="idle"]').first()).toBeAttached();
  expect(await tab.overflow()).toBe(0);
  await page.setViewportSize({ width: 412, height: 839 });
  await expect(playing).toHaveCount(9, { timeout: 60_000 });

  await page.getByTestId('tile-de-many-4').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'de-many-4' })).toBeVisible();
  await tab.expectMovingPicture();
});

test('the wall shows all cameras of a device, and leaves out a device that has none until it is chosen', async ({
  openPage,
  shared,
  start,
}) => {
  const args = await makeCodecClips(shared.service.directory, ['h264', 'vp8', 'vp9']);
  const cameras = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
  const blind = await start.device(shared.service, 'longwire', {
    main: STREAM_DEVICE,
    args: ['--tcp-port', '9', '--files', '/tmp'],
  });
  const page = await openPage(pairingLink(shared.service.url, blind));
  const tab = new ConsolePage(page);
  await expect(tab.whoAmI).toContainText('admin');
  await page.goto(pairingLink(shared.service.url, cameras));
  await expect(page.getByRole('heading', { name: cameras.deviceId, level: 1 })).toBeVisible();
  await expect(tab.whoAmI).toContainText('admin');
  await page.getByRole('button', { name: 'All devices' }).click();
  await page.getByRole('button', { name: 'Wall' }).click();
  const names = page.locator('.lw-wall-name');
  await expect(names).toHaveText(['h264', 'vp8', 'vp9'].map((id) => `${cameras.deviceId} · ${id}`));
  await expect(page.locator('[data-testid^="tile-"] [data-phase="playing"]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Choose devices' }).click();
  const box = page.getByRole('checkbox', { name: blind.deviceId });
  await box.uncheck();
  await box.check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByTestId(`tile-${blind.deviceId}`)).toContainText('no camera to show');
  await expect(names).toHaveCount(4);
});

for (const [where, screen] of [
  ['a phone', PHONE],
  ['a desktop', {}],
] as const) {
  test.describe(`on ${where}`, () => {
    test.use(screen);

    test('a card shows how long its device has been online: as the service reports it, or since this browser reached it', async ({
      openPage,
      shared,
      start,
    }) => {
      test.setTimeout(150_000);
      const startedAt = Date.now();
      const device = await start.device(shared.service, 'longwire');
      const proxy = await start.proxy({ upstream: shared.service.webSocketUrl });
      const page = await openPage(`${shared.service.url}/`);
      const tab = new ConsolePage(page);
      await new DoctorPage(page, shared.service.url).addByHand(device, proxy.url);
      await expect(tab.whoAmI).toHaveText('admin · Administrator', { timeout: 40_000 });
      await page.getByRole('button', { name: 'All devices' }).click();
      const presence = page.getByTestId(`device-${device.deviceId}`).getByTestId('presence');
      await expect(presence).toHaveText(TODAY);
      const { message } = await proxy.seen(({ message: { type } }) => type === 21);
      const seconds = Number(message['onlineSeconds']);
      expect(seconds).toBeLessThanOrEqual((Date.now() - startedAt) / 1_000);
      expect(minutesBetween(startedAt, Date.now())).toContain(await timeIn(presence));
      expect(await tab.overflow()).toBe(0);

      // A service's report about a device that has been attached for a day.
      proxy.rewrite = ({ message: reply }) =>
        reply.type === 21 ? { ...reply, onlineSeconds: Number(reply['onlineSeconds']) + DAY_S } : reply;
      const dayAgo = startedAt - DAY_S * 1_000;
      await page.reload();
      await expect(presence).toHaveText(/^Reachable since yesterday, \d\d:\d\d\s*same network$/u);
      expect(minutesBetween(dayAgo, Date.now() - DAY_S * 1_000)).toContain(await timeIn(presence));
      expect(await tab.overflow()).toBe(0);

      // A service in the field, which reports nothing about it.
      proxy.rewrite = ({ message: reply }) => (reply.type === 21 ? { type: 21 } : reply);
      const reloadedAt = Date.now();
      await page.reload();
      await expect(presence).toHaveText(TODAY);
      expect(minutesBetween(reloadedAt, Date.now())).toContain(await timeIn(presence));
    });
  });
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a card shows whether its device is online, and since when it is not', async ({
    openPage,
    shared,
    start,
  }) => {
    test.setTimeout(150_000);
    const device = await start.device(shared.service, 'longwire');
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    await tab.expectMovingPicture();
    await page.getByRole('button', { name: 'All devices' }).tap();
    const presence = page.getByTestId(`device-${device.deviceId}`).getByTestId('presence');
    await expect(presence).toHaveText(TODAY);
    // A visible card plays nothing here: tracks are requested when the device is opened.
    expect((await tab.sentPaths()).filter((path) => path === '/webrtc/tracks')).toHaveLength(2);
    await device.child.kill();
    const away = /^Not reachable, last seen just now\s*last path: same network$/u;
    await expect(presence).toHaveText(away, { timeout: NOTICE_MS });
    start.child(await device.startAgain());
    await expect(presence).toHaveText(/Reachable/u, { timeout: 60_000 });
    await page.getByRole('link', { name: `Open ${device.deviceId}` }).tap();
    await tab.expectMovingPicture();
  });

  test('a device that requires a login says so; no password is sent without a person', async ({
    device,
    openPage,
    shared,
  }) => {
    const {
      u: _user,
      pwd: _password,
      ...rest
    } = Object.fromEntries(
      new URLSearchParams(new URL(pairingLink(shared.service.url, device)).hash.slice(1)),
    );
    const page = await openPage(`${shared.service.url}/#${new URLSearchParams(rest).toString()}`);
    await expect(page.getByTestId('login-form')).toBeVisible();
    await page.getByRole('button', { name: 'All devices' }).tap();
    const presence = page.getByTestId(`device-${device.deviceId}`).getByTestId('presence');
    await expect(presence).toHaveText(/Needs login/u);
    expect((await new ConsolePage(page).sentPaths()).filter((path) => path.includes('password'))).toEqual([]);
  });
});
