/** @module The controls of a device: seen, switched, slid, chosen, typed and run, by everyone who may, and truthful where the device refuses. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectFitsScreens } from '../harness/accessibility.ts';
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { CONTROLS_DEVICE } from '../harness/paths.ts';
import { goTo, goToRequests } from '../harness/places.ts';
import { PHONE, PHONE_DARK } from '../harness/screens.ts';
import { task } from '../harness/task.ts';

const card = (page: Page, path: string): Locator => page.getByTestId(`control-${path}`);
const light = (page: Page): Locator => page.getByRole('switch', { name: 'Light' });

/** Opens the controls of the demo device as its administrator. */
async function openControls(open: () => Promise<ConsolePage>): Promise<ConsolePage> {
  const tab = await open();
  await goTo(tab.page, 'Controls');
  await expect(card(tab.page, '/celsius')).toContainText('°C');
  return tab;
}

/** The bar below the picture once the device has said what it has. */
const barOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Sections of this device' }).getByRole('link');

test.describe('on a phone, dark:', () => {
  test.use(PHONE_DARK);

  test('a member of the family switches the light with two taps, and the owner sees it at once', async ({
    browser,
    connectClient,
    device,
    openLink,
    shared,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username, password } = await admin.createUser(`anna-${randomUUID()}`, 'Standard');
    await admin.request('PUT', '/light', { payload: new TextEncoder().encode('false'), contentFormat: 50 });
    const owner = await openControls(openLink);
    // A browser of her own.
    const anna = new ConsolePage(await (await browser.newContext()).newPage());
    await anna.page.goto(pairingLink(shared.service.url, device, { u: username, pwd: password }));
    await expect(anna.whoAmI).toHaveText(`${username} · Standard`);
    await expect(barOf(anna.page)).toHaveText(['Live', 'Controls']);

    const taps = await task('switch the light', async (tap) => {
      await tap(barOf(anna.page).filter({ hasText: 'Controls' }));
      await tap(light(anna.page));
      await expect(light(anna.page)).toBeChecked();
      await expect(light(owner.page)).toBeChecked();
    });
    expect(taps).toBe(2);
    await expect(card(owner.page, '/light')).toContainText('On');
    await light(owner.page).click();
    await expect(light(anna.page)).not.toBeChecked();
    await expectFitsScreens(anna.page);
    await anna.page.context().close();
  });

  test('every kind of control works, and is readable on this screen', async ({ openLink, shared, start }) => {
    const device = await start.device(shared.service, 'longwire', { main: CONTROLS_DEVICE });
    const tab = await openLink({}, device);
    const { page } = tab;
    await goTo(page, 'Controls');

    await expect(card(page, '/humidity')).toContainText('47.3 %');
    await expect(card(page, '/valve')).toContainText('On');
    await expect(page.getByRole('switch', { name: 'Valve' })).toHaveCount(0);

    const setPoint = page.getByRole('textbox', { name: 'Set point' });
    await expect(setPoint).toHaveValue('19.5');
    await setPoint.fill('warm');
    await page.getByRole('button', { name: 'Set Set point' }).click();
    await expect(card(page, '/setpoint')).toContainText('A number, please.');
    await setPoint.fill('20,5');
    await setPoint.press('Enter');
    await expect(card(page, '/setpoint')).toContainText('20.5°C');

    await page.getByRole('textbox', { name: 'Name on the display' }).fill('Barn');
    await page.getByRole('button', { name: 'Set Name on the display' }).click();
    await page.getByRole('combobox', { name: 'Program' }).selectOption('Program c');

    await page.getByRole('button', { name: 'Run: Feed the cat' }).click();
    await expect(card(page, '/feed')).toContainText('Done');
    await expect(card(page, '/fed')).toContainText('1');

    const lamp = page.getByRole('switch', { name: 'Lamp' });
    await lamp.click();
    await expect(lamp).toBeChecked();
    await expectFitsScreens(page);

    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name on the display' })).toHaveValue('Barn');
    await expect(page.getByRole('combobox', { name: 'Program' })).toHaveValue('2');
    await expect(lamp).toBeChecked();
  });

  test('a switch that the device refuses goes back, and its card says why', async ({
    openLink,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, 'longwire', { main: CONTROLS_DEVICE });
    const { page } = await openLink({}, device);
    await goTo(page, 'Controls');
    const pump = page.getByRole('switch', { name: 'Pump' });
    await pump.click();
    await expect(card(page, '/pump').getByRole('alert')).toHaveText('Not available now: The tank is empty');
    await expect(pump).not.toBeChecked();
    await page.getByRole('switch', { name: 'Gate' }).click();
    await expect(card(page, '/gate').getByRole('alert')).toHaveText(
      'Your role does not allow this. An administrator of the device can change your role.',
    );
    await expect(page.getByRole('switch', { name: 'Gate' })).not.toBeChecked();
    await expectFitsScreens(page);
  });
});

test('a slider sends where it is let go, and an action that changes something asks first', async ({
  openLink,
}) => {
  const [one, other] = [await openControls(openLink), await openControls(openLink)];
  const slider = one.page.getByRole('slider', { name: 'Brightness' });
  await slider.focus();
  await one.page.keyboard.press('Home');
  await one.page.keyboard.press('ArrowRight');
  await expect(card(other.page, '/brightness')).toContainText('5 %');
  await one.page.getByRole('radio', { name: 'Eco' }).check({ force: true });
  await expect(other.page.getByRole('radio', { name: 'Eco' })).toBeChecked();

  const restart = card(one.page, '/restart');
  await restart.getByRole('button', { name: 'Run: Restart' }).click();
  await expect(restart).toContainText('Do this now?');
  await restart.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(other.page, '/brightness')).toContainText('5 %');
  await restart.getByRole('button', { name: 'Run: Restart' }).click();
  await restart.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(restart).toContainText('Done');
  await expect(restart.getByRole('button', { name: 'Run: Restart' })).toBeFocused();
  await expect(card(other.page, '/brightness')).toContainText('80 %');
  await expect(other.page.getByRole('radio', { name: 'Comfort' })).toBeChecked();
});

test('the temperature changes by itself', async ({ openLink }) => {
  const { page } = await openControls(openLink);
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      seen.add(await card(page, '/celsius').innerText());
      return seen.size;
    })
    .toBeGreaterThan(1);
});

test('the keyboard alone switches the light, and the way to any other request is below', async ({
  openLink,
}) => {
  const { page } = await openLink();
  const keys = new Keyboard(page);
  await keys.press(barOf(page).filter({ hasText: 'Controls' }));
  const isOn = await light(page).isChecked();
  await keys.press(light(page), 'Space');
  await expect(light(page)).toBeChecked({ checked: !isOn });
  await keys.press(page.locator('summary', { hasText: 'Any request' }));
  await expect(page.getByLabel('Path', { exact: true })).toBeVisible();
});

test.describe('while the device is away', () => {
  test.use(PHONE);

  test('nothing can be switched, and what is typed stays', async ({ openLink, shared, start }) => {
    const device = await start.device(shared.service, 'longwire', { main: CONTROLS_DEVICE });
    const tab = await openLink({}, device);
    const { page } = tab;
    await goTo(page, 'Controls');
    const name = page.getByRole('textbox', { name: 'Name on the display' });
    await expect(name).toHaveValue('Shed');
    await name.fill('Stable');
    await device.child.stop();
    await expect(tab.recovering).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Lamp' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Set Name on the display' })).toBeDisabled();
    await expect(name).toHaveValue('Stable');
    await device.startAgain();
    await expect(page.getByRole('switch', { name: 'Lamp' })).toBeEnabled();
    await name.press('Enter');
    await expect(page.getByRole('button', { name: 'Set Name on the display' })).toBeDisabled();
    await expect(name).toHaveValue('Stable');
  });
});

test('a guest sees what the device shows to everyone, without a way to other requests', async ({
  connectClient,
  openLink,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire', { main: CONTROLS_DEVICE });
  const { deviceId, productId, sct } = device;
  const admin = await connectClient({ deviceId, productId, sct });
  await admin.logInAsAdmin(device);
  const { username, password } = await admin.createUser('guest', 'Guest');
  const { page } = await openLink({ u: username, pwd: password }, device);
  await goTo(page, 'Controls');
  await expect(card(page, '/humidity')).toContainText('47.3 %');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1);
  await expect(page.locator('summary', { hasText: 'Any request' })).toHaveCount(0);
});

test.describe('a device that describes nothing', () => {
  test.use({ kind: 'deployed' });

  test('has no controls, and requests as ever', async ({ openLink }) => {
    const { page, whoAmI } = await openLink();
    await expect(whoAmI).toContainText('Administrator');
    await goToRequests(page);
    await expect(page.getByLabel('Path', { exact: true })).toBeVisible();
    await expect(barOf(page)).toHaveText(['Live', 'People']);
  });
});
