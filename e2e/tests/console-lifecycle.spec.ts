/** @module The console as its pages come and go: nothing typed is lost, nothing doubles, nobody has to log in twice. */
import { randomBytes } from 'node:crypto';
import { devices, type Locator, type Page } from '@playwright/test';
import { ConsolePage, pairingLink, type LinkParts } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import { useFrozenTabs, type FrozenTabs } from '../harness/frozen-tabs.ts';
import type { TestClient } from '../harness/test-client.ts';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];

base.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

/** Reason: a device of the test's own has to start; what is lost has to be noticed, and what comes back is tried again after a back-off. */
const SLOW_MS = 120_000;

interface Guest {
  readonly parts: LinkParts;
  /** Certificates that the device knows the guest by. */
  readonly certificates: () => Promise<number>;
}

const test = base.extend<{
  readonly admin: TestClient;
  /** A user of the test's own, who has a password and no browser yet. */
  readonly guest: Guest;
  readonly openLink: (parts: LinkParts, device?: Device) => Promise<ConsolePage>;
  /** The guest's tab, once the device knows the guest. */
  readonly guestTab: ConsolePage;
  /** The owner's tab at a device of the test's own, with a request typed. */
  readonly openOwn: () => Promise<{ readonly tab: ConsolePage; readonly device: Device }>;
  readonly tabs: FrozenTabs;
}>({
  admin: async ({ connectClient, device }, use) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    await use(admin);
  },
  guest: async ({ admin }, use) => {
    const { username, password } = await admin.createUser(
      `guest-${randomBytes(4).toString('hex')}`,
      'Standard',
    );
    await use({
      parts: { u: username, pwd: password },
      certificates: async () =>
        await admin.page.evaluate(async (name) => {
          const { Fingerprints = [] } = await window.probe.connection.iam.getUser(name);
          return Fingerprints.length;
        }, username),
    });
  },
  openLink: async ({ device, openPage, shared }, use) => {
    await use(
      async (parts, other) =>
        new ConsolePage(await openPage(pairingLink(shared.service.url, other ?? device, parts))),
    );
  },
  guestTab: async ({ guest, openLink }, use) => {
    const tab = await openLink(guest.parts);
    await expect(tab.whoAmI).toContainText('guest-');
    await use(tab);
  },
  openOwn: async ({ openLink, shared, start }, use) => {
    await use(async () => {
      const device = await start.device(shared.service, 'longwire');
      const tab = await openLink({}, device);
      await expect(tab.whoAmI).toContainText('admin');
      await typeRequest(tab.page);
      return { tab, device };
    });
  },
  tabs: useFrozenTabs,
});

/** Types a request that is not sent. */
async function typeRequest(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Requests' }).tap();
  await page.getByLabel('Path', { exact: true }).fill('/typed/and/not/sent');
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/typed/and/not/sent');
}

const cardsOf = (page: Page): Locator => page.locator('[data-testid^="device-"]');

const openPeers = async (page: Page): Promise<number> =>
  await page.evaluate(() => window.instruments.openPeers());

test('reload: live again as the same user, without a password, and what was typed is there', async ({
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await typeRequest(page);
  await page.reload();
  await expect(tab.whoAmI).toContainText('guest-');
  await expect(tab.badge).toHaveText('Verified');
  await expectTyped(page);
  const sent = await tab.sentPaths();
  expect(sent.filter((path) => path.includes('password'))).toEqual([]);
  await expect.poll(guest.certificates).toBe(1);
  await page.getByRole('link', { name: 'Live' }).tap();
  await tab.expectMovingPicture();
});

test('a reload before the device could be remembered: it is there, and the password is what is asked for', async ({
  context,
  device,
  openLink,
}) => {
  // The storage answers nothing to the page that the link opens; the next one finds it as it was left.
  await context.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isFirst = location.protocol === 'http:' && Reflect.get(navigation ?? {}, 'type') !== 'reload';
    if (isFirst) Reflect.set(IDBFactory.prototype, 'open', () => new EventTarget());
  });
  const tab = await openLink({});
  const { page } = tab;
  await page.waitForURL((url) => url.hash.startsWith('#/device/'));
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain(device.deviceId);
  expect(kept).not.toContain(device.password);
  await page.reload();
  const form = page.getByTestId('login-form');
  await expect(form.getByLabel('User name')).toHaveValue('admin');
  await expect(tab.badge).toHaveText('Verified');
  await form.getByLabel('Password', { exact: true }).fill(device.password);
  await form.getByRole('button', { name: 'Log in' }).tap();
  await expect(tab.whoAmI).toContainText('admin');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(device.sct);
});

test('a device added by hand: what is typed outlives leaving and a reload, its secrets do not', async ({
  device,
  openPage,
  shared,
}) => {
  const tab = new ConsolePage(await openPage(`${shared.service.url}/#/add`));
  const { page } = tab;
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  await page.getByRole('radio', { name: 'Type it in' }).tap();
  await field('Product id').fill(device.productId);
  await field('Device id').fill(device.deviceId);
  await field('Connection token').fill(device.sct);
  await field('User name').fill(device.username);
  await field('Password').fill(device.password);
  await field('Name').fill('Front door');
  const expectKept = async (): Promise<void> => {
    await expect(field('Product id')).toHaveValue(device.productId);
    await expect(field('Device id')).toHaveValue(device.deviceId);
    await expect(field('User name')).toHaveValue(device.username);
    await expect(field('Name')).toHaveValue('Front door');
    await expect(field('Connection token')).toHaveValue('');
    await expect(field('Password')).toHaveValue('');
    const text = await tab.keptText();
    for (const secret of [device.sct, device.password]) expect(text).not.toContain(secret);
  };
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.goBack();
  await expectKept();
  await page.reload();
  await expectKept();
  await field('Connection token').fill(device.sct);
  await field('Password').fill(device.password);
  await page.getByRole('button', { name: 'Connect' }).tap();
  await expect(tab.whoAmI).toContainText('admin');
  await page.goto(`${shared.service.url}/#/add`);
  await page.getByRole('radio', { name: 'Type it in' }).tap();
  await expect(field('Name')).toHaveValue('');
});

test('back and forward: the device stays one device, and is left and entered by one connection', async ({
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await typeRequest(page);
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(cardsOf(page)).toHaveCount(1);
  await page.goBack();
  await expectTyped(page);
  await expect(tab.whoAmI).toContainText('guest-');
  await expect.poll(async () => await openPeers(page)).toBe(1);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeAttached();
  await page.goBack();
  await expect(tab.whoAmI).toContainText('guest-');
  await expect.poll(async () => await openPeers(page)).toBe(1);
  // Away from the console, and back.
  await page.goto('about:blank');
  await page.goBack();
  await expect(tab.whoAmI).toContainText('guest-');
  await expectTyped(page);
  await expect.poll(guest.certificates).toBe(1);
});

test('two tabs on one device: both are live, by one certificate', async ({
  context,
  guest,
  guestTab: first,
}) => {
  await first.expectMovingPicture();
  const second = new ConsolePage(await context.newPage());
  await second.page.goto(first.page.url());
  await expect(second.whoAmI).toContainText('guest-');
  await second.expectMovingPicture();
  await first.expectMovingPicture();
  await expect.poll(guest.certificates).toBe(1);
  await second.page.getByRole('button', { name: 'All devices' }).tap();
  await expect(cardsOf(second.page)).toHaveCount(1);
  await first.expectMovingPicture();
});

test('the device goes and comes back: what is typed stays, and nobody is asked for a password', async ({
  openOwn,
  start,
}) => {
  test.setTimeout(SLOW_MS);
  const { tab, device } = await openOwn();
  const { page } = tab;
  const askedForPassword = page.getByTestId('login-form').waitFor();
  await device.child.kill();
  await expect(page.getByTestId('recovering')).toBeVisible({ timeout: SLOW_MS });
  await expectTyped(page);
  start.child(await device.startAgain());
  await expect(page.getByTestId('recovering')).toHaveCount(0, { timeout: SLOW_MS });
  await expect(tab.whoAmI).toContainText('admin');
  await expectTyped(page);
  await page.getByRole('link', { name: 'Live' }).tap();
  await tab.expectMovingPicture();
  await expect.poll(async () => await openPeers(page)).toBe(1);
  await page.close();
  await expect(askedForPassword).rejects.toThrow('closed');
});

test('offline and online again: what runs beside the service runs on, and new connections wait for a network', async ({
  context,
  guest,
  guestTab: tab,
}) => {
  const { page } = tab;
  await tab.expectMovingPicture();
  await context.setOffline(true);
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('link', { name: /^Open / }).tap();
  await expect(tab.failure).toHaveAttribute('data-failure', 'offlineHere');
  await context.setOffline(false);
  await expect(tab.whoAmI).toContainText('guest-');
  await tab.expectMovingPicture();
  await expect.poll(guest.certificates).toBe(1);
});

test('a tab that slept until the device had given it up is live again, with what was typed', async ({
  openOwn,
  tabs,
}) => {
  test.setTimeout(SLOW_MS);
  const { tab, device } = await openOwn();
  const { page } = tab;
  await Promise.all([
    device.child.nextLine(/ session\.closed .*"reason":"peer (?:disconnected|failed)"/u),
    tabs.freeze(),
  ]);
  tabs.thaw();
  await expectTyped(page);
  await page.getByRole('link', { name: 'Live' }).tap();
  await tab.expectMovingPicture();
  await expect(tab.whoAmI).toContainText('admin');
  await expect.poll(async () => await openPeers(page)).toBe(1);
});

test.describe('a link opened while connected', () => {
  test('the same one: nothing is connected anew, and what was typed stays', async ({
    device,
    guest,
    guestTab: tab,
    shared,
  }) => {
    const { page } = tab;
    await typeRequest(page);
    const before = await page.evaluate(() => window.instruments.peerConfigurations.length);
    await page.goto(pairingLink(shared.service.url, device, guest.parts));
    await tab.expectMovingPicture();
    expect(await page.evaluate(() => window.instruments.peerConfigurations.length)).toBe(before);
    await page.getByRole('link', { name: 'Requests' }).tap();
    await expectTyped(page);
    expect(page.url()).not.toContain(device.sct);
  });

  test('another device: it is live, the first is left, and both are remembered', async ({
    guestTab: tab,
    shared,
    start,
  }) => {
    test.setTimeout(SLOW_MS);
    const other = await start.device(shared.service, 'longwire');
    const { page } = tab;
    await tab.expectMovingPicture();
    await page.goto(pairingLink(shared.service.url, other));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.deviceId);
    await expect(tab.whoAmI).toContainText('admin');
    await tab.expectMovingPicture();
    await expect.poll(async () => await openPeers(page)).toBe(1);
    await page.goBack();
    await expect(tab.whoAmI).toContainText('guest-');
    await page.getByRole('button', { name: 'All devices' }).tap();
    await expect(cardsOf(page)).toHaveCount(2);
  });

  test('another user: asked first, the console becomes that user, by a certificate of its own', async ({
    admin,
    device,
    guest,
    guestTab: tab,
    shared,
  }) => {
    const { page } = tab;
    const other = await admin.createUser(`other-${randomBytes(4).toString('hex')}`, 'Standard');
    await page.goto(pairingLink(shared.service.url, device, { u: other.username, pwd: other.password }));
    await expect(tab.whoAmI).toContainText('guest-');
    await page.getByRole('button', { name: `Become ${other.username}` }).tap();
    await expect(tab.whoAmI).toContainText(other.username);
    await tab.expectMovingPicture();
    await page.reload();
    await expect(tab.whoAmI).toContainText(other.username);
    await expect.poll(guest.certificates).toBe(1);
  });
});
