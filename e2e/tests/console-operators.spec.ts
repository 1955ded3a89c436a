/** @module The operators' part of the console against the real service: from signing in to a device that is online, and the end of a session. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { Child, runToEnd } from '../harness/child.ts';
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OPERATOR_PASSWORD, OperatorsPage } from '../harness/operators-page.ts';
import { DEMO_DEVICE, DEVICE_CLI } from '../harness/paths.ts';
import { PHONE, PHONE_AND_DESKTOP } from '../harness/screens.ts';
import type { Service } from '../harness/service.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

// Reason: each walks through many screens, and hashes passwords on the way.
test.describe.configure({ timeout: 180_000 });

const PRODUCT = 'pr-garden';
const DEVICE = 'de-gate';

/** A device of a product that only the test knows: its key, and how to run it. */
async function setUpDevice(service: Service): Promise<{ fingerprint: string; run: () => Child }> {
  const options = [
    '--directory',
    join(service.directory, randomUUID()),
    '--product',
    PRODUCT,
    '--device',
    DEVICE,
    '--service',
    service.webSocketUrl,
  ];
  const output = await runToEnd('device init', [DEVICE_CLI, 'init', ...options, '--console', service.url]);
  const fingerprint = /[&#]fp=(?<fp>[0-9a-f]{64})/u.exec(output)?.groups?.['fp'];
  if (fingerprint === undefined) throw new Error(`no fingerprint in ${output}`);
  return { fingerprint, run: () => new Child(DEVICE, [DEMO_DEVICE, ...options]) };
}

test('from nothing to a device online, a client thrown out, and a record of all of it', async ({
  start,
  page,
  openPage,
}) => {
  const service = await start.service();
  await addOperators(service, { ada: 'admin' });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const tab = await OperatorsPage.open(page, service);
  await tab.signIn('ada');
  await expect(page.getByTestId('operator')).toHaveText('ada Admin');
  await expect(page.getByRole('heading', { name: 'Everything works' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Devices online' })).toContainText('0');

  await tab.section('Products');
  await page.getByRole('button', { name: 'Add a product' }).click();
  await tab.dialog.getByLabel('Product id').fill(PRODUCT);
  await tab.dialog.getByRole('button', { name: 'Add a product' }).click();
  await expect(page.getByRole('heading', { name: PRODUCT, level: 1 })).toBeVisible();

  const device = await setUpDevice(service);
  await page.getByRole('button', { name: 'Add a device' }).click();
  await tab.dialog.getByLabel('Device id').fill(DEVICE);
  await tab.dialog.getByLabel('Name').fill('Gate');
  await tab.dialog.getByLabel('Fingerprint').fill('ab');
  await tab.dialog.getByRole('button', { name: 'Add a device' }).click();
  await expect(tab.dialog.getByRole('alert')).toContainText('ERR_');
  await tab.dialog.getByLabel('Fingerprint').fill(device.fingerprint);
  await tab.dialog.getByRole('button', { name: 'Add a device' }).click();
  await expect(page.getByRole('heading', { name: 'Gate', level: 1 })).toBeVisible();
  await expect(page.getByTestId('presence')).toContainText('Never seen');

  await page.getByRole('button', { name: 'Make a token' }).click();
  await tab.dialog.getByLabel('Good for').selectOption('7 days');
  await tab.dialog.getByRole('button', { name: 'Make a token' }).click();
  const token = await page.getByTestId('Token value').innerText();
  const link = await page.getByTestId('Link that opens the device').innerText();
  expect(token).toMatch(/^lw_[0-9a-f]+_/u);
  expect(link).toContain(`&fp=${device.fingerprint}`);
  expect(await accessibilityProblems(page), 'a new token').toEqual([]);
  await page.keyboard.press('Escape');
  await tab.dialog.getByRole('button', { name: 'I have kept it' }).click();
  const tokenId = token.split('_').slice(0, 2).join('_');
  await expect(tab.row(`Tokens of ${DEVICE}`, tokenId)).toContainText('Good');
  expect(await page.content()).not.toContain(token);

  await start.child(device.run()).nextLine(/ attached to /u);
  await expect(page.getByTestId('presence')).toContainText('Online');
  const client = await TestClient.create(await openPage(`${service.url}/test.html`), {
    signalingServerUrl: service.webSocketUrl,
    productId: PRODUCT,
    deviceId: DEVICE,
    sct: token,
  });
  await client.connect();

  await tab.section('Online');
  await expect(tab.row('Devices online', DEVICE)).toContainText(PRODUCT);
  await expect(tab.row('Sessions', `${PRODUCT} / ${DEVICE}`)).toContainText(tokenId);
  await page.getByRole('button', { name: /^End the session of/u }).click();
  await tab.dialog.getByRole('button', { name: 'End' }).click();
  expect(await client.closed()).toMatchObject({ closeCode: 4001 });
  await expect(page.getByText('Nobody is connected through the service.')).toBeVisible();

  await tab.section('Tokens');
  await page.getByRole('combobox', { name: 'Product' }).selectOption(PRODUCT);
  await page.getByRole('button', { name: `Revoke ${tokenId}` }).click();
  await tab.dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(tab.row('Tokens', tokenId)).toContainText('Revoked');

  await tab.section('Audit record');
  for (const [what, about] of [
    ['Sign in', ''],
    ['Add a product', PRODUCT],
    ['Add a device', `${PRODUCT} / ${DEVICE}`],
    ['Make a token', tokenId],
    ['Device comes online', `${PRODUCT} / ${DEVICE}`],
    ['Ask for a connection', tokenId],
    ['End a session', tokenId],
    ['Revoke a token', tokenId],
  ] as const) {
    await expect(tab.row('Audit record', what).first()).toContainText(about);
  }
  await page.getByLabel('What').selectOption('Make a token');
  await page.getByLabel('Who').fill('operator:ada');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(tab.row('Audit record', 'Make a token')).toContainText('Operator ada');

  await tab.section('Products');
  await page.getByRole('link', { name: PRODUCT }).click();
  await page.getByLabel('Search devices').fill('gat');
  await expect(page.getByText('1 of 1 devices')).toBeVisible();
  await page.getByRole('button', { name: 'Remove this product' }).click();
  const remove = tab.dialog.getByRole('button', { name: 'Remove this product' });
  await expect(remove).toBeDisabled();
  await tab.dialog.getByLabel(`Type ${PRODUCT} to confirm`).fill(PRODUCT);
  await remove.click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: PRODUCT })).toHaveCount(0);
  // the one refusal that was asked for
  expect(faults).toEqual([expect.stringContaining('400')]);
});

for (const [where, screen] of PHONE_AND_DESKTOP) {
  test.describe(`on ${where}`, () => {
    test.use(screen);

    test('the numbers of the overview follow what happens, and their lines keep it', async ({
      start,
      page,
      openPage,
    }) => {
      const service = await start.service();
      await addOperators(service, { vera: 'viewer' });
      const tab = await OperatorsPage.open(page, service);
      await tab.signIn('vera');
      const tile = (name: string) => page.locator('.lw-rate').filter({ hasText: name });
      const number = (name: string) => tile(name).locator('.lw-rate-number');
      const line = (name: string) => tile(name).getByRole('img');
      const rates = ['Messages a second', 'Logins a minute', 'Refused a minute'];
      for (const name of ['Devices online', 'Sessions', ...rates]) await expect(number(name)).toHaveText('0');
      for (const name of rates)
        await expect(line(name)).toHaveAccessibleName(`${name} in the last minutes: from 0 to 0.`);

      const device = await start.device(service, 'longwire');
      await expect(number('Devices online')).toHaveText('1');
      const clientOf = async (sct: string) =>
        await TestClient.create(await openPage(`${service.url}/test.html`), {
          ...optionsFor(device, service.webSocketUrl),
          sct,
        });
      const client = await clientOf(device.sct);
      await client.connect();
      await expect(number('Sessions')).toHaveText('1');
      const stranger = await clientOf(`lw_${randomUUID()}`);
      await expect(stranger.connect()).rejects.toThrow();
      for (const name of rates) {
        await expect(line(name)).toHaveAccessibleName(/: from 0 to (?:0\.)?[1-9][\d.,]*\.$/u);
        await expect(number(name)).toHaveText('0');
      }
      await client.page.close();
      await expect(number('Sessions')).toHaveText('0');
      await device.child.kill();
      await expect(number('Devices online')).toHaveText('0');
      await expect(line('Devices online')).toHaveAccessibleName(/: from 0 to 1\.$/u);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await tab.overflow()).toBe(0);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, colorScheme: 'dark' });

  test('a wrong password is said at the field, and after too many how long to wait', async ({
    start,
    page,
  }) => {
    const service = await start.service();
    await addOperators(service, { ada: 'admin' });
    const tab = await OperatorsPage.open(page, service);
    const atField = tab.signInForm.locator('.mantine-InputWrapper-error');
    await tab.signIn('ada', 'not the password');
    await expect(atField).toHaveText('Wrong user name or password.');
    // somebody else guesses at the same name, more often than anybody is let
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

  test('a session that ends while somebody types: signed in again, it goes on', async ({
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
    await expect(tab.signInForm.getByLabel('User name')).toHaveValue('ada');
    await tab.signIn('ada');
    await expect(page.getByRole('heading', { name: 'pr-typed', level: 1 })).toBeVisible();
    await expect(tab.dialog).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'pr-typed', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(tab.signInForm).toBeVisible();
    await page.reload();
    await expect(tab.signInForm).toBeVisible();
    expect(
      await page.evaluate(() => document.cookie + JSON.stringify(Object.entries(localStorage))),
    ).not.toContain('ada');
  });

  test('a viewer looks at everything but people, and changes nothing', async ({ start, page }) => {
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
    await expect(tab.row('Tokens of de-shown', 'lw_')).toContainText('Good');
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
    await expect(tab.row('Audit record', 'Sign in')).toContainText('Operator vera');
    expect(await accessibilityProblems(page), 'the audit record').toEqual([]);
  });
});

test('an admin adds an operator and changes the role; keys, copies, and one’s own password', async ({
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
  await page.getByLabel('Role of bob').selectOption('Manager');
  await expect(page.getByLabel('Role of bob')).toHaveValue('manager');

  const other = await browser.newContext();
  const bob = await OperatorsPage.open(await other.newPage(), service);
  await bob.signIn('bob');
  await expect(bob.page.getByTestId('operator')).toHaveText('bob Manager');
  await page.getByLabel('Role of bob').selectOption('Viewer');
  await bob.section('Products');
  await expect(page.getByLabel('Role of bob')).toHaveValue('viewer');
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
  await expect(page.getByText(/^0 added, \d+ there already\.$/u)).toBeVisible();

  await page.getByText('Change your password').first().click();
  const form = page.getByRole('form', { name: 'Change your password' });
  await form.getByRole('textbox', { name: 'Present password' }).fill(OPERATOR_PASSWORD);
  await form.getByRole('textbox', { name: 'New password' }).fill('another long password');
  await form.getByRole('button', { name: 'Change your password' }).click();
  await expect(tab.signInForm).toBeVisible();
  await tab.signIn('ada', 'another long password');
  await expect(page.getByTestId('operator')).toHaveText('ada Admin');
});
