/** @module The request history of each device; text is sent as typed, and the answer shows how long it took. */
import { expectFitsScreens } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { body, requestsTest, status, write, writePayload } from '../harness/requests-fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

const EMPTY = 'What you send to this device is listed here.';

requestsTest.describe('on a phone, dark:', () => {
  requestsTest.use(PHONE_DARK);

  requestsTest(
    'text is sent and received; another device has its own history and editor, before and after a reload',
    async ({ openRequests, shared, start }) => {
      // Reason: another device starts.
      requestsTest.slow();
      const other = await start.device(shared.service, 'longwire');
      const tab = await openRequests();
      const { page } = tab;
      const own = page.url();
      await expect(page.getByText(EMPTY)).toBeVisible();
      await write(page, 'POST', '/echo');
      await writePayload(page, 'text', 'Grüße,\nzwei Zeilen');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(status(page)).toHaveText('2.01 Created');
      await expect(body(page)).toHaveText('Grüße,\nzwei Zeilen');
      await expect(page.getByTestId('answer-sent')).toHaveText('sent: 20 B');
      await expect(page.getByTestId('answer').getByText(/^[\d.,]+ ms$/u)).toBeVisible();
      const rows = page.getByTestId('history').getByRole('listitem');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('/echo');

      await page.goto(pairingLink(shared.service.url, other));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.deviceId);
      await expect(tab.whoAmI).toHaveText('admin · Administrator');
      await goToRequests(page);
      await expect(page.getByText(EMPTY)).toBeVisible();
      await expect(page.getByLabel('Path')).not.toHaveValue('/echo');
      await write(page, 'GET', '/temperature');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(status(page)).toHaveText('2.05 Content');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('/temperature');

      for (const turn of ['led back to', 'reloaded']) {
        if (turn === 'reloaded') await page.reload();
        else await page.goto(own);
        await expect(new ConsolePage(page).whoAmI).toHaveText('admin · Administrator');
        await expect(rows, turn).toHaveCount(1);
        await expect(rows, turn).toContainText('/echo');
      }
      await expectFitsScreens(page);
    },
  );
});
