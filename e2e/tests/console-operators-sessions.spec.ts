/** @module Signing in to the operators' part: a wrong password, too many attempts, an expired session, and signing out. */
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { PHONE_DARK } from '../harness/screens.ts';

// Reason: each visits many screens, and hashes passwords on the way.
test.describe.configure({ timeout: 180_000 });

test.describe('on a phone', () => {
  test.use(PHONE_DARK);

  test('a wrong password is reported at the field, and after too many the form says how long to wait', async ({
    start,
    page,
  }) => {
    const service = await start.service();
    await addOperators(service, { ada: 'admin' });
    const tab = await OperatorsPage.open(page, service);
    const atField = tab.signInForm.locator('.mantine-InputWrapper-error');
    await tab.signIn('ada', 'not the password');
    await expect(atField).toHaveText('Wrong user name or password.');
    // another client guesses passwords of the same name, more often than the limit allows
    const guess = async (): Promise<number> =>
      (
        await fetch(`${service.url}/api/v1/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'ada', password: 'a guess' }),
        })
      ).status;
    expect(await Promise.all(Array.from({ length: 12 }, guess))).toContain(429);
    await tab.signIn('ada', 'not the password');
    await expect(atField).toHaveText(/^Too many tries\. Wait \d+ s/u);
    await expect(tab.signInForm.getByRole('button', { name: 'Sign in' })).toBeDisabled();
    expect(await tab.overflow()).toBe(0);
  });

  test('a session that expires while an operator types continues after signing in again', async ({
    start,
    page,
    context,
  }) => {
    const service = await start.service();
    await addOperators(service, { ada: 'manager' });
    const tab = await OperatorsPage.open(page, service);
    await tab.signIn('ada');
    await tab.section('Products');
    await page.getByRole('button', { name: 'Add a product' }).click();
    await tab.dialog.getByLabel('Product id').fill('pr-typed');
    await context.clearCookies();
    await tab.dialog.getByRole('button', { name: 'Add a product' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(tab.signInForm.getByLabel('User name')).toHaveValue('ada');
    await tab.signIn('ada');
    await expect(page.getByRole('heading', { name: 'pr-typed', level: 1 })).toBeVisible();
    await expect(tab.dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'pr-typed', level: 1 })).toBeVisible();
    await tab.openMenu();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(tab.signInForm).toBeVisible();
    await page.reload();
    await expect(tab.signInForm).toBeVisible();
    expect(
      await page.evaluate(() => document.cookie + JSON.stringify(Object.entries(localStorage))),
    ).not.toContain('ada');
  });
});
