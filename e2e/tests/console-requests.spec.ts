/** @module Requests in the console: input in every format, the answers, and what is stored of both. */
import { expectFitsScreens } from '../harness/accessibility.ts';
import { expect } from '../harness/fixtures.ts';
import { body, requestsTest, status, write, writePayload } from '../harness/requests-fixtures.ts';
import { PHONE, PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** The smallest PNG: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

requestsTest.describe('on a desktop, light:', () => {
  requestsTest.use({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });

  requestsTest(
    'payloads of every format are sent and received, and shown in more than one view',
    async ({ openRequests }) => {
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
    },
  );
});

requestsTest.describe('on a small phone:', () => {
  requestsTest.use({ ...PHONE, viewport: { width: 360, height: 740 } });

  requestsTest('an answer scrolls into view, with its actions in one row', async ({ openRequests }) => {
    const { page } = await openRequests();
    await write(page, 'POST', '/echo');
    await writePayload(page, 'json', '{"lamp": 3}');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    await expect(body(page)).toBeInViewport({ ratio: 1 });
    const save = await page.getByRole('button', { name: 'Save' }).boundingBox();
    const copy = await page.getByTestId('answer').getByRole('button', { name: 'Copy' }).boundingBox();
    expect(copy?.y).toBe(save?.y);
  });
});

requestsTest.describe('on a phone, dark:', () => {
  requestsTest.use(PHONE_DARK);

  requestsTest(
    'requests that were typed and sent are restored after a reload, without possible passwords',
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
      await goTo(page, 'People');
      await goToRequests(page);
      await expect(page.getByLabel('Path')).toHaveValue('/typed/later');
      await expect(page.getByLabel('Payload text')).toHaveValue('{"password": "hunter2"}');
      await expectFitsScreens(page);
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

requestsTest.describe('on a phone, dark:', () => {
  requestsTest.use(PHONE_DARK);

  requestsTest(
    'bytes written in hex arrive at the device as those bytes',
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
});
