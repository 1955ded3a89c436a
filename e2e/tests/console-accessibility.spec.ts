/** @module Every screen of the console, checked by axe, on a dark phone, a light desktop and zoomed. */
import type { PlaywrightTestOptions } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { FAILURE_SCREEN, MISTAKE_REMOVED, stopScreen, type Screen } from '../harness/console-screens.ts';
import { expect, test } from '../harness/fixtures.ts';
import { PHONE, PHONE_DARK } from '../harness/screens.ts';
import { goTo } from '../harness/places.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Each size and each scheme once: axe checks colours, which are the same for every size, and names, which are the same in every scheme. */
const LOOKS: readonly (readonly [string, Partial<PlaywrightTestOptions>])[] = [
  ['phone, dark', PHONE_DARK],
  ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
  // A window of 1280 pixels at 400 % zoom.
  ['zoomed', { viewport: { width: 320, height: 640 } }],
];

/** One of a device's tabs. */
const deviceTab = (link: string): Screen => [
  `device, ${link}`,
  async ({ page, tab }) => {
    await goTo(page, link);
    await expect(page).toHaveURL(new RegExp(`/${link.toLowerCase()}$`, 'u'));
    await expect(tab.badge).toHaveText('Verified');
  },
];

/** In an order in which each leads to the next: from an empty browser to one with a stored device. */
const SCREENS: readonly Screen[] = [
  [
    'devices, none yet',
    async ({ page, url }) => {
      await page.goto(`${url}/#/`);
      await expect(page.getByText('No devices yet')).toBeVisible();
    },
  ],
  [
    'add, by link',
    async ({ page, url }) => {
      await page.goto(`${url}/#/add`);
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByText('This is not a complete link to a device')).toBeVisible();
    },
  ],
  [
    'add, by hand, with mistakes',
    async ({ page }) => {
      await page.getByRole('radio', { name: 'Type it in' }).click();
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByText('Needed to find the device.').first()).toBeVisible();
    },
  ],
  stopScreen('stop'),
  MISTAKE_REMOVED,
  FAILURE_SCREEN,
  [
    'login',
    async ({ page, device, url }) => {
      await page.goto(pairingLink(url, device, { pwd: 'not-the-password' }));
      await expect(
        page.getByTestId('login-form').getByText('The password in the link is wrong'),
      ).toBeVisible();
    },
  ],
  [
    'device, live',
    async ({ page, tab, device }) => {
      await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await tab.expectMovingPicture();
    },
  ],
  deviceTab('Controls'),
  [
    'device, any request',
    async ({ page }) => {
      // The address that the form had when it was a screen of its own.
      await page.evaluate(() => void (location.hash = location.hash.replace(/[^/]*$/u, 'requests')));
      await expect(page).toHaveURL(/\/controls\?any=true$/u);
      await expect(page.getByLabel('Path', { exact: true })).toBeVisible();
    },
  ],
  deviceTab('People'),
  deviceTab('Terminal'),
  deviceTab('Web'),
  deviceTab('Activity'),
  deviceTab('Connection'),
  [
    'device, more',
    async ({ page }) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Connection' })).toHaveAttribute('aria-current', 'page');
    },
  ],
  [
    'devices, some',
    async ({ page }) => {
      await page.getByRole('button', { name: 'All devices' }).click();
      await expect(page.getByRole('link', { name: /^Open / }).first()).toBeVisible();
    },
  ],
  [
    'settings',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    },
  ],
  [
    'settings, a question',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Forget everything' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
  [
    'wall',
    async ({ page, url }) => {
      await page.goto(`${url}/#/wall`);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    },
  ],
  [
    'service, sign in',
    async ({ page, url }) => {
      await page.goto(`${url}/#/service`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  ],
];

for (const [look, options] of LOOKS) {
  test.describe(look, () => {
    test.use(options);
    // Reason: all screens one after the other, each checked by axe.
    test.setTimeout(180_000);

    test('axe finds no violations on any screen, nothing is wider than the screen, and each screen has a unique title', async ({
      openPage,
      shared,
      device,
    }) => {
      const { url } = shared.service;
      const page = await openPage(`${url}/`);
      const tab = new ConsolePage(page);
      for (const [name, open] of SCREENS) {
        await open({ page, tab, device, url });
        expect.soft(await accessibilityProblems(page), name).toEqual([]);
        expect.soft(await tab.overflow(), `${name}: overflow`).toBe(0);
        expect.soft(await page.getByRole('heading', { level: 1 }).count(), `${name}: main heading`).toBe(1);
        expect.soft(await page.getByRole('main').count(), `${name}: main`).toBe(1);
        expect.soft(await page.title(), `${name}: title`).toMatch(/^.+ · longwire$/u);
      }
    });
  });
}

test.describe('what a person has set in the system', () => {
  test.use(PHONE);

  test('with reduced motion, no animation lasts longer than an instant', async ({
    openPage,
    shared,
    device,
  }) => {
    const page = await openPage(`${shared.service.url}/`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(pairingLink(shared.service.url, device, { sct: 'lw_none' }));
    await page.goto(pairingLink(shared.service.url, device));
    await expect(new ConsolePage(page).badge).toHaveText('Verified');
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const { iterations = 1, duration = 0 } = effect?.getTiming() ?? {};
        return iterations > 1 || Number(duration) > 10 ? [`${iterations} × ${String(duration)} ms`] : [];
      }),
    );
    expect(moving).toEqual([]);
  });

  test('with forced colours, the selected item and the focused element are visible', async ({
    openPage,
    shared,
  }) => {
    const page = await openPage(`${shared.service.url}/#/settings`);
    await page.emulateMedia({ forcedColors: 'active' });
    const colours = page.getByRole('radiogroup', { name: 'Colours' });
    const looks = async (name: string): Promise<string> =>
      await colours.getByRole('radio', { name }).evaluate((radio) => {
        const { backgroundColor, color } = getComputedStyle(radio.nextElementSibling ?? radio);
        return `${color} on ${backgroundColor}`;
      });
    expect(await looks('Automatic')).not.toBe(await looks('Dark'));
    await colours.getByRole('radio', { name: 'Automatic' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await looks('Light')).not.toBe(await looks('Dark'));
  });
});
