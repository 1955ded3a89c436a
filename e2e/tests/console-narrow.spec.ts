/** @module The console on narrow phones, in German with its longer words: everything fits, is readable and large enough to touch. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { FAILURE_SCREEN, MISTAKE_REMOVED, stopScreen, type Screen } from '../harness/console-screens.ts';
import { expect, test } from '../harness/fixtures.ts';
import { cutWords, smallTargets } from '../harness/layout.ts';

const LOOKS = [
  ['360 wide, dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['320 wide, light', { viewport: { width: 320, height: 640 }, colorScheme: 'light' }],
] as const;

/** A screen with its own address. */
const at = (path: string): Screen => [
  path,
  async ({ page, url }) => {
    await page.goto(`${url}/#${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  },
];

/** One of the open device's tabs. */
const deviceTab = (path: string): Screen => [
  `device, ${path}`,
  async ({ page }) => {
    const link = page.locator(`nav a[href$="/${path}"]`);
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`/${path}$`, 'u'));
  },
];

/** In an order in which each leads to the next: from an empty browser to one with a stored device. */
const SCREENS: readonly Screen[] = [
  at('/'),
  at('/add'),
  [
    'add, by hand, with mistakes',
    async ({ page }) => {
      await page.getByRole('radio', { name: 'Eintippen' }).click();
      await page.getByRole('button', { name: 'Verbinden' }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  ],
  stopScreen('stop, another key'),
  MISTAKE_REMOVED,
  FAILURE_SCREEN,
  [
    'login',
    async ({ page, device, url }) => {
      await page.goto(pairingLink(url, device, { pwd: 'not-the-password' }));
      await expect(page.getByTestId('login-form')).toBeVisible();
    },
  ],
  [
    'device, live',
    async ({ page, tab, device }) => {
      await page.getByRole('textbox', { name: 'Passwort' }).fill(device.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await tab.expectMovingPicture();
    },
  ],
  [
    'device, more actions',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await expect(page.getByRole('checkbox')).toBeVisible();
    },
  ],
  [
    'device, recording',
    async ({ page }) => {
      await page.getByRole('button', { name: /^(?:Ab jetzt aufnehmen|Aufnehmen, mit)/u }).click();
      await expect(page.getByTestId('recording')).toBeVisible();
    },
  ],
  [
    'device, recorded',
    async ({ page }) => {
      await page.getByRole('button', { name: /^Aufnahme beenden/u }).click();
      await expect(page.getByTestId('recording')).toHaveCount(0);
    },
  ],
  [
    'device, who I am',
    async ({ page, tab }) => {
      await tab.whoAmI.click();
      await expect(page.locator(':popover-open')).toBeVisible();
    },
  ],
  deviceTab('controls'),
  [
    'device, any request',
    async ({ page }) => {
      await page.evaluate(() => void (location.hash = location.hash.replace(/[^/]*$/u, 'requests')));
      await expect(page.locator('.lw-control-any form')).toBeVisible();
    },
  ],
  deviceTab('people'),
  deviceTab('terminal'),
  deviceTab('web'),
  deviceTab('activity'),
  deviceTab('connection'),
  [
    'device, more',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Mehr', exact: true }).click();
      await expect(page.locator('nav a[href$="/connection"]')).toHaveAttribute('aria-current', 'page');
    },
  ],
  [
    'a link for another person',
    async ({ page, device, url }) => {
      await page.goto(pairingLink(url, device, { u: 'bob', pwd: 'not-the-password' }));
      await expect(page.getByRole('button', { name: 'bob werden' })).toBeVisible();
      await page.getByRole('button', { name: 'bleiben' }).click();
    },
  ],
  stopScreen('a link with another key than the stored one'),
  [
    'devices, some',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Zurück zu den Geräten' }).click();
      await expect(page.getByTestId(/^device-/u).first()).toBeVisible();
    },
  ],
  at('/settings'),
  at('/wall'),
  at('/service'),
];

for (const [look, options] of LOOKS) {
  test.describe(`German, ${look}`, () => {
    test.use({ ...options, locale: 'de-DE', actionTimeout: 12_000 });
    // Reason: all screens one after the other.
    test.setTimeout(150_000);

    test('nothing is wider than the screen, no text is clipped, and every control is at least 44 pixels', async ({
      openPage,
      shared,
      device,
    }) => {
      const { url } = shared.service;
      const page = await openPage(`${url}/`);
      const tab = new ConsolePage(page);
      for (const [name, open] of SCREENS) {
        await open({ page, tab, device, url });
        expect.soft(await tab.overflow(), `${name}: overflow`).toBe(0);
        expect.soft(await cutWords(page), `${name}: cut`).toEqual([]);
        expect.soft(await smallTargets(page), `${name}: small`).toEqual([]);
      }
    });
  });
}

/** From the narrowest phone over the common ones to a width where everything fits in one line. */
const WIDTHS = [320, 360, 390, 412, 480, 600, 768, 899, 900];

for (const locale of ['de-DE', 'en-GB']) {
  test.describe(locale, () => {
    test.use({ locale });

    test('the search field shows its whole label at every width', async ({ openPage, shared, device }) => {
      const page = await openPage(pairingLink(shared.service.url, device));
      const tab = new ConsolePage(page);
      await tab.expectMovingPicture();
      for (const d of ['de-attic', 'de-cellar', 'de-garage', 'de-garden', 'de-shed']) {
        const { hash } = new URL(pairingLink(shared.service.url, device, { d }));
        await page.evaluate((to) => location.assign(to), hash);
        await expect(tab.failure).toHaveAttribute('data-failure', 'noSuchDevice');
        await expect(page.getByRole('heading', { name: d })).toBeVisible();
      }
      await page.goto(`${shared.service.url}/#/`);
      await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', /\S/u);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        expect.soft(await cutWords(page), `${width} wide: cut`).toEqual([]);
        expect.soft(await tab.overflow(), `${width} wide: overflow`).toBe(0);
        const box = await page.getByRole('searchbox').boundingBox();
        expect.soft(box?.height, `${width} wide: height`).toBeGreaterThanOrEqual(44);
      }
    });
  });
}
