/** @module Forms that are rejected: the focus moves to the first field with an error, in every form of the console. */
import { pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { peopleTest as test } from '../harness/people-fixtures.ts';
import { goToRequests } from '../harness/places.ts';

test('adding a device moves the focus to a wrong link, and to each wrong field', async ({
  openPage,
  shared,
}) => {
  const page = await openPage(`${shared.service.url}/#/add`);
  const connect = page.getByRole('button', { name: 'Connect' });
  await connect.click();
  await expect(page.getByLabel('Link', { exact: true })).toBeFocused();
  await page.getByRole('radio', { name: 'Type it in' }).click();
  await connect.click();
  await expect(page.getByLabel('Product id')).toBeFocused();
  await page.getByLabel('Product id').fill('pr-one');
  await page.getByLabel('Device id').fill('de-one');
  await page.getByLabel('Connection token').fill('token');
  await page.getByRole('textbox', { name: 'Password' }).fill('abc');
  await page.getByLabel('Fingerprint').fill('12:34');
  await page.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(page.getByLabel('Fingerprint')).toBeFocused();
});

test("logging in moves the focus to a missing field immediately, and to a wrong one after the device's answer", async ({
  device,
  openPage,
  shared,
}) => {
  const page = await openPage(pairingLink(shared.service.url, device, { pwd: 'not-the-password' }));
  const form = page.getByTestId('login-form');
  const logIn = form.getByRole('button', { name: 'Log in', exact: true });
  const password = form.getByRole('textbox', { name: 'Password' });
  await form.getByLabel('User name').fill('');
  await logIn.click();
  await expect(form.getByLabel('User name')).toBeFocused();
  await form.getByLabel('User name').fill(device.username);
  await password.fill('not this one either');
  await logIn.click();
  await expect(form.getByText('Wrong user name or password.')).toBeVisible();
  await expect(password).toBeFocused();
});

test("a device's forms move the focus to the field with an error: a request sent three ways, an invite, a password", async ({
  openPeople,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'longwire');
  const { page } = await openPeople(device);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const invite = page.getByRole('form', { name: 'Invite a person' });
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(invite.getByLabel('Name', { exact: true })).toBeFocused();
  const you = page.getByTestId('you');
  await you.getByRole('button', { name: 'Change: Password' }).click();
  await you.getByRole('button', { name: 'Set password' }).click();
  await expect(you.getByLabel('New password')).toBeFocused();

  await goToRequests(page);
  const path = page.getByLabel('Path', { exact: true });
  const format = page.getByLabel('Payload', { exact: true });
  await path.fill('');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(path).toBeFocused();
  await format.focus();
  await page.keyboard.press('Control+Enter');
  await expect(path).toBeFocused();
  await page.getByRole('button', { name: 'Observe' }).click();
  await expect(path).toBeFocused();
  await path.fill('/iam/me');
  await format.selectOption('A file');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.locator('input[type=file]')).toBeFocused();
});

test("operators' forms move the focus to the field with an error: signing in, and the address of another service", async ({
  page,
  start,
}) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const tab = await OperatorsPage.open(page, service);
  const form = tab.signInForm;
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByLabel('User name')).toBeFocused();
  await tab.signIn('ada', 'not the password');
  await expect(form.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.getByText('Another service', { exact: true }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByLabel('Address of the service')).toBeFocused();
});
