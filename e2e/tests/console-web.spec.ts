/** @module A device's own web page inside the console: through the real tunnel, on its own origin, on both screen sizes. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { expect } from '../harness/fixtures.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';

// Each starts a device with a site, and loads many pages through it.
webTest.slow();

webTest(
  "a device's site works: pages, styles, scripts, links, redirects, forms, cookies and going back",
  async ({ makeDevice, openWeb }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const { page } = tab;
    const shown = pageOf(tab);
    await expect(shown.getByRole('heading', { name: 'Garden' })).toHaveCSS('color', 'rgb(1, 102, 3)');
    await expect(shown.locator('#greeting')).toHaveText('hello from the device, page');

    const address = page.getByRole('textbox', { name: 'Path on the device' });
    await shown.getByRole('link', { name: 'Second page' }).click();
    await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();
    await expect(address).toHaveValue('/second?from=home#part');
    await page.getByRole('button', { name: 'Back in the page' }).click();
    await expect(shown.getByRole('heading', { name: 'Garden' })).toBeVisible();
    await expect(address).toHaveValue('/');
    await page.getByRole('button', { name: 'Forward in the page' }).click();
    await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();

    await address.fill('/');
    await address.press('Enter');
    await shown.getByLabel('Name').fill('ada');
    await shown.getByRole('button', { name: 'Log in' }).click();
    await expect(shown.locator('#cookie')).toHaveText('session=ada-secret; theme=dark');
    expect(await shown.locator('body').evaluate(() => document.cookie)).toBe('theme=dark');
    expect(await page.context().cookies()).toEqual([]);

    await address.fill('moved');
    await address.press('Enter');
    await expect(address).toHaveValue('/second?moved=1');
    for (const name of ['Second in a tab', 'Second on top', 'Second without referrer']) {
      await address.fill('/');
      await address.press('Enter');
      await shown.getByRole('link', { name }).click();
      await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();
    }
    expect(page.context().pages().length).toBe(1);
    const { host } = new URL(`http://${site.hits[0]?.headers.host}`);
    expect(host).toMatch(/^[a-z2-7]{32}\.localhost:\d+$/u);
  },
);

for (const { name, viewport, colorScheme } of [
  { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const) {
  webTest.describe(name, () => {
    webTest.use({ viewport, colorScheme });

    webTest(
      'the Web tab fits the screen, passes axe, and works by keyboard',
      async ({ makeDevice, openWeb }) => {
        const { device } = await makeDevice();
        const tab = await openWeb(device);
        await (await frameOf(tab)).evaluate("location.href = '/file'");
        await expect(tab.page.getByRole('button', { name: 'Save' })).toBeEnabled();
        expect(await tab.overflow()).toBe(0);
        const problems = await accessibilityProblems(tab.page, (axe) =>
          axe.include('.lw-web').exclude('iframe'),
        );
        expect(problems).toEqual([]);

        await tab.page.getByRole('button', { name: 'Dismiss the offer' }).press('Enter');
        await expect(tab.page.getByRole('button', { name: 'Save' })).toBeHidden();
        await tab.page.getByRole('textbox', { name: 'Path on the device' }).focus();
        await tab.page.keyboard.press('ControlOrMeta+A');
        await tab.page.keyboard.type('second');
        await tab.page.keyboard.press('Enter');
        await frameOf(tab, 'Second');
        // There is no page to go forward to.
        await tab.page.keyboard.press('Shift+Tab');
        await tab.page.keyboard.press('Shift+Tab');
        await expect(tab.page.getByRole('button', { name: 'Back in the page' })).toBeFocused();
        await tab.page.keyboard.press('Enter');
        await frameOf(tab);
      },
    );
  });
}
