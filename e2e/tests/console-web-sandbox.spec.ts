/** @module What a device's page cannot show over the console, save, or open by itself. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Frame as PuppeteerFrame } from 'puppeteer-core';
import { pairingLink } from '../harness/console-page.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { expect } from '../harness/fixtures.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';
import { WebSite } from '../harness/web-site.ts';

// Each starts a device with a site, and loads many pages through it.
webTest.slow();

/** The dialogs, downloads and tabs that a page causes from here on; each dialog is dismissed. */
function watchPage(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('download', (download) => seen.push(`download: ${download.suggestedFilename()}`));
  page.context().on('page', (opened) => seen.push(`tab: ${opened.url()}`));
  return seen;
}

webTest('a page shows no dialog over the console', async ({ makeDevice, openWeb }) => {
  const { device } = await makeDevice();
  const tab = await openWeb(device);
  const frame = await frameOf(tab);
  // The frame's sandbox suffices alone, besides the policy that the worker gives each document.
  const sandbox = 'allow-scripts allow-same-origin allow-forms';
  await expect(tab.page.locator('.lw-web-frame')).toHaveAttribute('sandbox', sandbox);
  const seen = watchPage(tab.page);
  const DIALOGS =
    "[alert('Your session has ended.'), confirm('Log in?'), prompt('Your session has ended. Password of admin:')]";
  const prints =
    "(() => { let isPrinting = false; addEventListener('beforeprint', () => (isPrinting = true)); print(); return isPrinting; })()";
  expect(await frame.evaluate(DIALOGS)).toEqual([undefined, false, null]);
  expect(seen).toEqual([]);
  expect(await frame.evaluate(prints)).toBe(false);
  // The surrounding page has the same origin, and no policy of the worker.
  expect(await frame.evaluate(DIALOGS.replaceAll(/(?=alert|confirm|prompt)/gu, 'parent.'))).toEqual([
    undefined,
    false,
    null,
  ]);
  // Nor in frames whose documents no server sent.
  for (const attribute of ['srcdoc', 'src']) {
    const answers = await frame.evaluate(
      async ({ attribute, script }) =>
        await new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve(data), { once: true });
          const html = `<script>parent.postMessage(${script}, '*')</script>`;
          const inner = document.createElement('iframe');
          const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
          inner.setAttribute(attribute, attribute === 'srcdoc' ? html : address);
          document.body.append(inner);
        }),
      { attribute, script: DIALOGS },
    );
    expect(answers, attribute).toEqual([undefined, false, null]);
  }
  // Leaving asks nothing either, though a person has touched the page.
  await pageOf(tab).getByLabel('Name').fill('ada');
  await frame.evaluate("addEventListener('beforeunload', (event) => event.preventDefault())");
  await tab.page.getByRole('textbox', { name: 'Path on the device' }).fill('/second');
  await tab.page.keyboard.press('Enter');
  await frameOf(tab, 'Second');
  expect(seen).toEqual([]);
});

/** Ways in which a script makes the browser save something, each with its content. */
const DOWNLOADS: Readonly<
  Record<string, { readonly script: string; readonly name: string; readonly text: string }>
> = {
  'a link in the document': {
    script:
      "const a = document.createElement('a'); a.href = '/second'; a.download = 'page.html'; document.body.append(a); a.click()",
    name: 'page.html',
    text: 'Second',
  },
  'a link that is in no document': {
    script:
      "Object.assign(document.createElement('a'), { href: '/api/hello', download: 'hello.json' }).click()",
    name: 'hello.json',
    text: 'hello from the device',
  },
  'a blob': {
    script:
      "const href = URL.createObjectURL(new Blob(['made in the page'])); Object.assign(document.createElement('a'), { href, download: 'made.txt' }).dispatchEvent(new MouseEvent('click')); URL.revokeObjectURL(href)",
    name: 'made.txt',
    text: 'made in the page',
  },
  'a data address': {
    script:
      "Object.assign(document.createElement('a'), { href: 'data:text/plain;base64,aGVsbG8=', download: 'data.txt' }).click()",
    name: 'data.txt',
    text: 'hello',
  },
  'an answer that is an attachment': {
    script: "location.href = '/file'",
    name: 'notes.txt',
    text: 'notes of the device',
  },
  'an answer in a frame': {
    script:
      "const inner = document.createElement('iframe'); inner.src = '/file'; document.body.append(inner)",
    name: 'notes.txt',
    text: 'notes of the device',
  },
  'an answer that no browser shows': {
    script: "location.href = '/big?bytes=3'",
    name: 'big',
    text: '\u0007\u0007\u0007',
  },
  'an answer in a tab': { script: "open('/file')", name: 'notes.txt', text: 'notes of the device' },
};

for (const [how, { script, name, text }] of Object.entries(DOWNLOADS)) {
  webTest(
    `nothing is saved before a person agrees, then under the device's name: ${how}`,
    async ({ makeDevice, openWeb }) => {
      const { device } = await makeDevice();
      const tab = await openWeb(device);
      const { page } = tab;
      const frame = await frameOf(tab);
      const seen = watchPage(page);
      await frame.evaluate(`(() => { ${script} })()`);
      const offer = page.getByRole('region', { name: 'Offer of the device' });
      await expect(offer).toContainText(name);
      expect(seen).toEqual([]);

      const saved = page.waitForEvent('download');
      await offer.getByRole('button', { name: 'Save' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^.+ - ${name}$`, 'u'));
      expect(await readFile(await download.path(), 'utf8')).toContain(text);
      await expect(offer).toBeHidden();
      await expect(pageOf(tab).getByRole('heading', { name: 'Garden' })).toBeVisible();
    },
  );
}

webTest(
  "only a person opens another site's page, and no tab opens by itself",
  async ({ makeDevice, openWeb }) => {
    const { device } = await makeDevice();
    const elsewhere = await WebSite.start();
    const tab = await openWeb(device);
    const { page } = tab;
    const frame = await frameOf(tab);
    const seen = watchPage(page);
    const address = `http://127.0.0.1:${elsewhere.port}/second`;
    const offer = page.getByRole('region', { name: 'Offer of the device' });
    for (const script of [
      `open('${address}?1')`,
      `Object.assign(document.createElement('a'), { href: '${address}?2' }).click()`,
      `document.body.insertAdjacentHTML('beforeend', '<a id="out" href="${address}?3">Out</a>'); out.click()`,
    ]) {
      await frame.evaluate(`(() => { ${script} })()`);
      await expect(offer).toContainText(/\?\d/u.exec(script)?.[0] ?? '');
    }
    expect(seen).toEqual([]);
    expect(elsewhere.hits).toEqual([]);

    const another = page.context().waitForEvent('page');
    await offer.getByRole('link', { name: 'Open in a new tab' }).click();
    const opened = await another;
    await expect(opened.getByRole('heading', { name: 'Second' })).toBeVisible();
    expect(await opened.evaluate(() => [String(opener), document.referrer])).toEqual(['null', '']);
    await expect(offer).toBeHidden();
    await opened.close();
    await elsewhere.stop();

    // The page's own handling of a click is respected.
    await frame.evaluate(
      "out.addEventListener('click', (event) => event.preventDefault()); out.click(); open('/second')",
    );
    await frameOf(tab, 'Second');
    await expect(offer).toBeHidden();
  },
);

webTest(
  'a page cannot navigate the console back, and gets neither pointer lock nor full screen',
  async ({ makeDevice, openWeb }) => {
    const { device } = await makeDevice();
    const tab = await openWeb(device);
    const { page } = tab;
    const frame = await frameOf(tab);
    const { href } = new URL(page.url());
    await pageOf(tab).getByLabel('Name').click();
    const refused = await frame.evaluate(async () => {
      const video = document.createElement('video');
      const [screen, pointer, picture] = await Promise.allSettled([
        document.body.requestFullscreen(),
        document.body.requestPointerLock(),
        video.requestPictureInPicture(),
      ]);
      const alerts = typeof Notification === 'undefined' ? 'denied' : await Notification.requestPermission();
      return {
        outcomes: [screen.status, pointer.status, picture.status],
        picture: document.pictureInPictureEnabled,
        alerts,
      };
    });
    expect(refused).toEqual({
      outcomes: ['rejected', 'rejected', 'rejected'],
      picture: false,
      alerts: 'denied',
    });
    await frame.evaluate('history.go(-2); top.close(); top.focus()');
    // The requests that these start have started before the next page loads.
    await tab.page.getByRole('textbox', { name: 'Path on the device' }).fill('/second');
    await tab.page.keyboard.press('Enter');
    await frameOf(tab, 'Second');
    expect(page.url()).toBe(href);
  },
);

webTest("the sandbox restricts a device's page in Firefox too", async ({ makeDevice, shared }) => {
  const { device } = await makeDevice();
  const directory = mkdtempSync(join(tmpdir(), 'longwire-saved-'));
  const firefox = await launchFirefox({
    'browser.download.dir': directory,
    'browser.download.folderList': 2,
    'browser.download.useDownloadDir': true,
  });
  try {
    const page = await firefox.newPage();
    const seen: string[] = [];
    page.on('dialog', (dialog) => {
      seen.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(pairingLink(shared.service.url, device));
    await page.locator('::-p-aria([name="More"][role="button"])').click();
    await page.locator('::-p-aria([name="Web"][role="link"])').click();
    const shown = (): PuppeteerFrame | undefined =>
      page.frames().find((frame) => /^http:\/\/\w{32}\.localhost:\d+\/$/u.test(frame.url()));
    await expect.poll(async () => await shown()?.evaluate('document.title')).toBe('Garden');
    const answers = "JSON.stringify([alert('a') ?? null, confirm('b'), prompt('c'), open('/second', 'tab')])";
    expect(await shown()?.evaluate(answers)).toBe('[null,false,null,null]');
    await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/second');
    for (const [script, name] of [
      ["location.href = '/file'", 'notes.txt'],
      [
        "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'made.txt'; a.click(); URL.revokeObjectURL(a.href)",
        'made.txt',
      ],
      [
        "const a = document.createElement('a'); a.href = '/api/hello'; a.download = 'hello.json'; a.click()",
        'hello.json',
      ],
    ] as const) {
      const frame = page.frames().find((each) => each.url().endsWith('/second'));
      await frame?.evaluate(`(() => { ${script} })()`);
      const offer = page.locator('::-p-aria([name="Offer of the device"])');
      await expect.poll(async () => await offer.map((each) => each.textContent).wait()).toContain(name);
      expect(readdirSync(directory)).toEqual([]);
    }
    expect(seen).toEqual([]);
    await page.locator('::-p-aria([name="Save"][role="button"])').click();
    await expect.poll(() => readdirSync(directory).join()).toMatch(/^.+ - hello\.json$/u);
  } finally {
    await firefox.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
