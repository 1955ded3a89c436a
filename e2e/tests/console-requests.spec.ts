/** @module Requests in the console: formats and views, the device's list, observation, history, and what is kept of them. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { PHONE, PHONE_AND_DESKTOP } from '../harness/screens.ts';

/** The smallest PNG: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const requestsTest = test.extend<{ readonly openRequests: () => Promise<ConsolePage> }>({
  openRequests: async ({ device, openPage, shared }, use) => {
    await use(async () => {
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
      await expect(tab.whoAmI).toHaveText('admin · Administrator');
      await tab.page.getByRole('link', { name: 'Requests' }).click();
      return tab;
    });
  },
});

const status = (page: Page) => page.getByTestId('answer-status');
const body = (page: Page) => page.getByTestId('answer-body');

async function write(page: Page, method: string, path: string): Promise<void> {
  await page.getByLabel('Method').selectOption(method);
  await page.getByLabel('Path').fill(path);
}

async function writePayload(page: Page, format: string, text: string): Promise<void> {
  await page.getByLabel('Payload', { exact: true }).selectOption(format);
  await page.getByLabel('Payload text').fill(text);
}

requestsTest.describe('on a desktop, light:', () => {
  requestsTest.use({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });

  requestsTest('every format goes and comes, seen in more than one way', async ({ openRequests }) => {
    const { page } = await openRequests();
    await write(page, 'POST', '/echo');
    await writePayload(page, 'cbor', '{"raw": {"$hex": "00ff"}, "note": {"$utf8": "hello"}}');
    await page.getByLabel('Payload text').press('Control+Enter');
    await expect(status(page)).toHaveText('2.01 Created');
    await expect(body(page)).toContainText('"$hex": "00ff"');
    await expect(body(page)).toContainText('"$utf8": "hello"');
    await page.getByRole('radio', { name: 'Bytes' }).check();
    await expect(body(page)).toContainText('0000  a2 63 72 61 77');
    await expect(page.getByTestId('answer-sent')).toHaveText('sent: 19 B');
    await expect(page.getByTestId('answer-size')).toHaveText('received: 19 B');

    await page.getByLabel('Payload', { exact: true }).selectOption('file');
    await page
      .getByLabel('Payload file')
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    await page.getByLabel('Path').press('Control+Enter');
    await expect(page.getByTestId('answer-picture')).toHaveJSProperty('naturalWidth', 1);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).suggestedFilename()).toBe('echo.png');
  });

  requestsTest('the device’s own list is a menu', async ({ openRequests }) => {
    const { page } = await openRequests();
    const menu = page.getByTestId('resource-menu');
    await menu.locator('summary').click();
    await expect(menu.getByRole('button', { name: '/temperature' })).toBeVisible();
    await menu.getByLabel('Filter resources').fill('light put');
    await expect(menu.getByRole('button', { name: '/temperature' })).toHaveCount(0);
    await menu.getByRole('button', { name: '/light' }).click();
    await expect(page.getByLabel('Path')).toHaveValue('/light');
    await expect(page.getByLabel('Path')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText('2.05 Content');
  });

  requestsTest(
    'a resource is followed: told by the device, paused, stopped',
    async ({ connectClient, device, openRequests }) => {
      const other = await connectClient();
      await other.logInAsAdmin(device);
      const put = async (isOn: boolean): Promise<void> => {
        const payload = new TextEncoder().encode(String(isOn));
        await other.request('PUT', '/light', { payload, contentFormat: 50 });
      };
      await put(false);
      const { page } = await openRequests();
      await write(page, 'GET', '/light');
      await page.getByRole('button', { name: 'Observe' }).click();
      const observed = page.getByTestId('observed');
      const values = page.getByTestId('observed-values').getByRole('listitem');
      await expect(values).toContainText(['false']);
      await expect(observed).toContainText('The device tells each change.');
      await put(true);
      await expect(values).toContainText(['true', 'false']);
      await observed.getByRole('button', { name: 'Pause' }).click();
      await put(false);
      await expect(observed).toContainText('1 new value is held back.');
      await expect(values).toHaveCount(2);
      await observed.getByRole('button', { name: 'Go on' }).click();
      await expect(values).toContainText(['false', 'true', 'false']);
      await observed.getByRole('button', { name: 'Stop' }).click();
      await expect(observed).toHaveAttribute('data-state', 'ended');
    },
  );
});

requestsTest.describe('on a phone, dark:', () => {
  requestsTest.use({ ...PHONE, colorScheme: 'dark' });

  requestsTest(
    'what is typed and sent is there after a reload, and nothing that may be a password',
    async ({ openRequests }) => {
      const tab = await openRequests();
      const { page } = tab;
      await write(page, 'POST', '/echo');
      await writePayload(page, 'json', '{"lamp": 3}');
      await page.getByRole('button', { name: 'Send', exact: true }).tap();
      await expect(status(page)).toHaveText('2.01 Created');
      await write(page, 'POST', '/echo');
      await writePayload(page, 'json', '{"password": "hunter2"}');
      await page.getByRole('button', { name: 'Send', exact: true }).tap();
      await expect(page.getByTestId('history').getByRole('listitem')).toHaveCount(2);
      await write(page, 'PUT', '/typed/later');
      await page.getByRole('link', { name: 'People' }).tap();
      await page.getByRole('link', { name: 'Requests' }).tap();
      await expect(page.getByLabel('Path')).toHaveValue('/typed/later');
      await expect(page.getByLabel('Payload text')).toHaveValue('{"password": "hunter2"}');
      expect(await tab.overflow()).toBe(0);
      expect(await tab.keptText()).not.toContain('hunter2');

      await page.reload();
      await expect(page.getByLabel('Path')).toHaveValue('/typed/later');
      await expect(page.getByLabel('Payload text')).toHaveValue('');
      const again = page.getByRole('button', { name: 'Send again: POST /echo' });
      await expect(again.first()).toBeDisabled();
      await again.last().tap();
      await expect(body(page)).toContainText('"lamp": 3');
      expect(await tab.keptText()).toContain('lamp');
    },
  );
});

for (const [where, screen] of PHONE_AND_DESKTOP) {
  requestsTest.describe(`on ${where}:`, () => {
    requestsTest.use(screen);

    requestsTest(
      'bytes written in hex come to the device as those bytes',
      async ({ connectClient, device, openRequests }) => {
        const other = await connectClient();
        await other.logInAsAdmin(device);
        const light = async (): Promise<unknown> => (await other.requestJson('GET', '/light')).json;
        const { page } = await openRequests();
        await page.getByText('Query and content format').click();
        for (const [bytes, isOn] of [
          ['74 72 75 65', true],
          ['66616C7365', false],
        ] as const) {
          await write(page, 'PUT', '/light');
          await writePayload(page, 'hex', bytes);
          await page.getByLabel('Content format').fill('50');
          await page.getByRole('button', { name: 'Send', exact: true }).click();
          await expect(status(page)).toHaveText('2.04 Changed');
          await expect.poll(light).toBe(isOn);
        }
        await write(page, 'POST', '/echo');
        await writePayload(page, 'hex', '00 ff 7F 80 0a');
        await page.getByLabel('Content format').fill('');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(status(page)).toHaveText('2.01 Created');
        await expect(body(page)).toContainText('0000  00 ff 7f 80 0a');
        await expect(page.getByTestId('answer-sent')).toHaveText('sent: 5 B');
        await writePayload(page, 'hex', '00 f');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(page.getByText('Pairs of hex digits; spaces are fine.')).toBeVisible();
      },
    );

    requestsTest(
      'a guest is told who can change the role',
      async ({ createClient, device, openPage, shared }) => {
        const admin = await createClient();
        await admin.connect();
        await admin.logInAsAdmin(device);
        const { username, password } = await admin.createUser(`guest-${randomUUID()}`, 'Guest');
        const link = pairingLink(shared.service.url, device, { u: username, pwd: password });
        const tab = new ConsolePage(await openPage(link));
        const { page } = tab;
        await expect(tab.whoAmI).toHaveText(`${username} · Guest`);
        await page.getByRole('link', { name: 'Requests' }).click();
        await write(page, 'GET', '/iam/users');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(status(page)).toHaveText('4.03 Your role does not allow this');
        await expect(page.getByText('An administrator of the device can change your role.')).toBeVisible();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await tab.overflow()).toBe(0);
      },
    );
  });
}

forEachKind((kind) => {
  requestsTest.use({ ...PHONE, colorScheme: 'dark' });

  requestsTest('a device says what it can and cannot do', async ({ openRequests }) => {
    const { page } = await openRequests();
    const menu = page.getByTestId('resource-menu');
    await menu.locator('summary').tap();
    await expect(menu).toContainText(kind === 'longwire' ? '/temperature' : 'does not list its resources');
    await write(page, 'GET', '/iam/me');
    await page.getByRole('button', { name: 'Observe' }).tap();
    await expect(page.getByTestId('observed')).toContainText('it is asked every 5 seconds');
    await expect(page.getByTestId('observed-values').getByRole('listitem')).toHaveCount(1);
  });
});
