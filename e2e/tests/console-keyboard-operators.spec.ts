/** @module The operators' part by keyboard alone: sign in, create a product, a device and a token, end a session, and remove everything again. */
import { expect, test } from '../harness/fixtures.ts';
import { Keyboard } from '../harness/keyboard.ts';
import { addOperators, OPERATOR_PASSWORD, OperatorsPage } from '../harness/operators-page.ts';
import { PRODUCT_ID } from '../harness/service.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Reason: key by key, each checked.
test.slow();

test('a product, a device and a token are created by keyboard; every dialog returns the focus', async ({
  page,
  start,
}) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const tab = await OperatorsPage.open(page, service);
  const keys = new Keyboard(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => tab.dialog.getByRole('button', { name, exact: true });
  const section = (name: string) =>
    page
      .getByRole('navigation', { name: 'Sections of the service' })
      .getByRole('link', { name, exact: true });

  await keys.type(tab.signInForm.getByLabel('User name'), 'ada');
  await keys.type(tab.signInForm.getByRole('textbox', { name: 'Password' }), 'wrong');
  const signIn = tab.signInForm.getByRole('button', { name: 'Sign in' });
  await keys.press(signIn);
  await expect(tab.signInForm.getByText('Wrong user name or password.').last()).toBeVisible();
  // At the first field with an error.
  const password = tab.signInForm.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await keys.type(password, OPERATOR_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('operator')).toHaveText('ada Admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await keys.tabTo(section('Products'), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(section('Products')).toBeFocused();
  await keys.press(button('Add a product'));
  await expect(tab.dialog.getByLabel('Product id')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tab.dialog).toHaveCount(0);
  await expect(button('Add a product')).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.type(tab.dialog.getByLabel('Product id'), 'pr-keys');
  await keys.press(inDialog('Add a product'));
  await expect(page.getByRole('heading', { name: 'pr-keys', level: 1 })).toBeFocused();

  await keys.press(button('Add a device'));
  await keys.type(tab.dialog.getByLabel('Device id'), 'de-keys');
  await keys.type(tab.dialog.getByLabel('Fingerprint'), 'ab'.repeat(32));
  await keys.press(inDialog('Add a device'));
  await expect(page.getByRole('heading', { name: 'de-keys', level: 1 })).toBeFocused();

  await keys.press(button('Change the name'));
  await keys.type(tab.dialog.getByLabel('Name'), 'Gate');
  await keys.press(inDialog('Save'));
  await expect(page.getByRole('heading', { name: 'Gate', level: 1 })).toBeVisible();
  await expect(button('Change the name')).toBeFocused();

  await keys.press(button('Make a token'));
  await keys.choose(tab.dialog.getByLabel('Good for'), '7 days');
  await keys.press(inDialog('Make a token'));
  await expect(page.getByTestId('Token value')).toContainText('lw_');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('Token value')).toBeVisible();
  await keys.press(inDialog('I have kept it'));
  await expect(tab.dialog).toHaveCount(0);
  await expect(button('Make a token')).toBeFocused();
  const revoke = page.getByRole('button', { name: /^Revoke lw_/u });
  await keys.press(revoke);
  await keys.press(inDialog('Cancel'));
  await expect(revoke).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.press(inDialog('Revoke'));
  await expect(revoke).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tokens', exact: true })).toBeFocused();

  await keys.tabTo(button('Remove this device'), { isBack: true });
  await page.keyboard.press('Enter');
  await keys.type(tab.dialog.getByRole('textbox'), 'de-keys');
  await keys.press(inDialog('Remove this device'));
  await expect(page.getByRole('heading', { name: 'pr-keys', level: 1 })).toBeFocused();
  await keys.tabTo(button('Sign out'), { isBack: true });
  await page.keyboard.press('Enter');
  await expect(tab.signInForm).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeFocused();
});

test("another user's session is ended, operators and keys are added and removed, and the record is read, by keyboard", async ({
  page,
  start,
  openPage,
}) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const device = await start.device(service, 'longwire');
  const client = await TestClient.create(await openPage(), optionsFor(device, service.webSocketUrl));
  await client.connect();
  const tab = await OperatorsPage.open(page, service);
  const keys = new Keyboard(page);
  const inDialog = (name: string) => tab.dialog.getByRole('button', { name, exact: true });
  const go = async (name: string) => {
    const link = page
      .getByRole('navigation', { name: 'Sections of the service' })
      .getByRole('link', { name, exact: true });
    await keys.tabTo(link, { isBack: true });
    await page.keyboard.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(link).toBeFocused();
  };
  await keys.type(tab.signInForm.getByLabel('User name'), 'ada');
  await keys.type(tab.signInForm.getByRole('textbox', { name: 'Password' }), OPERATOR_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('operator')).toHaveText('ada Admin');

  await go('Online');
  await keys.press(page.getByRole('button', { name: /^End the session of/u }));
  await keys.press(inDialog('End'));
  expect(await client.closed()).toMatchObject({ closeCode: 4001 });
  await expect(page.getByText('No client is connected through the service.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();

  await go('Tokens');
  await keys.choose(page.getByRole('combobox', { name: 'Product' }), PRODUCT_ID);

  await go('Operators');
  await keys.press(page.getByRole('button', { name: 'Add an operator' }));
  await keys.type(tab.dialog.getByLabel('User name'), 'bob');
  await keys.type(tab.dialog.getByRole('textbox', { name: 'Password' }), OPERATOR_PASSWORD);
  await keys.choose(tab.dialog.getByLabel('Role'), 'Viewer');
  await keys.press(inDialog('Add an operator'));
  await expect(tab.row('Operators', 'bob')).toContainText('Viewer');
  await expect(page.getByRole('button', { name: 'Add an operator' })).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Remove: bob' }));
  await keys.type(tab.dialog.getByRole('textbox'), 'bob');
  await keys.press(inDialog('Remove'));
  await expect(tab.row('Operators', 'bob')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Operators', level: 2 })).toBeFocused();

  await go('Audit record');
  await keys.choose(page.getByLabel('What', { exact: true }), 'Add an operator');
  const apply = page.getByRole('form').getByRole('button', { name: 'Filter' });
  await keys.press(apply);
  await expect(apply).toBeFocused();
});
