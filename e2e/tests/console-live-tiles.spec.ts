/** @module What has to fit on a small phone: the menu of one of several cameras, the place of a device with a long name, and a wall of devices that fail. */
import { expect, test } from '../harness/console-fixtures.ts';
import { pairingLink } from '../harness/console-page.ts';
import { TWO_CAMERAS_DEVICE } from '../harness/paths.ts';
import { goTo } from '../harness/places.ts';
import { PHONE_DARK } from '../harness/screens.ts';

test.use({ ...PHONE_DARK, viewport: { width: 360, height: 740 } });

test('the menu of a camera among several is seen as a whole, whichever camera it is', async ({
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire', { main: TWO_CAMERAS_DEVICE });
  const tab = await openLink({}, device);
  const { page } = tab;
  for (const name of ['garden', 'kitchen']) {
    await tab.expectMovingPicture(name);
    const more = page
      .getByRole('group', { name: `Controls of ${name}` })
      .getByRole('button', { name: 'More actions', exact: true });
    await more.click();
    const menu = page.getByRole('group', { name: `More for ${name}` });
    // All but the part of a pixel by which the tiles cannot scroll.
    await expect(menu).toBeInViewport({ ratio: 0.99 });
    await menu.getByRole('button', { name: 'Statistics' }).click();
    await expect(menu).toHaveCount(0);
    await expect(page.getByTestId('statistics')).toBeVisible();
    await more.click();
    await menu.getByRole('button', { name: 'Statistics' }).click();
  }
  expect(await tab.overflow()).toBe(0);
});

test('the place under “More” is readable beside a long name', async ({ device, openPage, shared }) => {
  const name = 'The camera behind the greenhouse, beside the compost';
  const page = await openPage(`${pairingLink(shared.service.url, device)}&n=${encodeURIComponent(name)}`);
  await goTo(page, 'Connection');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`${name} › Connection`);
  await expect(heading.getByText('Connection')).toBeInViewport({ ratio: 1 });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('on a wall of devices that cannot be reached no name covers the button', async ({
    device,
    openPage,
    shared,
  }) => {
    const { url } = shared.service;
    const page = await openPage(`${url}/`);
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      const { hash } = new URL(pairingLink(url, device, { d: `de-none-${number}` }));
      await page.evaluate((link) => location.assign(link), hash);
      await expect(page.getByTestId('failure')).toHaveAttribute('data-failure', 'noSuchDevice');
    }
    await page.evaluate(() => location.assign('#/wall'));
    const tiles = page.locator('.lw-wall-tile');
    await expect(tiles.getByRole('button')).toHaveCount(7);
    const gaps = await tiles.evaluateAll((all) =>
      all.map((tile) => {
        const [button, name] = [tile.querySelector('button'), tile.querySelector('.lw-wall-name')];
        if (button === null || name === null) throw new Error('a tile lacks its button or its name');
        return Math.round(name.getBoundingClientRect().top - button.getBoundingClientRect().bottom);
      }),
    );
    expect(gaps.filter((gap) => gap < 0)).toEqual([]);
  });
});
