/** @module The doctor's screen: each cause produced for real, diagnosed correctly, with a remedy, and a report without secrets. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { CHROMIUM_FLAGS } from '../harness/chromium-flags.ts';
import { makeCodecClips } from '../harness/codec-clips.ts';
import { DoctorPage } from '../harness/console-doctor.ts';
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { CODEC_DEVICE } from '../harness/paths.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo } from '../harness/places.ts';

/** Steps that end by their time limit use all of it. */
test.describe.configure({ timeout: 90_000 });

test.describe('on a phone', () => {
  test.use(PHONE_DARK);

  test('an unreachable service is reported, the failure leads to the doctor, and its report holds no secret', async ({
    device,
    openPage,
    shared,
  }) => {
    const page = await openPage(`${shared.service.url}/`);
    const doctor = new DoctorPage(page, shared.service.url);
    const service = `ws://127.0.0.1:${await freePort()}`;
    await doctor.addByHand(device, service);
    const { failure } = new ConsolePage(page);
    await expect(failure).toHaveAttribute('data-failure', 'unreachable');
    await expect(failure).toContainText('The service cannot be reached.');
    await expect(failure).toContainText('has a network, as far as it knows');
    await expect(failure).toContainText(service);
    await expect(failure.getByRole('button', { name: 'Try now' })).toBeVisible();
    await failure.getByRole('button', { name: 'Find the problem' }).tap();
    await doctor.expectConclusion('serviceUnreachable', 'The service cannot be reached.');
    expect(await accessibilityProblems(page)).toEqual([]);
    await expect(doctor.check('service')).toHaveAttribute('data-mark', 'bad');
    await expect(doctor.check('service')).toContainText('no answer at the address');
    expect(await new ConsolePage(page).overflow()).toBe(0);
    const report = await doctor.report();
    expect(report).toContain('conclusion: serviceUnreachable');
    expect(report).toContain('service [unreachable]');
    for (const secret of [device.sct, device.password, '127.0.0.1']) expect(report).not.toContain(secret);
    await page.getByRole('button', { name: 'Back to the device' }).tap();
    await expect(failure).toBeVisible();
  });

  test('the doctor reports a refused login with a revoked token', async ({ device, openPage, shared }) => {
    const page = await openPage(
      pairingLink(shared.service.url, device, { sct: `lw_${randomBytes(24).toString('base64url')}` }),
    );
    await expect(new ConsolePage(page).failure).toHaveAttribute('data-failure', 'tokenRejected');
    const doctor = new DoctorPage(page, shared.service.url);
    await doctor.open(device);
    await doctor.expectConclusion('loginRefused', 'this link is no longer valid');
    await expect(doctor.check('login')).toContainText('token not valid (4002)');
  });

  test('the doctor reports that the device is offline', async ({ openPage, shared, device }) => {
    const deviceId = `de-off-${randomBytes(4).toString('hex')}`;
    await shared.service.addDevice(deviceId, randomBytes(32).toString('hex'));
    const sct = await shared.service.addToken(deviceId);
    const page = await openPage(pairingLink(shared.service.url, device, { d: deviceId, sct }));
    const { failure } = new ConsolePage(page);
    await expect(failure).toHaveAttribute('data-failure', 'offline');
    await failure.getByRole('button', { name: 'Find the problem' }).tap();
    await new DoctorPage(page, shared.service.url).expectConclusion(
      'deviceOffline',
      'The device is offline.',
    );
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });

  test('in a working network without a relay, each check runs, and the open connection stays', async ({
    openLink,
    shared,
  }) => {
    const tab = await openLink();
    const { page } = tab;
    await tab.expectMovingPicture();
    await goTo(page, 'Connection');
    await page.getByRole('button', { name: 'Check the connection' }).focus();
    await page.keyboard.press('Enter');
    const doctor = new DoctorPage(page, shared.service.url);
    await doctor.expectConclusion('withoutRelay', 'All is well here, but the service has no relay.');
    for (const check of ['browser', 'service', 'login', 'device', 'way', 'identity', 'media'])
      await expect(doctor.check(check)).toHaveAttribute('data-mark', 'good');
    await doctor.conclusion.scrollIntoViewIfNeeded();
    expect(await accessibilityProblems(page)).toEqual([]);
    await goTo(page, 'Live');
    await tab.expectMovingPicture();
  });

  test('the doctor reports a clock that is three hours off', async ({
    context,
    device,
    openPage,
    shared,
  }) => {
    await context.addInitScript((byMs) => {
      const real = Date.now;
      Date.now = () => real() + byMs;
    }, 3 * 3_600_000);
    const page = await openPage(pairingLink(shared.service.url, device));
    const doctor = new DoctorPage(page, shared.service.url);
    await expect(new ConsolePage(page).badge).toHaveText('Verified');
    await doctor.open(device);
    await doctor.expectConclusion('clockWrong', 'The clock of this machine is wrong.');
    await expect(doctor.conclusion).toContainText('Connecting works anyway.');
    await expect(doctor.check('browser')).toContainText('wrong');
  });

  test('the doctor reports that there is no common codec', async ({ openPage, shared, start }) => {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-clips-'));
    const args = await makeCodecClips(directory, ['h265']);
    const device = await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args });
    const page = await openPage(pairingLink(shared.service.url, device));
    await expect(new ConsolePage(page).whoAmI).toContainText('admin');
    const doctor = new DoctorPage(page, shared.service.url);
    await doctor.open(device);
    await doctor.expectConclusion('noCodec', 'The device sends H.265, which this browser cannot play.');
    await expect(doctor.conclusion).toContainText('Safari plays H.265');
    await expect(doctor.conclusion).toContainText('transcode = true');
    rmSync(directory, { recursive: true });
  });

  test('the doctor reports a browser that keeps the page from the local network', async ({
    device,
    shared,
    start,
  }) => {
    // Chromium treats the page as loaded from the Internet: the service beside it is then on the local network.
    const home = await start.service();
    const host = new URL(home.url).host;
    await using browser = await launchChromium([
      ...CHROMIUM_FLAGS,
      `--ip-address-space-overrides=${host}=public`,
    ]);
    const page = await browser.newPage();
    const protocol = await page.context().newCDPSession(page);
    for (const name of ['local-network-access', 'local-network', 'loopback-network']) {
      await protocol.send('Browser.setPermission', {
        permission: { name },
        setting: 'denied',
        origin: home.url,
      });
    }
    const doctor = new DoctorPage(page, home.url);
    await doctor.addByHand(device, shared.service.webSocketUrl);
    await expect(new ConsolePage(page).failure).toHaveAttribute('data-failure', 'unreachable');
    await doctor.open(device);
    await doctor.expectConclusion('localNetworkDenied', 'keeps the page away from your local network');
  });
});
