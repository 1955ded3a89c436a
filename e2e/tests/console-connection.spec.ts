/** @module The connection tab: the network path as a picture, live charts, received tracks, attempts, steps, and the log without secrets. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { expect, test } from '../harness/console-fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** What the page has put on the clipboard. */
async function clipboard(page: Page): Promise<string> {
  return await page.evaluate(async () => await navigator.clipboard.readText());
}

test('side by side, all charts have their zero at the same height, below their titles', async ({
  openLink,
}) => {
  const tab = await openLink();
  const { page } = tab;
  await tab.expectMovingPicture();
  await goTo(page, 'Connection');
  await expect(page.getByRole('heading', { name: 'The last minute', exact: true })).toBeVisible();
  await expect(page.getByTestId('chart-receiveBitsPerSecond')).toContainText(/received [\d.,]+ [kM]bit\/s/u);
  for (const width of [1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const ends = await page
      .locator('.lw-chart')
      .evaluateAll((charts) => charts.map((chart) => chart.getBoundingClientRect().bottom));
    expect(ends).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
  }
});

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  test('the connection is shown live, and stays open when the tab is left', async ({ openLink }) => {
    const tab = await openLink();
    const { page } = tab;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.expectMovingPicture();
    await goTo(page, 'Connection');
    await expect(page.getByTestId('path')).toHaveAttribute('data-path', 'same-network');
    await expect(page.getByTestId('path-sentence')).toContainText('Within the same network, over UDP.');

    const roundTrip = page.getByTestId('chart-roundTripMs');
    await expect(roundTrip).toContainText(/Round trip\s*[\d.,]+ ms/u);
    await expect(roundTrip).toContainText(/in the last (?:minute|\d minutes)/u);
    await expect(roundTrip.locator('canvas')).toBeVisible();
    await expect(page.getByTestId('chart-receiveBitsPerSecond')).toContainText(
      /received [\d.,]+ [kM]bit\/s/u,
    );
    await expect(page.getByTestId('chart-lossShare')).toContainText('%');
    const steps = page.getByTestId('connect-steps').getByRole('listitem');
    await expect(steps.first()).toContainText('Reaching the service');
    await expect(page.getByText(/Attempt 1 · Connected after [\d.,]+ ms/u)).toBeVisible();
    await expect(page.getByTestId('pairs').locator('[data-fate="used"]')).toContainText('own address, UDP');

    await expect(page.getByTestId('log').getByRole('listitem')).not.toHaveCount(0);
    await page.getByTestId('log').scrollIntoViewIfNeeded();
    expect(await tab.overflow()).toBe(0);
    await goToRequests(page);
    await goTo(page, 'Connection');
    await expect(roundTrip).toContainText(/in the last (?:minute|\d minutes)/u);
    await expect(page.getByTestId('path')).toHaveAttribute('data-path', 'same-network');
  });
});

test.describe('on a desktop, light', () => {
  test.use({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });

  test('the copied report holds no token, password or address; the log can be filtered; axe finds no violations', async ({
    device,
    openLink,
  }) => {
    const tab = await openLink();
    const { page } = tab;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.expectMovingPicture();
    await goTo(page, 'Connection');
    const pairs = page.getByTestId('pairs');
    const address = /\d+\.\d+\.\d+\.\d+/u;
    await expect(pairs).toContainText(address);
    await page.getByRole('button', { name: 'Copy without addresses' }).click();
    await expect.poll(async () => await clipboard(page)).toContain('used: host udp');
    expect(await clipboard(page)).not.toMatch(address);

    const log = page.getByTestId('log');
    await expect(log).toContainText('connection.state');
    await page.getByLabel('From').selectOption('Everything');
    await page.getByRole('button', { name: 'Copy the log' }).click();
    await expect.poll(async () => await clipboard(page)).toContain('connection.state');
    const copied = await clipboard(page);
    for (const secret of [device.sct, device.password, '127.0.0.1']) expect(copied).not.toContain(secret);
    expect(copied).not.toMatch(address);
    await page.getByLabel('Filter the log').fill('session.state-changed ready');
    await expect(log.getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Filter the log').fill('no such word');
    await expect(page.getByText('No line matches.')).toBeVisible();
    await page.getByLabel('Filter the log').fill('');

    await expect(page.getByTestId('chart-roundTripMs')).toContainText(/in the last (?:minute|\d minutes)/u);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
