/** @module The console as an application: installable, usable offline, in the person's language, with one version at a time. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { site } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

/** Waits until the page's service worker controls it. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Addresses and contents of everything in the worker's caches. */
async function cached(page: Page): Promise<{ readonly urls: readonly string[]; readonly text: string }> {
  return await page.evaluate(async () => {
    const urls: string[] = [];
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        urls.push(request.url);
        texts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { urls, text: texts.join('\n') };
  });
}

const integrityOf = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** The built console in a separate folder, which can be replaced by a newer version. */
class Release implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'longwire-release-'));

  constructor() {
    cpSync(site(), this.folder, { recursive: true });
  }

  /** Simulates a build of changed sources: another page, and a worker that lists it. */
  makeNewer(): void {
    const page = join(this.folder, 'index.html');
    const worker = join(this.folder, 'service-worker.js');
    const before = readFileSync(page, 'utf8');
    const after = before.replace('</head>', '<meta name="release" content="newer"></head>');
    writeFileSync(page, after);
    writeFileSync(
      worker,
      readFileSync(worker, 'utf8')
        .replace(integrityOf(before), integrityOf(after))
        .replace(/(version:[`"'])[0-9a-f]{16}/u, '$1newer'),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const releaseOf = async (page: Page): Promise<string | null> =>
  await page.evaluate(
    () => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? 'first',
  );

test('a browser can install the console', async ({ openPage, shared }) => {
  const page = await openPage(`${shared.service.url}/`);
  await controlled(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'longwire', display: 'standalone', scope: './' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The tests' browser windows are incognito, which is the only obstacle reported.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

test("without a network the console opens with its stored devices, and the worker's caches hold no secret", async ({
  context,
  device,
  openPage,
  start,
}) => {
  const service = await start.service();
  const tab = new ConsolePage(await openPage(pairingLink(service.url, device, { sct: 'lw_a_secret_token' })));
  const { page } = tab;
  await expect(tab.failure).toBeVisible();
  await controlled(page);
  const { urls, text } = await cached(page);
  expect(urls).toContain(`${service.url}/`);
  expect(urls.filter((url) => /[?#]|\/api|\/v1\//u.test(new URL(url).href))).toEqual([]);
  for (const secret of [device.password, 'lw_a_secret_token']) expect(text).not.toContain(secret);
  await service.stop();
  await page.goto(`${service.url}/?p=someone`);
  await expect(page.getByText('not complete')).toBeVisible();
  await page.goto(`${service.url}/#/`);
  await page.reload();
  await expect(page.getByText(device.deviceId).first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. You can see what is stored')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  expect((await cached(page)).urls).toEqual(urls);
});

test('no text becomes code or markup, and no other worker can be registered', async ({
  openPage,
  shared,
}) => {
  const page = await openPage(`${shared.service.url}/`);
  await controlled(page);
  const refused = await page.evaluate(async () => {
    const attempts: Record<string, () => unknown> = {
      markup: () => {
        document.createElement('div').innerHTML = '<b></b>';
      },
      policy: () => Reflect.get(window, 'trustedTypes').createPolicy('another', {}),
      again: () => Reflect.get(window, 'trustedTypes').createPolicy('longwire-worker', {}),
      worker: async () => await navigator.serviceWorker.register('./assets/another.js'),
      'own worker, as text': async () => await navigator.serviceWorker.register('./service-worker.js'),
    };
    const outcomes: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      const failure = await Promise.resolve()
        .then(attempt)
        .then(
          () => 'allowed',
          (error: unknown) => (error instanceof TypeError ? 'TypeError' : String(error)),
        );
      outcomes.push(`${name}: ${failure}`);
    }
    return outcomes;
  });
  expect(refused).toEqual([
    'markup: TypeError',
    'policy: TypeError',
    'again: TypeError',
    'worker: TypeError',
    'own worker, as text: TypeError',
  ]);
});

test('a newer version waits until a person wants it, and leaves a connected tab alone', async ({
  context,
  openPage,
  start,
}) => {
  // Reason: it starts a service and a device, and loads three pages with all their parts.
  test.slow();
  using release = new Release();
  const service = await start.service({ console: release.folder });
  const device = await start.device(service, 'longwire');
  const connected = new ConsolePage(await openPage(pairingLink(service.url, device)));
  await expect(connected.badge).toHaveText('Verified');
  await controlled(connected.page);
  release.makeNewer();
  const page = await context.newPage();
  await page.goto(`${service.url}/`);
  expect(await releaseOf(page)).toBe('first');
  await expect(page.getByText('There is a new version of the console.')).toBeVisible();
  await expect(connected.page.getByText('There is a new version of the console.')).toBeVisible();
  expect(await new ConsolePage(page).overflow()).toBe(0);
  await page.getByRole('button', { name: 'Load it' }).tap();
  await expect.poll(async () => await releaseOf(page).catch(() => 'between two pages')).toBe('newer');
  await expect(page.getByText('There is a new version of the console.')).toHaveCount(0);
  expect(await releaseOf(connected.page)).toBe('first');
  await connected.expectMovingPicture();
  // The older page's parts are still available: a tab that was never opened before.
  await goToRequests(connected.page);
  await expect(connected.page.getByLabel('Path')).toBeVisible();
  await connected.page.getByRole('button', { name: 'Load it' }).tap();
  await expect
    .poll(async () => await releaseOf(connected.page).catch(() => 'between two pages'))
    .toBe('newer');
  await expect(connected.badge).toHaveText('Verified');
});

test.describe('a person who reads German', () => {
  test.use({ locale: 'de-AT' });

  test('gets the console in German, and loads no other language', async ({ openPage, shared }) => {
    const page = await openPage(`${shared.service.url}/#/add`);
    await expect(page.getByRole('heading', { name: 'Gerät hinzufügen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/(?<language>de|en)-[^/]*\.js$/u.exec(name)?.groups?.['language'] ?? []),
    );
    expect(loaded).toEqual(['de']);
    await page.getByRole('button', { name: 'Verbinden' }).tap();
    await expect(page.getByText('Das ist kein vollständiger Link zu einem Gerät')).toBeVisible();
    expect(await new ConsolePage(page).overflow()).toBe(0);
  });
});
