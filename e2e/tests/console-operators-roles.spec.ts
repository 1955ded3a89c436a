/** @module Permissions in the operators' part: a viewer reads, an admin manages roles, passwords and keys. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OPERATOR_PASSWORD, OperatorsPage } from '../harness/operators-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';

// Reason: each visits many screens, and hashes passwords on the way.
test.describe.configure({ timeout: 180_000 });

test.describe('on a phone', () => {
  test.use(PHONE_DARK);

  test('a viewer reads everything but people, and changes nothing', async ({ start, page }) => {
    const service = await start.service();
    await addOperators(service, { vera: 'viewer' });
    await service.addDevice('de-shown', 'ab'.repeat(32));
    await service.addToken('de-shown');
    const tab = await OperatorsPage.open(page, service);
    await tab.signIn('vera');
    await tab.section('Products');
    await expect(page.getByText('That takes the role Manager.')).toBeVisible();
    await page.getByRole('link', { name: 'pr-e2e' }).click();
    await page.getByRole('link', { name: 'de-shown' }).click();
    await expect(tab.row('Tokens', 'lw_')).toContainText('Good');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    expect(await tab.overflow()).toBe(0);
    for (const section of ['Overview', 'Products', 'Tokens', 'Online', 'Audit record', 'Operators']) {
      await tab.section(section);
      await expect(page).toHaveTitle(`${section} · longwire`);
      await expect(page.getByText('Loading')).toHaveCount(0);
      expect(await tab.overflow(), section).toBe(0);
    }
    await expect(page.getByText('Only an admin sees the operators and keys.')).toBeVisible();
    expect(await accessibilityProblems(page), 'operators, for a viewer').toEqual([]);
    await tab.section('Audit record');
    await expect(tab.row('Audit record', 'Operator vera signed in').first()).toBeVisible();
    expect(await accessibilityProblems(page), 'the audit record').toEqual([]);
  });
});

test('an admin adds an operator and changes the role; manages keys, backups and their own password', async ({
  start,
  page,
  browser,
}) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const tab = await OperatorsPage.open(page, service);
  await tab.signIn('ada');
  await tab.section('Operators');
  await page.getByRole('button', { name: 'Add an operator' }).click();
  await tab.dialog.getByLabel('User name').fill('bob');
  await tab.dialog.getByRole('textbox', { name: 'Password' }).fill('short');
  await tab.dialog.getByRole('button', { name: 'Add an operator' }).click();
  await expect(tab.dialog.getByRole('alert')).toContainText('A password has 12 to 256 bytes.');
  await tab.dialog.getByRole('textbox', { name: 'Password' }).fill(OPERATOR_PASSWORD);
  await tab.dialog.getByRole('button', { name: 'Add an operator' }).click();
  const role = page.getByLabel('Role of bob');
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.postData() ?? '');
  });
  const give = (name: string) => page.getByRole('button', { name: `Give the role ${name}: bob` });
  await role.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(give('Admin')).toBeVisible();
  expect(await accessibilityProblems(page), 'a role to give').toEqual([]);
  await page.getByRole('button', { name: 'Cancel: bob' }).click();
  await expect(role).toHaveValue('viewer');
  await expect(role).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await give('Manager').click();
  await expect(give('Manager')).toHaveCount(0);
  await expect(role).toHaveValue('manager');
  await expect(role).toBeFocused();
  expect(changes).toEqual(['{"role":"manager"}']);

  const other = await browser.newContext();
  const bob = await OperatorsPage.open(await other.newPage(), service);
  await bob.signIn('bob');
  await expect(bob.page.getByTestId('operator')).toHaveText('bob Manager');
  await role.selectOption('Viewer');
  await give('Viewer').click();
  await expect(give('Viewer')).toHaveCount(0);
  await expect(role).toHaveValue('viewer');
  await bob.section('Products');
  await bob.page.getByRole('button', { name: 'Add a product' }).click();
  await bob.dialog.getByLabel('Product id').fill('pr-no');
  await bob.dialog.getByRole('button', { name: 'Add a product' }).click();
  await expect(bob.page.getByTestId('operator')).toHaveText('bob Viewer');
  await other.close();

  await page.getByRole('button', { name: 'Make a key' }).click();
  await tab.dialog.getByLabel('Name of the program').fill('monitoring');
  await tab.dialog.getByRole('button', { name: 'Make a key' }).click();
  const key = await page.getByTestId('Key value').innerText();
  expect(await accessibilityProblems(page), 'operators and keys').toEqual([]);
  const asked = await fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  expect(await asked.json()).toEqual({ kind: 'apiKey', name: 'monitoring', role: 'viewer' });
  await tab.dialog.getByRole('button', { name: 'I have kept it' }).click();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  const file = await (await saved).path();
  await page.getByLabel('File with JSON lines').setInputFiles(file);
  await expect(page.getByText(/^0 added, \d+ already present\.$/u)).toBeVisible();

  await page.getByText('Change your password').first().click();
  const form = page.getByRole('form', { name: 'Change your password' });
  await form.getByRole('textbox', { name: 'Current password' }).fill(OPERATOR_PASSWORD);
  await form.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await form.getByRole('button', { name: 'Change your password' }).click();
  await expect(tab.signInForm).toBeVisible();
  await tab.signIn('ada', 'another long password');
  await expect(page.getByTestId('operator')).toHaveText('ada Admin');
});
