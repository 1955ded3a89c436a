/** @module A device's own web page inside the console: through the real tunnel, on an origin of its own, and what a hostile one cannot do. */
import { createHash } from 'node:crypto';
import type { Frame } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';
import { WebSite } from '../harness/web-site.ts';

// Each starts a device or two with a site of its own, and loads page after page through them.
webTest.slow();

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

webTest('bodies of every kind, events, and WebSockets', async ({ makeDevice, openWeb }) => {
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
    const range = await fetch('/ranges', { headers: { range: 'bytes=3-7' } });
    const unchanged = await fetch('/unchanged', { headers: { 'if-none-match': '"one"' } });
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
      range: [range.status, await range.text()],
      unchanged: [unchanged.status, await unchanged.text()],
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

/** What a hostile script tries, and what came of it. */
async function outcomesOf(
  frame: Frame,
  tries: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  return await frame.evaluate(async (tries) => {
    const outcomes: Record<string, string> = {};
    for (const [name, source] of Object.entries(tries)) {
      try {
        // oxlint-disable-next-line no-implied-eval -- the device's page has no policy against it
        outcomes[name] = String(await new Function(`return (async () => (${source}))()`)());
      } catch (error) {
        // An error of another frame is no Error of this one.
        outcomes[name] = String(Reflect.get(Object(error), 'name'));
      }
    }
    return outcomes;
  }, tries);
}

webTest(
  "a hostile page reaches neither the console nor another device's page",
  async ({ makeDevice, openWeb }) => {
    const [evil, good] = [await makeDevice(), await makeDevice()];
    const victim = await openWeb(good.device);
    const goodOrigin = new URL((await frameOf(victim)).url()).origin;
    await (
      await frameOf(victim)
    ).evaluate(() => {
      document.cookie = 'secret=good; Path=/';
      localStorage.setItem('secret', 'good');
    });
    const tab = await openWeb(evil.device);
    const consoleUrl = tab.page.url();
    const frame = await frameOf(tab);

    const refused = await outcomesOf(frame, {
      'the console: its document': 'top.document.title',
      'the console: its storage': 'top.sessionStorage.length',
      'the console: its name': 'top.name',
      'the console: another address': 'top.location = "https://evil.example/"',
      'the console: another address, by the frame around':
        "(() => { const link = parent.document.createElement('a'); link.href = 'https://evil.example/'; link.target = '_top'; parent.document.body.append(link); link.click(); return 'tried'; })()",
      'the console: an opener': 'String(opener)',
      'the camera': 'navigator.mediaDevices.getUserMedia({ video: true })',
      'a worker of its own': "navigator.serviceWorker.register('/app.js')",
      'a worker of its own over everything': "navigator.serviceWorker.register('/app.js', { scope: '/' })",
      'a worker made of another file': "navigator.serviceWorker.register('/.longwire/shim.js')",
      'a cookie for all': "((document.cookie = 'crumb=1; Domain=localhost'), document.cookie)",
      'the other device: its storage': "localStorage.getItem('secret')",
      'the other device: asked': `fetch('${goodOrigin}/api/hello')`,
      'the other device: asked blindly': `fetch('${goodOrigin}/hit-by-fetch', { mode: 'no-cors' })`,
      'the frame: elsewhere':
        "new Promise((resolve) => { const frame = document.createElement('iframe'); frame.src = 'https://evil.example/'; frame.onload = () => { try { resolve(frame.contentDocument === null) } catch { resolve(true) } }; document.body.append(frame); })",
    });
    expect(refused).toMatchObject({
      'the console: its document': 'SecurityError',
      'the console: its storage': 'SecurityError',
      'the console: its name': 'SecurityError',
      'the console: another address': 'SecurityError',
      'the console: another address, by the frame around': 'tried',
      'the console: an opener': 'null',
      'the camera': 'NotAllowedError',
      'a worker of its own': 'TypeError',
      'a worker of its own over everything': 'TypeError',
      'a worker made of another file': 'TypeError',
      'the other device: its storage': 'null',
      'the other device: asked': 'TypeError',
      'the frame: elsewhere': 'true',
    });
    expect(evil.site.hits.filter(({ headers }) => headers['service-worker'] !== undefined)).toEqual([]);
    expect(refused['a cookie for all']).not.toContain('good');

    // A frame of the other device in this page, and this page's own frame sent to it: the other device is not asked.
    for (const how of [
      `const frame = document.createElement('iframe'); frame.src = '${goodOrigin}/hit-by-frame'; frame.referrerPolicy = 'no-referrer'; document.body.append(frame);`,
      `const form = document.createElement('form'); form.method = 'post'; form.action = '${goodOrigin}/hit-by-form'; const inner = document.createElement('iframe'); inner.name = 'inner'; document.body.append(inner, form); form.target = 'inner'; form.submit();`,
      `const link = parent.document.createElement('a'); link.href = '${goodOrigin}/hit-by-place'; link.referrerPolicy = 'no-referrer'; parent.document.body.append(link); link.click();`,
    ]) {
      await frame.evaluate((source) => {
        const script = document.createElement('script');
        script.textContent = `(() => { ${source} })()`;
        document.body.append(script);
      }, how);
    }
    await expect(tab.page.getByRole('heading', { name: 'The page left its frame.' })).toBeVisible();
    expect(tab.page.url()).toBe(consoleUrl);
    await tab.page.getByRole('button', { name: 'Try again' }).click();
    await frameOf(tab);

    // The victim works all the while, and its site was asked nothing by the other.
    const answer = await (
      await frameOf(victim)
    ).evaluate(async () => [(await fetch('/second')).status, document.cookie]);
    expect(answer).toEqual([200, 'secret=good']);
    expect(good.site.paths.filter((path) => path.includes('hit'))).toEqual([]);
    expect(good.site.hits.filter(({ headers }) => headers.cookie?.includes('crumb') === true)).toEqual([]);
  },
);

webTest(
  'a page that floods the console is stopped, and what it says is never taken for more than it is',
  async ({ makeDevice, openWeb }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const frame = await frameOf(tab);
    // Then it has asked for all that it asks for by itself.
    await expect(pageOf(tab).locator('#said')).toHaveText('hello from the device, page');
    const before = site.hits.length;
    await frame.evaluate(() => {
      const wrong: object[] = [
        { type: 'fetch' },
        { type: 'fetch', method: 'GET', target: 'http://evil/', fields: [] },
        { type: 'fetch', method: 'GET\r\nX: y', target: '/hit', fields: [] },
        { type: 'fetch', method: 'GET', target: '/hit', fields: [['a', 'b\r\nc: d']] },
      ];
      // As the worker speaks with the page around, which hands it on.
      for (const data of wrong) {
        const ports = [new MessageChannel().port2];
        window.parent.navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports }));
        top?.postMessage({ type: 'longwire-port' }, '*', [new MessageChannel().port2]);
      }
    });
    await frame.evaluate('for (let n = 0; n < 60_000; n += 1) parent.longwire.setCookie(`n${n % 7}=1`, "/")');
    await expect(tab.page.getByRole('heading', { name: 'The page was stopped.' })).toBeVisible();
    expect(site.hits.slice(before).map(({ path }) => path)).toEqual([]);
    await tab.page.getByRole('button', { name: 'Try again' }).click();
    await frameOf(tab);
  },
);

webTest(
  'what goes wrong is said with what to do: nothing answers, another number, no HTTP, a role that may not',
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

    await page.getByRole('combobox', { name: 'Web server' }).selectOption('ssh, 22');
    await frameOf(tab);
    again.pages.set('/', (_request, response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(page.getByRole('heading', { name: 'That is no web page.' })).toBeVisible();
    await again.stop();

    const admin = await TestClient.create(await openPage(), optionsFor(device, shared.service.webSocketUrl));
    await admin.connect();
    await admin.logInAsAdmin(device);
    const guest = await admin.createUser('web-guest', 'Guest');
    // Another browser: this one is known as the administrator's.
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(pairingLink(shared.service.url, device, { u: guest.username, pwd: guest.password }));
    await expect(new ConsolePage(other).whoAmI).toContainText('web-guest');
    await other.getByRole('link', { name: 'Web' }).click();
    await expect(other.getByRole('heading', { name: 'This device offers you no web page.' })).toBeVisible();
    await other.getByLabel('Number of the stream').fill('80');
    await other.getByRole('button', { name: 'Open' }).click();
    await expect(other.getByRole('heading', { name: 'Your role does not allow this.' })).toBeVisible();
    await elsewhere.close();
  },
);

webTest('a service without origins for devices: what its operator sets', async ({ start, openPage }) => {
  const service = await start.service({ args: ['--device-origin', 'none'] });
  const device = await start.device(service, 'longwire');
  const page = await openPage(pairingLink(service.url, device));
  await expect(new ConsolePage(page).whoAmI).toHaveText('admin · Administrator');
  await page.getByRole('link', { name: 'Web' }).click();
  await expect(page.getByText('--device-origin https://*.devices.example')).toBeVisible();
});

for (const { name, viewport, colorScheme } of [
  { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const) {
  webTest.describe(name, () => {
    webTest.use({ viewport, colorScheme });

    webTest('the tab fits, is read by axe, and works by keyboard', async ({ makeDevice, openWeb }) => {
      const { device } = await makeDevice();
      const tab = await openWeb(device);
      await frameOf(tab);
      expect(await tab.overflow()).toBe(0);
      const problems = await accessibilityProblems(tab.page, (axe) =>
        axe.include('.lw-web').exclude('iframe'),
      );
      expect(problems).toEqual([]);

      await tab.page.getByRole('textbox', { name: 'Path on the device' }).focus();
      await tab.page.keyboard.press('ControlOrMeta+A');
      await tab.page.keyboard.type('second');
      await tab.page.keyboard.press('Enter');
      await frameOf(tab, 'Second');
      // There is nothing to go forward to.
      await tab.page.keyboard.press('Shift+Tab');
      await tab.page.keyboard.press('Shift+Tab');
      await expect(tab.page.getByRole('button', { name: 'Back in the page' })).toBeFocused();
      await tab.page.keyboard.press('Enter');
      await frameOf(tab);
    });
  });
}
