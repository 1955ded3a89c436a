/** @module A device's web page that cannot be shown: the cause, and the remedy. */
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';
import { frameOf, webTest } from '../harness/web-fixtures.ts';
import { WebSite } from '../harness/web-site.ts';
import { goTo } from '../harness/places.ts';

// Each starts its own device, and one starts and stops a site.
webTest.slow();

webTest(
  'a failure shows its cause and remedy: no listener, another port, no HTTP, a role without the right',
  async ({ browser, makeDevice, openWeb, openPage, shared }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const { page } = tab;
    await frameOf(tab);
    const { port } = site;
    await site.stop();
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(
      page.getByRole('heading', { name: 'The device’s web server does not answer.' }),
    ).toBeVisible();

    const again = await WebSite.start(port);
    await page.getByRole('button', { name: 'Try again' }).click();
    await frameOf(tab);

    await page.getByRole('combobox', { name: 'Web server' }).selectOption('ssh (22)');
    await frameOf(tab);
    again.pages.set('/', (_request, response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(page.getByRole('heading', { name: 'That is no web page.' })).toBeVisible();
    await again.stop();

    const admin = await TestClient.create(await openPage(), optionsFor(device, shared.service.webSocketUrl));
    await admin.connect();
    await admin.logInAsAdmin(device);
    const guest = await admin.createUser('web-guest', 'Guest');
    // Another browser: this one is recognised as the administrator's.
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(pairingLink(shared.service.url, device, { u: guest.username, pwd: guest.password }));
    await expect(new ConsolePage(other).whoAmI).toContainText('web-guest');
    await other.evaluate(() => location.assign(location.hash.replace(/\/live$/u, '/web')));
    await expect(other.getByRole('heading', { name: 'This device offers you no web page.' })).toBeVisible();
    await other.getByLabel('Port of the stream').fill('80');
    await other.getByRole('button', { name: 'Open' }).click();
    await expect(other.getByRole('heading', { name: 'Your role does not allow this.' })).toBeVisible();
    await elsewhere.close();
  },
);

webTest(
  'a service without device origins names the setting for its operator',
  async ({ start, openPage }) => {
    const service = await start.service({ args: ['--device-origin', 'none'] });
    const device = await start.device(service, 'longwire');
    const page = await openPage(pairingLink(service.url, device));
    await expect(new ConsolePage(page).whoAmI).toHaveText('admin · Administrator');
    await goTo(page, 'Web');
    await expect(page.getByText('--device-origin https://*.devices.example')).toBeVisible();
  },
);

webTest(
  'an administrator of a device without a page reads what to configure',
  async ({ device, openWeb }) => {
    const { page } = await openWeb(device);
    await expect(
      page.getByRole('heading', { name: 'This device has no web page set up yet.' }),
    ).toBeVisible();
    await expect(page.getByText('[[stream]]')).toContainText('service = "tcp"');
    await expect(page.getByLabel('Port of the stream')).toBeVisible();
  },
);
