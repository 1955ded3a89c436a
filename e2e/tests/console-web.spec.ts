/** @module A device's own web page inside the console: through the real tunnel, on an origin of its own, and what a hostile one cannot do. */
import { createHash } from 'node:crypto';
import { type Frame, type FrameLocator } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { WebSite } from '../harness/web-site.ts';

const STREAM_DEVICE = 'e2e/peers/stream-device.ts';

/** A device with a site of its own. */
interface SiteDevice {
  readonly site: WebSite;
  readonly device: Device;
}

const webTest = test.extend<{
  readonly makeDevice: () => Promise<SiteDevice>;
  readonly openWeb: (device: Device) => Promise<ConsolePage>;
}>({
  makeDevice: async ({ start, shared }, use) => {
    const sites: WebSite[] = [];
    await use(async () => {
      const site = await WebSite.start();
      sites.push(site);
      const args = ['--tcp-port', String(site.port), '--files', '/tmp'];
      const device = await start.device(shared.service, 'longwire', { main: STREAM_DEVICE, args });
      return { site, device };
    });
    for (const site of sites) await site.stop();
  },
  openWeb: async ({ shared, openPage }, use) => {
    await use(async (device) => {
      const page = await openPage(pairingLink(shared.service.url, device));
      const tab = new ConsolePage(page);
      await expect(tab.whoAmI).toHaveText('admin · Administrator');
      await page.getByRole('link', { name: 'Web' }).click();
      return tab;
    });
  },
});

/** The device's page itself: the frame in the frame. */
const pageOf = ({ page }: ConsolePage): FrameLocator =>
  page.frameLocator('.lw-web-frame').frameLocator('iframe');

webTest(
  'pages, styles, scripts, links, redirects, forms, cookies and the way back',
  async ({ makeDevice, openWeb }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const { page } = tab;
    const shown = pageOf(tab);
    await expect(shown.getByRole('heading', { name: 'Garden' })).toHaveCSS('color', 'rgb(1, 102, 3)');
    await expect(shown.locator('#said')).toHaveText('hello from the device, page');

    const address = page.getByRole('textbox', { name: 'Path on the device' });
    await shown.getByRole('link', { name: 'Second page' }).click();
    await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();
    await expect(address).toHaveValue('/second?from=home#part');
    await page.getByRole('button', { name: 'Back in the page' }).click();
    await expect(shown.getByRole('heading', { name: 'Garden' })).toBeVisible();
    await expect(address).toHaveValue('/');
    await page.getByRole('button', { name: 'Forward in the page' }).click();
    await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();

    await address.fill('/');
    await address.press('Enter');
    await shown.getByLabel('Name').fill('ada');
    await shown.getByRole('button', { name: 'Log in' }).click();
    await expect(shown.locator('#cookie')).toHaveText('session=ada-secret; theme=dark');
    expect(await shown.locator('body').evaluate(() => document.cookie)).toBe('theme=dark');
    expect(await page.context().cookies()).toEqual([]);

    await address.fill('moved');
    await address.press('Enter');
    await expect(address).toHaveValue('/second?moved=1');
    for (const name of ['Second in a tab', 'Second on top', 'Second without referrer']) {
      await address.fill('/');
      await address.press('Enter');
      await shown.getByRole('link', { name }).click();
      await expect(shown.getByRole('heading', { name: 'Second' })).toBeVisible();
    }
    expect(page.context().pages().length).toBe(1);
    const { host } = new URL(`http://${site.hits[0]?.headers.host}`);
    expect(host).toMatch(/^[a-z2-7]{32}\.localhost:\d+$/u);
  },
);

/** The frame of the device's page, in which a test runs as a script of the device does. */
async function frameOf(tab: ConsolePage, heading = 'Garden'): Promise<Frame> {
  await expect(pageOf(tab).getByRole('heading', { name: heading })).toBeVisible();
  const frame = tab.page.frames().find((each) => {
    const { pathname, hostname } = new URL(each.url());
    return hostname.endsWith('.localhost') && !pathname.startsWith('/.longwire/');
  });
  if (frame === undefined) throw new Error('the device shows no page');
  return frame;
}

webTest('bodies of every kind, events, and WebSockets', async ({ makeDevice, openWeb }) => {
  webTest.slow();
  const { site, device } = await makeDevice();
  const tab = await openWeb(device);
  const frame = await frameOf(tab);

  await pageOf(tab)
    .getByLabel('File')
    .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, 1) });
  await pageOf(tab).getByRole('button', { name: 'Upload' }).click();
  await expect(pageOf(tab).locator('#size')).toHaveText(/^300\d\d\d$/u);
  const uploaded = site.hits.find(({ path }) => path === '/upload');
  expect(uploaded?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/u);
  expect(uploaded?.headers.origin).toBe(`http://${uploaded?.headers.host}`);

  const large = Buffer.alloc(24 * 1024 * 1024, 'longwire');
  const sunk = await frame.evaluate(async (bytes) => {
    const unit = new TextEncoder().encode('longwire');
    const whole = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += unit.length) whole.set(unit, at);
    return await (await fetch('/sink', { method: 'PUT', body: new Blob([whole]) })).json();
  }, large.length);
  const hash = createHash('sha256').update(large).digest('hex');
  expect(sunk).toEqual({ bytes: large.length, hash, coding: 'chunked' });

  const seen = await frame.evaluate(async () => {
    const read = async (answer: Response): Promise<unknown> => [answer.status, await answer.text()];
    const big = await fetch('/big?bytes=30000000');
    let bytes = 0;
    await big.body?.pipeTo(
      new WritableStream({ write: (piece: Uint8Array) => void (bytes += piece.length) }),
    );
    const head = await fetch('/echo', { method: 'HEAD' });
    const events = new EventSource('/events');
    const event = await new Promise((resolve) => (events.onmessage = ({ data }) => resolve(data)));
    events.close();
    return {
      bytes,
      event,
      head: [head.status, head.headers.get('etag'), await head.text()],
      range: await read(await fetch('/ranges', { headers: { range: 'bytes=3-7' } })),
      unchanged: await read(await fetch('/unchanged', { headers: { 'if-none-match': '"one"' } })),
      missing: (await fetch('/none')).status,
      redirected: (await fetch('/moved')).url.endsWith('/second?moved=1'),
    };
  });
  expect(seen).toEqual({
    bytes: 30_000_000,
    event: 'first',
    head: [200, '"one"', ''],
    range: [206, 'defgh'],
    unchanged: [304, ''],
    missing: 404,
    redirected: true,
  });
  await expect.poll(() => site.givenUp).toContain('/events');

  const said = await frame.evaluate(async () => {
    const socket = new WebSocket('/ws', ['chat']);
    socket.binaryType = 'arraybuffer';
    const heard: unknown[] = [];
    const closed = new Promise<unknown>((resolve) => {
      socket.onclose = ({ code, reason, wasClean }) => resolve({ code, reason, wasClean });
    });
    socket.addEventListener('message', ({ data }) => {
      heard.push(typeof data === 'string' ? data : new Uint8Array(data).length);
      if (heard.length === 3) socket.send('bye');
    });
    await new Promise((resolve) => (socket.onopen = resolve));
    socket.send('grüezi');
    socket.send(new Uint8Array(100_000));
    socket.send(new Blob(['blob']));
    return { closed: await closed, heard, protocol: socket.protocol, state: socket.readyState };
  });
  expect(said).toEqual({
    closed: { code: 4001, reason: 'as you say', wasClean: true },
    heard: ['grüezi', 100_000, 4],
    protocol: 'chat',
    state: 3,
  });

  // The browser stops a worker whenever it likes: what runs goes on or is asked again, and nothing hangs.
  const browser = await tab.page.context().newCDPSession(tab.page);
  await browser.send('ServiceWorker.enable');
  for (let n = 0; n < 2; n += 1) {
    await browser.send('ServiceWorker.stopAllWorkers');
    expect(await frame.evaluate(async () => (await fetch('/second')).status)).toBe(200);
  }
  await browser.send('ServiceWorker.stopAllWorkers');
  await tab.page.getByRole('button', { name: 'Load the page again' }).click();
  await frameOf(tab, 'Uploaded');
});
