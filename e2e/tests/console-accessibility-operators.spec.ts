/** @module The forms and dialogs of the operators' part, checked by axe: each once, alternating between a dark phone and a light desktop. */
import type { Page } from '@playwright/test';
import type { ScreenOn } from '../harness/console-screens.ts';
import { expect, test } from '../harness/fixtures.ts';
import { checkScreens } from '../harness/check-screens.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';

interface OperatorsContext {
  readonly page: Page;
  readonly tab: OperatorsPage;
}

/** A dialog that the button of the same name opens. */
const dialog = (button: string, section?: string): ScreenOn<OperatorsContext> => [
  button,
  async ({ page, tab }) => {
    if (await tab.dialog.isVisible()) await page.keyboard.press('Escape');
    await expect(tab.dialog).toHaveCount(0);
    if (section !== undefined) await tab.section(section);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(tab.dialog).toBeVisible();
  },
];

/** In an order in which each leads to the next. */
const SCREENS: readonly ScreenOn<OperatorsContext>[] = [
  [
    'a wrong password',
    async ({ tab }) => {
      await tab.signIn('ada', 'not the password');
      await expect(tab.signInForm.getByText('Wrong user name or password.').first()).toBeVisible();
    },
  ],
  [
    'overview',
    async ({ page, tab }) => {
      await tab.signIn('ada');
      await expect(page.getByTestId('operator')).toHaveText('ada Admin');
    },
  ],
  dialog('Add a product', 'Products'),
  [
    'a product',
    async ({ page, tab }) => {
      await tab.dialog.getByLabel('Product id').fill('pr-garden');
      await tab.dialog.getByRole('button', { name: 'Add a product' }).click();
      await expect(page.getByRole('heading', { name: 'pr-garden', level: 1 })).toBeVisible();
    },
  ],
  dialog('Add a device'),
  [
    'a device with mistakes',
    async ({ tab }) => {
      await tab.dialog.getByLabel('Device id').fill('de-gate');
      await tab.dialog.getByLabel('Fingerprint').fill('ab');
      await tab.dialog.getByRole('button', { name: 'Add a device' }).click();
      await expect(tab.dialog.getByRole('alert')).toContainText('ERR_');
    },
  ],
  [
    'a registered device',
    async ({ page, tab }) => {
      await tab.dialog.getByLabel('Fingerprint').fill('ab'.repeat(32));
      await tab.dialog.getByRole('button', { name: 'Add a device' }).click();
      await expect(page.getByRole('heading', { name: 'de-gate', level: 1 })).toBeVisible();
    },
  ],
  dialog('Make a token'),
  [
    'a new token',
    async ({ page, tab }) => {
      await tab.dialog.getByRole('button', { name: 'Make a token' }).click();
      await expect(page.getByTestId('Token value')).toBeVisible();
    },
  ],
  [
    'whether to revoke it',
    async ({ page, tab }) => {
      await tab.dialog.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByRole('button', { name: /^Revoke lw_/u }).click();
      await expect(tab.dialog).toBeVisible();
    },
  ],
  dialog('Add an operator', 'Operators'),
  dialog('Make a key'),
];

// Reason: passwords are hashed on the way, and axe checks each state.
test.setTimeout(150_000);

test("axe finds no violations in the operators' forms and dialogs", async ({ page, start }) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const tab = await OperatorsPage.open(page, service);
  await checkScreens({ page, tab }, SCREENS);
});
