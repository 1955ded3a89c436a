/** @module The console by keyboard alone: a device is added, logged in to, used, shared and removed, without a pointer. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Reason: key by key, each checked.
test.slow();

test('a device is added, viewed, queried and left by keyboard, and the focus stays where the person is', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(`${shared.service.url}/`);
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const { keyboard } = page;
  await expect(page.getByRole('button', { name: 'Add a device' })).toBeVisible();
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeInViewport();
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await keys.press(page.getByRole('button', { name: 'Add a device' }));
  await expect(page.getByRole('heading', { name: 'Add a device' })).toBeFocused();
  await keys.type(page.getByLabel('Link', { exact: true }), pairingLink(shared.service.url, device));
  await keys.press(page.getByRole('button', { name: 'Connect' }));
  await expect(page.getByRole('heading', { name: device.deviceId })).toBeFocused();
  await expect(tab.badge).toHaveText('Verified');
  await tab.expectMovingPicture();

  await keys.goToRequests();
  await expect(page.getByLabel('Path', { exact: true })).toBeVisible();
  await keys.type(page.getByLabel('Path', { exact: true }), '/iam/me');
  await keyboard.press('Enter');
  await expect(page.getByTestId('answer-status')).toContainText('2.05');

  await keys.tabTo(page.getByRole('button', { name: 'All devices' }), { isBack: true });
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeFocused();
  await keys.press(page.getByRole('link', { name: /^Open / }));
  await expect(page.getByRole('heading', { name: device.deviceId })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Settings' }));
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
});

test('logging in by password leaves the focus in place, also after a wrong password', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device, { pwd: 'not-the-password' }));
  const tab = new ConsolePage(page);
  const keys = new Keyboard(page);
  const form = page.getByTestId('login-form');
  const logIn = form.getByRole('button', { name: 'Log in' });
  await keys.type(form.getByRole('textbox', { name: 'Password' }), 'not this one either');
  await keys.press(logIn, 'Space');
  await expect(form.getByText('Wrong user name or password.')).toBeVisible();
  // At the first field with an error.
  const password = form.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await keys.type(password, device.password);
  await keys.press(logIn);
  await expect(tab.whoAmI).toHaveText(`${device.username} · Administrator`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test("requests are chosen from the device's list, sent, observed and repeated, and the history cleared, by keyboard", async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
  await keys.goToRequests();
  const menu = page.getByTestId('resource-menu');
  await keys.press(menu.locator('summary').first());
  await keys.type(menu.getByLabel('Filter resources'), '/iam/me');
  await keys.press(menu.getByRole('button', { name: '/iam/me' }).first());
  await expect(page.getByLabel('Path', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Path', { exact: true })).toHaveValue('/iam/me');
  await keys.choose(page.getByLabel('Method'), 'POST');
  await keys.choose(page.getByLabel('Method'), 'GET');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await keys.press(send);
  await expect(page.getByTestId('answer-status')).toContainText('2.05');
  await expect(send).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Observe' }));
  await expect(page.getByText('1 value')).toBeVisible();
  await keys.press(page.getByRole('button', { name: 'Stop', exact: true }));
  await keys.press(page.getByRole('button', { name: 'Close', exact: true }));
  await keys.expectSomewhere();
  await keys.press(page.getByRole('button', { name: 'Send again: GET /iam/me' }).first());
  await expect(page.getByLabel('Path', { exact: true })).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Clear' }));
  await expect(page.getByText('What you send to this device is listed here.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toBeFocused();
});

test('a person is invited, given another role and a password, and removed, by keyboard', async ({
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  await expect(new ConsolePage(page).whoAmI).toContainText('Administrator');
  await keys.press(page.getByRole('link', { name: 'People', exact: true }));
  const invite = page.getByRole('button', { name: 'Invite a person' });
  await keys.press(invite);
  const form = page.getByRole('form', { name: 'Invite a person' });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.press(form.getByRole('button', { name: 'Cancel' }));
  await expect(invite).toBeFocused();
  await keys.press(invite);
  await keys.type(form.getByLabel('Name', { exact: true }), 'anna');
  await keys.choose(form.getByLabel('Role'), 'Standard');
  await keys.press(form.getByRole('button', { name: 'Invite', exact: true }));
  const card = page.getByTestId('invitation');
  await expect(card.getByRole('heading', { name: 'Invite for anna' })).toBeFocused();
  await keys.press(card.getByRole('button', { name: 'Done' }));
  await expect(invite).toBeFocused();

  const anna = page.getByTestId('person-anna');
  await keys.tabTo(anna.locator('summary').first(), { isBack: true });
  await page.keyboard.press('Enter');
  await keys.choose(anna.getByLabel('Role'), 'Guest');
  await keys.press(anna.getByRole('button', { name: 'Give the role Guest' }));
  await expect(anna.locator('summary').first()).toContainText('Guest');
  await expect(anna.getByLabel('Role')).toBeFocused();
  await keys.tabTo(anna.getByRole('button', { name: 'Change: Password' }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(anna.getByLabel('New password')).toBeFocused();
  await keys.press(anna.getByRole('button', { name: 'Make one up' }));
  await keys.tabTo(anna.getByRole('button', { name: 'Set password' }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(anna.getByText('Shown only now')).toBeFocused();
  await keys.press(anna.getByRole('button', { name: 'Done' }));
  await expect(anna.getByRole('button', { name: 'Change: Password' })).toBeFocused();

  const again = anna.getByRole('button', { name: 'New invite' });
  await keys.press(again);
  await expect(anna.getByRole('heading', { name: 'Invite for anna' })).toBeFocused();
  await keys.press(anna.getByTestId('invitation').getByRole('button', { name: 'Done' }));
  await expect(again).toBeFocused();
  await keys.press(anna.getByRole('button', { name: 'Remove anna' }));
  await expect(anna.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(anna.getByRole('button', { name: 'Remove anna' })).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.tabTo(anna.getByRole('button', { name: 'Remove', exact: true }).last(), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(anna).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeFocused();
});

test('settings are changed, a device is kept, then removed, then everything, by keyboard', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  const keys = new Keyboard(page);
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
  await keys.press(page.getByRole('button', { name: 'All devices' }));
  const details = page.getByRole('button', { name: /^Details of / });
  await keys.press(details);
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.tabTo(page.getByRole('button', { name: 'Remove…' }), { isBack: true });
  await page.keyboard.press('Enter');
  const keep = page.getByRole('button', { name: 'Keep', exact: true });
  await expect(keep).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.tabTo(page.getByRole('button', { name: 'Remove…' }), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(keep).toBeFocused();
  await keys.tabTo(page.getByRole('alertdialog').getByRole('button').first(), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(page.getByText('No devices yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await keys.press(page.getByRole('button', { name: 'Settings' }));
  const colours = page.getByRole('radiogroup', { name: 'Colours' });
  await keys.press(colours.getByRole('radio', { name: 'Automatic' }), 'ArrowRight');
  await expect(colours.getByRole('radio', { name: 'Light' })).toBeChecked();
  await keys.press(page.getByRole('radio', { name: 'Light' }), 'ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const forget = page.getByRole('button', { name: 'Forget everything' });
  await keys.press(forget);
  await expect(page.getByRole('button', { name: 'Keep it', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(forget).toBeFocused();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('any device and screen is reached by Ctrl+K or a slash, and what is typed in a field stays there', async ({
  openPage,
  shared,
  device,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device));
  await expect(new ConsolePage(page).badge).toHaveText('Verified');
  const search = page.getByRole('searchbox', { name: 'Device or screen' });
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type('conn');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `${device.deviceId} · Connection` })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/connection$/u);
  await expect(search).toHaveCount(0);
  await page.getByLabel('Filter the log').focus();
  await page.keyboard.type('/k');
  await expect(page.getByLabel('Filter the log')).toHaveValue('/k');
  await expect(search).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('sett');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(device.deviceId);
  await page.keyboard.press('Enter');
  await new ConsolePage(page).expectMovingPicture();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
});
