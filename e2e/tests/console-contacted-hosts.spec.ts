/** @module Through all screens: no host but the service is contacted, and nothing violates the page's policy. */
import type { BrowserContext } from '@playwright/test';
import { DoctorPage } from '../harness/console-doctor.ts';
import { expect } from '../harness/fixtures.ts';
import { addOperators, OperatorsPage } from '../harness/operators-page.ts';
import { invite, newName } from '../harness/people-fixtures.ts';
import { status, write } from '../harness/requests-fixtures.ts';
import { watchPolicy } from '../harness/policy-watch.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { frameOf, webTest } from '../harness/web-fixtures.ts';
import { goTo, goToRequests } from '../harness/places.ts';

// It starts two devices, one with a site, and walks through everything.
webTest.setTimeout(240_000);

/** Records the hosts that pages and workers of a context contact. */
function watchHosts(context: BrowserContext): ReadonlySet<string> {
  const hosts = new Set<string>();
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (!['data:', 'blob:', 'about:'].includes(protocol)) hosts.add(host);
  });
  context.on('page', (page) => page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host)));
  return hosts;
}

webTest.describe('on a phone, dark', () => {
  webTest.use(PHONE_DARK);

  webTest(
    "no other host is contacted from adding a device to its web page, the doctor and the operators' part",
    async ({ context, device, makeDevice, openWeb, shared, start }) => {
      const hosts = watchHosts(context);
      const broken = await watchPolicy(context);
      const { site, device: withPage } = await makeDevice();

      const tab = await openWeb(withPage);
      const { page } = tab;
      const { url } = shared.service;
      await frameOf(tab);
      const link = async (name: string): Promise<void> => await goTo(page, name);
      await link('Terminal');
      await expect(page.getByTestId('terminal')).toHaveAttribute('data-state', 'open');
      await link('People');
      await invite(page, newName());
      await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
      await goToRequests(page);
      await write(page, 'GET', '/process');
      await page.getByRole('button', { name: 'Observe' }).click();
      await expect(page.getByTestId('observed-values').getByRole('listitem')).toHaveCount(1);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(status(page)).toHaveText('2.05 Content');

      for (const way of ['Scan a code', 'Type it in']) {
        await page.goto(`${url}/#/add`);
        await page.getByRole('radio', { name: way }).check();
      }
      await new DoctorPage(page, url).addByHand(device, shared.service.webSocketUrl);
      await tab.expectMovingPicture();
      await tab.more('Statistics');
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save a picture' }).click(),
      ]);
      await tab.more(/^Record from now|^Record, with/u);
      // A recording that ends before its first frame is empty, and nothing is saved.
      await expect(page.getByTestId('recording')).toHaveText(/[2-9]$/u);
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Stop and save the recording' }).click(),
      ]);
      await link('Connection');
      await expect(page.getByTestId('chart-roundTripMs').locator('canvas')).toBeVisible();
      const doctor = new DoctorPage(page, url);
      await doctor.open(device);
      await doctor.expectConclusion('withoutRelay', '');
      await page.goto(`${url}/#/wall`);
      await expect(page.getByTestId(/^tile-/u)).toHaveCount(2);
      await page.goto(`${url}/#/settings`);
      await page.getByRole('radio', { name: 'Deutsch' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await page.reload();
      await page.goto(`${url}/#/`);
      await expect(page.getByTestId(/^device-/u)).toHaveCount(2);

      // All requests went to one place; the frame's host is the device's own, at the same address.
      const own = new URL(url);
      const labels = [...hosts].filter((host) => /^[a-z2-7]{32}\.localhost:/u.test(host));
      expect(labels).toHaveLength(1);
      expect(labels[0]?.endsWith(`:${own.port}`)).toBe(true);
      expect([...hosts].filter((host) => !labels.includes(host))).toEqual([own.host]);
      expect(site.hits.length).toBeGreaterThan(3);

      const service = await start.service();
      await addOperators(service, { ada: 'admin' });
      const desk = await OperatorsPage.open(await context.newPage(), service);
      await desk.signIn('ada');
      await expect(desk.page.getByTestId('operator')).toHaveText('ada Admin');
      for (const section of ['Products', 'Tokens', 'Online', 'Audit record', 'Operators', 'Overview'])
        await desk.section(section);
      expect([...hosts].filter((host) => !labels.includes(host))).toEqual([
        own.host,
        new URL(service.url).host,
      ]);
      expect(broken).toEqual([]);
    },
  );
});
