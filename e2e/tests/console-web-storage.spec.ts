/** @module What a device's own page stores in the browser: removed with the device or from the settings, and by no other device's page. */
import type { Frame } from '@playwright/test';
import type { ConsolePage } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect } from '../harness/fixtures.ts';
import { frameOf, webTest } from '../harness/web-fixtures.ts';
import { goTo } from '../harness/places.ts';

// Each starts one or two devices with a site.
webTest.slow();

const NOTHING = { local: null, session: null, caches: [], databases: [], cookies: '' };
const EVERYTHING = {
  local: 'kept',
  session: 'kept',
  caches: ['kept'],
  databases: ['kept'],
  cookies: 'jar=kept',
};

/** Stores something of each kind. */
async function store(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    localStorage.setItem('kept', 'kept');
    sessionStorage.setItem('kept', 'kept');
    await (await caches.open('kept')).put('/kept', new Response('kept'));
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('kept');
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve(undefined);
      });
      opening.addEventListener('error', reject);
    });
    document.cookie = 'jar=kept; Path=/';
  });
}

const seenBy = async (frame: Frame): Promise<unknown> =>
  await frame.evaluate(async () => ({
    local: localStorage.getItem('kept'),
    session: sessionStorage.getItem('kept'),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
  }));

async function leaveForDevices({ page }: ConsolePage): Promise<void> {
  await page.getByRole('button', { name: 'All devices' }).click();
}

async function removeDevice(tab: ConsolePage, device: Device): Promise<void> {
  await leaveForDevices(tab);
  const { page } = tab;
  await page.getByRole('button', { name: `Details of ${device.deviceId}` }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByTestId(`device-${device.deviceId}`)).toHaveCount(0);
}

/** Reads in the console's settings how many devices' pages were shown. */
async function expectText({ page }: ConsolePage, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(/shown here|anything stored here/u)).toHaveText(words);
}

webTest(
  'removing a device removes what its pages stored, and nothing of other devices',
  async ({ makeDevice, openWeb }) => {
    const [one, two] = [await makeDevice(), await makeDevice()];
    const other = await openWeb(two.device);
    await store(await frameOf(other));
    const tab = await openWeb(one.device);
    const frame = await frameOf(tab);
    await store(frame);
    expect(await seenBy(frame)).toEqual(EVERYTHING);
    await tab.page.reload();
    expect(await seenBy(await frameOf(tab))).toEqual(EVERYTHING);

    await removeDevice(tab, one.device);
    await expectText(tab, 'Pages of one device were shown here.');
    await tab.page.close();
    expect(await seenBy(await frameOf(await openWeb(one.device)))).toEqual(NOTHING);
    expect(await seenBy(await frameOf(other))).toEqual(EVERYTHING);
  },
);

webTest(
  'the settings list whose pages were shown, and remove what they stored',
  async ({ makeDevice, openWeb }) => {
    const { device } = await makeDevice();
    const tab = await openWeb(device);
    const { page } = tab;
    await store(await frameOf(tab));
    await leaveForDevices(tab);
    await expectText(tab, 'Pages of one device were shown here.');
    await page.getByRole('button', { name: 'Remove what pages stored' }).click();
    await expect(page.getByText('Everything that pages stored is removed.')).toBeVisible();
    await expect(page.getByText('Pages of one device were shown here.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove what pages stored' })).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByTestId(`device-${device.deviceId}`).getByRole('link').click();
    await goTo(page, 'Web');
    expect(await seenBy(await frameOf(tab))).toEqual(NOTHING);
  },
);

webTest(
  "a device's page cannot remove what another device's page stored",
  async ({ makeDevice, openWeb }) => {
    const [evil, good] = [await makeDevice(), await makeDevice()];
    const victim = await openWeb(good.device);
    await store(await frameOf(victim));
    const { origin } = new URL((await frameOf(victim)).url());
    const tab = await openWeb(evil.device);
    const frame = await frameOf(tab);
    const asked: (readonly [string, number])[] = [];
    tab.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.url().startsWith(origin)) asked.push([pathname, response.status()]);
    });
    await frame.evaluate(async (origin) => {
      await fetch(`${origin}/.longwire/forget`, { method: 'POST', mode: 'no-cors' });
      const forgetFrame = document.createElement('iframe');
      const formFrame = document.createElement('iframe');
      formFrame.name = 'inner';
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${origin}/.longwire/forget`, target: 'inner' });
      document.body.append(forgetFrame, formFrame, form);
      forgetFrame.addEventListener('load', () => {
        const { port2 } = new MessageChannel();
        forgetFrame.contentWindow?.postMessage({ type: 'longwire-forget' }, '*', [port2]);
      });
      forgetFrame.src = `${origin}/.longwire/forget.html`;
      form.submit();
    }, origin);
    await expect
      .poll(() => asked.filter(([path]) => path === '/.longwire/forget'))
      .toEqual([
        ['/.longwire/forget', 403],
        ['/.longwire/forget', 403],
      ]);
    // A page on its own origin succeeds, on the same paths.
    expect(
      await frame.evaluate(async () => (await fetch('/.longwire/forget', { method: 'POST' })).status),
    ).toBe(204);
    expect(await seenBy(await frameOf(victim))).toEqual(EVERYTHING);
  },
);
