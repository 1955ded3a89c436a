/** @module What a hostile page of a device cannot do: to the console, to another device's page, and by flooding. */
import type { Frame } from '@playwright/test';
import { expect } from '../harness/fixtures.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';

// Each starts one or two devices with a site, and loads many pages through them.
webTest.slow();

/** The attempts of a hostile script, with their results. */
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
        // An error of another frame is not an instance of this frame's Error.
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

    // A frame of the other device in this page, and this page's own frame navigated to it: no request reaches the other device.
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

    // The other device's page keeps working, and its site received no request from this one.
    const answer = await (
      await frameOf(victim)
    ).evaluate(async () => [(await fetch('/second')).status, document.cookie]);
    expect(answer).toEqual([200, 'secret=good']);
    expect(good.site.paths.filter((path) => path.includes('hit'))).toEqual([]);
    expect(good.site.hits.filter(({ headers }) => headers.cookie?.includes('crumb') === true)).toEqual([]);
  },
);

webTest(
  'a page that floods the console is stopped, and its messages get no more access than it has',
  async ({ makeDevice, openWeb }) => {
    const { site, device } = await makeDevice();
    const tab = await openWeb(device);
    const frame = await frameOf(tab);
    // By then it has made all requests that it makes by itself.
    await expect(pageOf(tab).locator('#greeting')).toHaveText('hello from the device, page');
    const before = site.hits.length;
    await frame.evaluate(() => {
      const wrong: object[] = [
        { type: 'fetch' },
        { type: 'fetch', method: 'GET', target: 'http://evil/', fields: [] },
        { type: 'fetch', method: 'GET\r\nX: y', target: '/hit', fields: [] },
        { type: 'fetch', method: 'GET', target: '/hit', fields: [['a', 'b\r\nc: d']] },
      ];
      // In the way the worker talks to the surrounding page, which forwards it.
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
