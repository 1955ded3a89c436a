/** @module The operators' part of the console against the real service: from signing in to a device that is online, and the end of a session. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { Child, runToEnd } from '../harness/child.ts';
import { expect, test } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { DEMO_DEVICE, DEVICE_CLI } from '../harness/paths.ts';
import type { Service } from '../harness/service.ts';
import { TestClient } from '../harness/test-client.ts';

// Reason: it visits many screens, and hashes passwords on the way.
test.describe.configure({ timeout: 180_000 });

const PRODUCT = 'pr-garden';
const DEVICE = 'de-gate';

/** A device of a product that only the test uses: its key, and how to run it. */
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

test('an operator brings a device online, disconnects a client, and finds all of it in the audit record', async ({
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
  // The service of the test is at this computer's own address.
  await expect(tab.dialog).toContainText('Only this computer can open this.');
  expect(await accessibilityProblems(page), 'a new token').toEqual([]);
  // Chromium lets a page refuse only the first of these.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tab.dialog.getByRole('button', { name: 'I have kept it' }).click();
  const tokenId = token.split('_').slice(0, 2).join('_');
  await expect(tab.row('Tokens', tokenId)).toContainText('Good');
  expect(await page.content()).not.toContain(token);

  await start.child(device.run()).nextLine(/ attached to /u);
  await expect(page.getByTestId('presence')).toContainText(/Online\s*since /u);
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
  await expect(page.getByText('No client is connected through the service.')).toBeVisible();

  await tab.section('Tokens');
  await page.getByRole('combobox', { name: 'Product' }).selectOption(PRODUCT);
  await page.getByRole('button', { name: `Revoke ${tokenId}` }).click();
  await tab.dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(tab.row('Tokens', tokenId)).toContainText('Revoked');

  await tab.section('Audit record');
  for (const [what, about] of [
    ['Operator ada signed in', ''],
    ['added a product', PRODUCT],
    ['added a device', `${PRODUCT} / ${DEVICE}`],
    ['made a token', tokenId],
    ['The device came online', `${PRODUCT} / ${DEVICE}`],
    ['A client asked for a connection', tokenId],
    ['ended a session', tokenId],
    ['revoked a token', tokenId],
  ] as const) {
    await expect(tab.row('Audit record', what).first()).toContainText(about);
  }
  await page.getByLabel('What').selectOption('Make a token');
  await page.getByLabel('Who').fill('operator:ada');
  await page.getByRole('button', { name: 'Filter' }).click();
  const made = page.getByRole('list', { name: 'Audit record' }).getByRole('listitem');
  await expect(made).toHaveCount(1);
  await expect(made.locator('summary')).toContainText('Operator ada made a token');
  await expect(made.getByText(tokenId)).toBeHidden();
  await made.locator('summary').click();
  await expect(made.getByText(tokenId)).toBeVisible();

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
  // the one refused request
  expect(faults).toEqual([expect.stringContaining('400')]);
});
