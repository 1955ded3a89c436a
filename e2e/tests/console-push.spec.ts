/** @module Push messages: from the device's bell to a notification in the browser that asked for it, readable by no one in between. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test as base } from '../harness/fixtures.ts';
import type { Service } from '../harness/service.ts';
import { goTo } from '../harness/places.ts';
import { deliver, PushService } from '../harness/push-service.ts';
import { optionsFor } from '../harness/test-client.ts';
import { PHONE } from '../harness/screens.ts';
import { task } from '../harness/task.ts';

const AN_HOUR_MS = 3_600_000;
const HALF_A_YEAR_MS = 183 * 24 * AN_HOUR_MS;

interface Pushed {
  readonly service: Service;
  readonly device: Device;
  /** A page that may show notifications. */
  readonly page: Page;
}

const test = base.extend<{ readonly startPushed: (push: PushService) => Promise<Pushed> }>({
  startPushed: async ({ context, openPage, start }, use) => {
    await use(async (push) => {
      const service = await start.service({ args: ['--push-services', push.origin] });
      const device = await start.device(service, 'longwire');
      await context.grantPermissions(['notifications'], { origin: service.url });
      const page = await openPage('about:blank');
      await push.offerTo(page);
      return { service, device, page };
    });
  },
});

test.use({ ...PHONE, serviceWorkers: 'allow' });
// Reason: each starts its own service and device.
test.slow();

const notifyMe = (page: Page) => page.getByRole('switch', { name: 'Notify me' });
const quietHours = (page: Page) => page.getByRole('switch', { name: 'Quiet hours' });

/** Opens the device's Activity, and turns messages on. */
async function turnOn({ service, device, page }: Pushed): Promise<void> {
  await page.goto(pairingLink(service.url, device));
  await goTo(page, 'Activity');
  await notifyMe(page).click();
  await expect(notifyMe(page)).toBeChecked();
}

/** What the page's service worker shows. */
async function shown(page: Page): Promise<readonly { title: string; body: string; data: unknown }[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, data }) => ({ title, body, data: String(data) }));
  });
}

/** Of each shown notification whether it rang although it replaced another. */
async function ringsAgain(page: Page): Promise<readonly unknown[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map((notification) => Reflect.get(notification, 'renotify'));
  });
}

test('the bell reaches the phone that asked for it: two taps to ask, and the service relays what it cannot read', async ({
  startPushed,
}) => {
  await using push = await PushService.start();
  const { service, device, page } = await startPushed(push);
  const tab = new ConsolePage(page);
  await page.goto(pairingLink(service.url, device));
  await tab.expectMovingPicture();
  await goTo(page, 'Activity');
  await expect(notifyMe(page)).not.toBeChecked();
  expect(await accessibilityProblems(page)).toEqual([]);
  const taps = await task('be notified', async (tap) => {
    await tap(notifyMe(page));
    await expect(notifyMe(page)).toBeChecked();
  });
  expect(taps).toBe(1);

  await goTo(page, 'Controls');
  const ring = page.getByTestId('control-/doorbell').getByRole('button', { name: 'Run: Ring the bell' });
  const really = page
    .getByTestId('control-/doorbell')
    .getByRole('button', { name: 'Ring the bell', exact: true });
  await ring.click();
  await really.click();
  await expect.poll(() => push.received.length).toBe(1);
  const [message] = push.received;
  const body = message?.body ?? Buffer.alloc(0);
  expect(message?.path).toBe('/of-this-browser');
  expect(message?.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=B[\w-]{86}$/u);
  expect(body.includes('bell')).toBe(false);
  const text = push.receiver.read(body);
  expect(JSON.parse(text)).toMatchObject({ title: 'Front door', body: 'Someone rings the bell' });

  await deliver(page, text);
  const place = `#/device/${device.productId}/${device.deviceId}/live`;
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Front door', body: 'Someone rings the bell', data: place }]);

  // Another ring of the bell rings, though it replaces the first; the same again does not.
  const another = JSON.stringify({ ...JSON.parse(text), at: 1_795_000_000 });
  for (const rings of [true, false]) {
    await deliver(page, another);
    await expect.poll(() => ringsAgain(page)).toEqual([rings]);
  }

  // A click opens this address; a browser opens windows for clicks of a person alone.
  await page.goto('about:blank');
  await task('see a camera from a notification', async () => {
    await page.goto(`${service.url}/${place}`);
    await tab.expectMovingPicture();
  });

  await goTo(page, 'Activity');
  await expect(notifyMe(page)).toBeChecked();
  await quietHours(page).click();
  await expect(quietHours(page)).toBeChecked();
  const now = new Date();
  const hour = (offset: number): string => {
    const at = new Date(now.getTime() + offset * 3_600_000);
    return `${String(at.getHours()).padStart(2, '0')}:00`;
  };
  for (const [field, value] of [
    ['From', hour(-1)],
    ['To', hour(2)],
  ] as const) {
    await page.getByLabel(field, { exact: true }).fill(value);
    await page.getByLabel(field, { exact: true }).blur();
    // Disabled until the device has answered: loading the page again before would lose what is on its way.
    await expect(quietHours(page)).toBeEnabled();
  }
  await expect(async () => {
    await page.reload();
    // From the device.
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(hour(-1));
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(hour(2));
  }).toPass();
  await page.getByLabel('To', { exact: true }).fill(hour(-1));
  await page.getByLabel('To', { exact: true }).blur();
  await expect(page.getByText('Quiet hours need two different times.')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await tab.overflow()).toBe(0);
  // The device refuses quiet hours of a time zone that it does not know.
  await page.evaluate(() => {
    Object.assign(Intl.DateTimeFormat.prototype, { resolvedOptions: () => ({ timeZone: 'Nowhere' }) });
  });
  await page.getByLabel('To', { exact: true }).fill(hour(3));
  await page.getByLabel('To', { exact: true }).blur();
  await expect(page.getByText('The quiet hours were not changed. Try again later.')).toBeVisible();
  await expect(page.getByText('Quiet hours need two different times.')).toHaveCount(0);
  const before = await page.getByTestId('event-notification').count();
  await goTo(page, 'Controls');
  await ring.click();
  await really.click();
  await goTo(page, 'Activity');
  await expect(page.getByTestId('event-notification')).toHaveCount(before + 1);
  expect(push.received).toHaveLength(1);

  await quietHours(page).click();
  await expect(quietHours(page)).not.toBeChecked();
  push.status = 410;
  await goTo(page, 'Controls');
  await ring.click();
  await really.click();
  await expect.poll(() => push.received.length).toBe(2);
  await goTo(page, 'Activity');
  await expect(notifyMe(page)).not.toBeChecked();
});

test('messages that are on stay on: after the push service or the browser has ended the subscription, the next visit renews it', async ({
  startPushed,
  connectClient,
}) => {
  await using push = await PushService.start();
  const pushed = await startPushed(push);
  const { device, page } = pushed;
  await turnOn(pushed);
  const bell = await connectClient(optionsFor(device, pushed.service.webSocketUrl));
  await bell.logInAsAdmin(device);
  const ring = async (): Promise<void> => void (await bell.request('POST', '/doorbell'));
  const paths = (): readonly string[] => push.received.map(({ path }) => path);

  push.status = 410;
  await ring();
  await expect.poll(paths).toEqual(['/of-this-browser']);
  push.status = 201;
  await page.reload();
  await expect(notifyMe(page)).toBeChecked();
  await ring();
  await expect.poll(paths).toEqual(['/of-this-browser', '/of-this-browser-2']);

  await page.evaluate(() => localStorage.removeItem('test-push-key'));
  await page.reload();
  await expect(notifyMe(page)).toBeChecked();
  await ring();
  await expect.poll(paths).toEqual(['/of-this-browser', '/of-this-browser-2', '/of-this-browser-3']);

  await notifyMe(page).click();
  await expect(notifyMe(page)).not.toBeChecked();
  // The subscription ends with the last device that has it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-push-key'))).toBeNull();
  await page.reload();
  await expect(page.getByText('You are here')).toBeVisible();
  await ring();
  await expect(notifyMe(page)).not.toBeChecked();
  expect(paths()).toHaveLength(3);
});

test('messages that are on stay on after the certificate of the browser was renewed, and the device has removed the earlier one', async ({
  startPushed,
  connectClient,
}) => {
  await using push = await PushService.start();
  const pushed = await startPushed(push);
  const { device, page } = pushed;
  await turnOn(pushed);
  const bell = await connectClient(optionsFor(device, pushed.service.webSocketUrl));
  await bell.logInAsAdmin(device);
  const certificates = async (): Promise<readonly string[]> =>
    await bell.page.evaluate(async (username) => {
      const { Fingerprints = [] } = await window.probe.connection.iam.getUser(username);
      return Fingerprints.map(({ Fingerprint }) => Fingerprint);
    }, device.username);
  const [first] = await certificates();

  await page.clock.setFixedTime(Date.now() + HALF_A_YEAR_MS);
  await page.reload();
  await expect.poll(certificates).toHaveLength(2);
  await page.clock.setFixedTime(Date.now() + HALF_A_YEAR_MS + AN_HOUR_MS);
  // The renewed certificate is in use from the visit after the one that has stored it.
  await expect(async () => {
    await page.reload();
    await expect.poll(certificates, { timeout: 5000 }).toHaveLength(1);
  }).toPass();
  expect(await certificates()).not.toContain(first);
  await expect(notifyMe(page)).toBeChecked();
  await bell.request('POST', '/doorbell');
  await expect.poll(() => push.received.length).toBe(1);
});

const DOOR = { product: 'pr-1', device: 'de-1', sender: 'one' };
const movement = (title: string): string =>
  JSON.stringify({ ...DOOR, kind: 'motion', title, body: 'Motion', at: 1 });

/** Lets devices notify, as if their messages were on. */
async function allow(page: Page, ...deviceKeys: readonly string[]): Promise<void> {
  // The page stores its own first.
  await expect
    .poll(() => page.evaluate(async () => await (await caches.match('push-senders'))?.text()))
    .toBe('{}');
  const senders = JSON.stringify(Object.fromEntries(deviceKeys.map((key) => [key, DOOR.sender])));
  await page.evaluate(async (text) => {
    const cache = await caches.open('longwire-push-senders');
    await cache.put('push-senders', new Response(text));
  }, senders);
}

test("a notification of movement is in the console's language", async ({ context, openPage, shared }) => {
  await context.grantPermissions(['notifications'], { origin: shared.service.url });
  const page = await openPage(`${shared.service.url}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await allow(page, 'pr-1/de-1');
  await deliver(page, movement('One'));
  // A message is shown when the worker has read what the page has stored.
  await expect.poll(() => shown(page)).toHaveLength(1);
  await page.evaluate(() => localStorage.setItem('longwire.language', 'de'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect
    .poll(() => page.evaluate(async () => await (await caches.match('language'))?.text()))
    .toBe('de');
  await allow(page, 'pr-1/de-1');
  await deliver(page, movement('Two'));
  const data = '#/device/pr-1/de-1/live';
  await expect
    .poll(() => shown(page))
    .toEqual([
      { title: 'One', body: 'Movement', data },
      { title: 'Two', body: 'Bewegung', data },
    ]);
});

test('a click on a notification goes to the tab that shows the device, else opens one', async ({
  context,
  openPage,
  shared,
}) => {
  await context.grantPermissions(['notifications'], { origin: shared.service.url });
  const page = await openPage(`${shared.service.url}/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await allow(page, 'pr-1/../../evil', 'pr-1/de-1');
  await deliver(page, JSON.stringify({ ...DOOR, title: 'Door', device: '../../evil' }));
  await deliver(page, JSON.stringify({ ...DOOR, title: 'Break-in', sender: 'two' }));
  await expect
    .poll(() => shown(page))
    .toEqual([
      { title: 'Door', body: '', data: '#/' },
      { title: 'Longwire', body: 'A message from a device that may not notify you', data: '#/' },
    ]);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  // Only a person's click may open windows, so the calls are recorded.
  const opened = await worker.evaluate(async (scope) => {
    const calls: string[] = [];
    const clients: unknown = Reflect.get(globalThis, 'clients');
    Object.assign(Object(clients), {
      openWindow: async (url: string) => void calls.push(`open ${url}`),
      matchAll: async () => [
        { url: `${scope}#/`, focus: async () => void calls.push('focus') },
        { url: `${scope}#/settings`, focus: async () => void calls.push('wrong focus') },
      ],
    });
    for (const data of ['#/', '#/device/pr-1/de-1/live']) {
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data, close: () => void calls.push('close') },
        waitUntil: () => undefined,
      });
      globalThis.dispatchEvent(event);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return calls;
  }, `${shared.service.url}/`);
  expect(opened).toEqual(['close', 'focus', 'close', `open ${shared.service.url}/#/device/pr-1/de-1/live`]);
});

test('a browser that blocks notifications says so, and offers no switch', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage('about:blank');
  await page.context().addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto(pairingLink(shared.service.url, device));
  await expect(new ConsolePage(page).whoAmI).toContainText('admin');
  await goTo(page, 'Activity');
  await expect(page.getByText('This browser blocks notifications of this page.')).toBeVisible();
  await expect(notifyMe(page)).toHaveCount(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a browser without push messages offers nothing', async ({ openPage, shared, start }) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage('about:blank');
  await page.context().addInitScript(() => void Reflect.deleteProperty(globalThis, 'PushManager'));
  await page.goto(pairingLink(shared.service.url, device));
  await expect(new ConsolePage(page).whoAmI).toContainText('admin');
  await goTo(page, 'Activity');
  await expect(page.getByText('You are here')).toBeVisible();
  await expect(notifyMe(page)).toHaveCount(0);
});

test("a browser with another service's notifications reads that they end, and changes with one tap", async ({
  startPushed,
}) => {
  await using push = await PushService.start();
  const { service, device, page } = await startPushed(push);
  await page.context().addInitScript(
    (key) => {
      if (location.hash !== '' && localStorage.getItem('test-push-key') === null)
        localStorage.setItem('test-push-key', key);
    },
    `B${'o'.repeat(86)}`,
  );
  await page.goto(pairingLink(service.url, device));
  await expect(new ConsolePage(page).whoAmI).toContainText('admin');
  await goTo(page, 'Activity');
  await expect(page.getByText('Turning this on ends those of another.')).toBeVisible();
  await notifyMe(page).click();
  await expect(notifyMe(page)).toBeChecked();
  await expect(page.getByText('Turning this on ends those of another.')).toHaveCount(0);
});
