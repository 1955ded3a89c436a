/** @module Cookies of sibling hosts: below an operator's wildcard host a hostile device page can set a cookie for all hosts, and no other device's page uses it. */
import type { Frame } from '@playwright/test';
import type { ConsolePage } from '../harness/console-page.ts';
import { expect } from '../harness/fixtures.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { frameOf, pageOf, webTest } from '../harness/web-fixtures.ts';
import type { WebSite } from '../harness/web-site.ts';

/** An operator's domain, with the console on it and the devices' hosts below: one site to a browser, so that cookies are sent along. */
const SITE = 'home.localhost';
const CRUMBS = ['crumb', 'session'];
/** The cookie of an operator's session. */
const OPERATORS = '__Host-longwire';

// It starts a service and two devices with a site each.
webTest.slow();

/** The frame of the device's page, below the operator's domain, once it shows this heading. */
async function frameBelow(tab: ConsolePage, heading?: string): Promise<Frame> {
  const frame = await frameOf(tab, heading);
  expect(new URL(frame.url()).hostname).toMatch(/^[a-z2-7]{32}\.devices\.home\.localhost$/u);
  return frame;
}

/** Sets a cookie for every host of the site from a frame without the shim. Returns the cookies that this frame then sees. */
async function leaveForAll(frame: Frame, names: readonly string[]): Promise<string> {
  return await frame.evaluate(
    ({ site, names }) => {
      const bare = document.createElement('iframe');
      document.body.append(bare);
      const inside = bare.contentDocument;
      if (inside === null) throw new Error('the frame has no document');
      for (const name of names) inside.cookie = `${name}=evil; Domain=${site}; Path=/`;
      return inside.cookie;
    },
    { site: SITE, names },
  );
}

webTest(
  "a cookie for all hosts of the site reaches no other device's page, no other device, and no operator",
  async ({ makeDevice, openWeb, start }) => {
    const port = await freePort();
    const url = `http://${SITE}:${port}`;
    const args = ['--allow-origin', url, '--device-origin', `http://*.devices.${SITE}:${port}`];
    const service = await start.service({ port, args });
    const open = async (): Promise<{ readonly site: WebSite; readonly tab: ConsolePage }> => {
      const { device, site } = await makeDevice(service);
      return { site, tab: await openWeb(device, url) };
    };
    const [evil, good] = [await open(), await open()];

    const seen = await leaveForAll(await frameBelow(evil.tab), [...CRUMBS, OPERATORS]);
    // The browser stored them for the other device's host and the console's as well; only the operators' host can set its own.
    for (const name of CRUMBS) expect(seen).toContain(`${name}=evil`);
    const kept = await good.tab.page.context().cookies();
    expect(kept.map(({ name, domain }) => `${name} ${domain}`).toSorted()).toEqual(
      CRUMBS.map((name) => `${name} .${SITE}`),
    );
    // Also an HttpOnly cookie: the browser sends it to the other device's host.
    const goodUrl = (await frameBelow(good.tab)).url();
    expect((await good.tab.page.context().cookies(goodUrl)).map(({ name }) => name).toSorted()).toEqual(
      CRUMBS,
    );

    // A person logs in there: that session counts, in every request and for every script.
    const before = good.site.hits.length;
    const shown = pageOf(good.tab);
    await shown.getByLabel('Name').fill('ada');
    await shown.getByRole('button', { name: 'Log in' }).click();
    await expect(shown.locator('#cookie')).toHaveText('session=ada-secret; theme=dark');
    // The page that is loaded again looks the same: the one before is marked.
    await shown.locator('body').evaluate((body) => body.classList.add('before'));
    await good.tab.page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(shown.locator('body.before')).toHaveCount(0);
    const frame = await frameBelow(good.tab, 'Account');
    const scripts = await frame.evaluate(async () => {
      const socket = new WebSocket('/ws');
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.close();
      return [document.cookie, await (await fetch('/account')).text()];
    });
    expect(scripts).toEqual(['theme=dark', expect.stringContaining('session=ada-secret; theme=dark')]);
    const sent = good.site.hits.slice(before).map(({ headers }) => headers.cookie ?? '');
    expect(sent.length).toBeGreaterThan(4);
    expect(sent.filter((cookie) => cookie.includes('evil') || cookie.includes('crumb'))).toEqual([]);
  },
);
