/** @module https without a public name, from another machine: with a warning, and after the service's authority is trusted. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { CHROMIUM } from '../../scripts/system-browser.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { HomeNetwork } from '../harness/home-network.ts';
import { Service } from '../harness/service.ts';
import { CHROMIUM_TRUST, trustAuthority } from '../harness/trust-authority.ts';

test.use({ serviceWorkers: 'allow' });

const PORT = 8443;
const PLAIN_PORT = 8080;
const STATUS = '[role=status]';

/** A service with its own authority on another machine, and a folder for a browser's profile. */
interface Home {
  readonly plain: string;
  readonly secure: string;
  readonly authority: string;
  readonly fingerprint: string;
  readonly profile: string;
}

async function startHome(cleanUp: AsyncDisposableStack): Promise<Home> {
  const network = cleanUp.use(new HomeNetwork());
  const profile = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-profile-'))).path;
  const { address, machine } = network;
  const args = ['--local-https', '--local-name', 'camera', '--plain-port', String(PLAIN_PORT)];
  const service = await Service.start({ host: address, port: PORT, within: machine.within, args });
  cleanUp.defer(async () => await service.stop());
  const printed = (): string | undefined => /fingerprint: (\S+)/u.exec(service.child.stdout)?.[1];
  await expect.poll(printed).toBeDefined();
  return {
    plain: `http://${address}:${PLAIN_PORT}/`,
    secure: `https://${address}:${PORT}/`,
    authority: join(service.directory, 'tls/authority.pem'),
    fingerprint: printed() ?? '',
    profile,
  };
}

async function openChromium(cleanUp: AsyncDisposableStack, home: string): Promise<Page> {
  const env = { ...process.env, HOME: home };
  const browser = await chromium.launch({ executablePath: await CHROMIUM.ensure(), env });
  cleanUp.defer(async () => await browser.close());
  return await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
}

/** What a page can do that needs a secure context. */
const abilities = async (): Promise<{ isSecure: boolean; hasSubtle: boolean; hasWorker: boolean }> => ({
  isSecure: window.isSecureContext,
  hasSubtle: typeof crypto.subtle === 'object',
  hasWorker: (await navigator.serviceWorker.getRegistrations()).length > 0,
});

test.describe('in Chromium', () => {
  test('an untrusted authority: the page says so, and after the warning everything works but the service worker', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const { plain, secure, fingerprint, profile } = await startHome(cleanUp);
    const page = await openChromium(cleanUp, profile);
    await page.goto(plain);
    await expect(page.locator(STATUS)).toHaveText('This browser does not trust the authority yet.');
    await expect(page.locator('code')).toHaveText(fingerprint);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
    await page.screenshot({ path: test.info().outputPath('trust-page.png'), fullPage: true });
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.locator('#details-button').click();
    await page.locator('#proceed-link').click();
    await page.waitForURL(`${secure}**`);
    await expect(page.getByRole('main')).toBeVisible();
    await page.goto(`${secure}#/settings`);
    // Until its script is refused, the browser lists the worker.
    await expect(page.getByText('This browser does not trust the service’s certificate')).toBeVisible();
    expect(await page.evaluate(abilities)).toEqual({ isSecure: true, hasSubtle: true, hasWorker: false });
  });

  test('a trusted authority: the page leads to the console, which installs its service worker', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const { plain, secure, authority, profile } = await startHome(cleanUp);
    trustAuthority(authority, join(profile, CHROMIUM_TRUST));
    const page = await openChromium(cleanUp, profile);
    await page.goto(plain);
    await page.waitForURL(`${secure}**`);
    await expect
      .poll(async () => await page.evaluate(abilities))
      .toEqual({ isSecure: true, hasSubtle: true, hasWorker: true });
    await page.goto(`${plain}#authority`);
    await expect(page.locator(STATUS)).toHaveText('This browser trusts the authority.');
  });
});

test.describe('in Firefox', () => {
  test('an untrusted authority: the page says so, and the console is refused', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const { plain, secure } = await startHome(cleanUp);
    const browser = await launchFirefox();
    cleanUp.defer(async () => await browser.close());
    const page = await browser.newPage();
    await page.goto(plain);
    const status = async (): Promise<string | undefined> =>
      await page.$eval(STATUS, (element) => element.textContent ?? undefined);
    expect(await status()).toContain('does not trust');
    await expect(page.goto(secure)).rejects.toThrow(/SEC_ERROR_UNKNOWN_ISSUER|ssl|cert/iu);
  });

  test('a passed warning: the console has a secure context', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const { secure } = await startHome(cleanUp);
    const browser = await launchFirefox({}, { acceptInsecureCerts: true });
    cleanUp.defer(async () => await browser.close());
    const page = await browser.newPage();
    await page.goto(secure);
    expect(await page.evaluate(abilities)).toMatchObject({ isSecure: true, hasSubtle: true });
  });

  test('a trusted authority: the page leads to the console, which installs its service worker', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const { plain, secure, authority, profile } = await startHome(cleanUp);
    trustAuthority(authority, profile);
    const browser = await launchFirefox({}, { userDataDir: profile });
    cleanUp.defer(async () => await browser.close());
    const page = await browser.newPage();
    await page.goto(plain);
    await expect.poll(() => page.url()).toContain(secure);
    await expect
      .poll(async () => await page.evaluate(abilities))
      .toEqual({ isSecure: true, hasSubtle: true, hasWorker: true });
  });
});
