/** @module https under a public name: with a certificate of an ACME server (Pebble), and behind a proxy that has one (Caddy). */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { pebbleUrl, startPebble } from '../../packages/signaling/src/test-support/pebble.fixture.ts';
import { caddyPorts, startCaddy } from '../../scripts/deploy/caddy.fixture.ts';
import { CHROMIUM } from '../../scripts/system-browser.ts';
import { CHROMIUM_FLAGS } from '../harness/chromium-flags.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { startDevice } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Service } from '../harness/service.ts';
import { CHROMIUM_TRUST, trustAuthority } from '../harness/trust-authority.ts';

test.use({ serviceWorkers: 'allow' });

/** A name that only these tests know. */
const DOMAIN = 'cam.example.test';

/** The file of the authority that browser and device trust. */
const AUTHORITY = 'authority.pem';

test.setTimeout(120_000);

/** A browser that trusts an authority (PEM) and finds the name on loopback. */
async function openTrusting(
  cleanUp: AsyncDisposableStack,
  directory: string,
  authority: string,
): Promise<Page> {
  const file = join(directory, AUTHORITY);
  writeFileSync(file, authority);
  trustAuthority(file, join(directory, CHROMIUM_TRUST));
  const browser = await chromium.launch({
    executablePath: await CHROMIUM.ensure(),
    env: { ...process.env, HOME: directory },
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`],
  });
  cleanUp.defer(async () => await browser.close());
  return await browser.newPage({ locale: 'en-US' });
}

function makeFolder(cleanUp: AsyncDisposableStack): string {
  const folder = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-public-'))).path;
  return folder;
}

/** Whether the page is one that a browser trusts fully. */
const abilities = async (): Promise<{ isSecure: boolean; hasWorker: boolean }> => ({
  isSecure: window.isSecureContext,
  hasWorker: (await navigator.serviceWorker.getRegistrations()).length > 0,
});

test('a name of its own: the service gets a certificate, and the console opens without a warning', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const directory = makeFolder(cleanUp);
  const [port, plainPort, acmePort] = [await freePort(), await freePort(), await freePort()];
  const pebble = cleanUp.use(await startPebble({ port: acmePort, httpPort: plainPort, tlsPort: port }));
  const acme = [
    '--domain',
    DOMAIN,
    '--acme-server',
    pebbleUrl(acmePort),
    '--tls-directory',
    join(directory, 'tls'),
  ];
  const service = await Service.start({
    port,
    // Reason: the ACME server of the test has a certificate that only the test knows.
    within: ['env', `NODE_EXTRA_CA_CERTS=${pebble.certificateFile}`],
    args: [...acme, '--plain-port', String(plainPort)],
  });
  cleanUp.defer(async () => await service.stop());
  const page = await openTrusting(cleanUp, directory, await pebble.authority());
  // The service listens before the certificate has come.
  await expect(async () => await page.goto(`http://${DOMAIN}:${plainPort}/`)).toPass({ timeout: 60_000 });
  await page.waitForURL(`https://${DOMAIN}:${port}/**`);
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(async () => await page.evaluate(abilities)).toEqual({ isSecure: true, hasWorker: true });
});

test('behind a proxy with a certificate the console shows the verified device', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const directory = makeFolder(cleanUp);
  const ports = await caddyPorts();
  // Reason: the device's resolver knows no name of these tests.
  const host = 'localhost';
  const url = `https://${host}:${ports[1]}`;
  const service = await Service.start({ args: ['--trust-proxy', '--public-url', url] });
  cleanUp.defer(async () => await service.stop());
  const nodes = [new URL(service.url).host];
  const options = { serviceHost: host, devicesHost: 'devices.example.test', nodes };
  const caddy = cleanUp.use(await startCaddy(options, ports));
  const page = await openTrusting(cleanUp, directory, caddy.ca);
  // The proxy accepts connections before it has its certificate.
  await expect(async () => await page.goto(url)).toPass({ timeout: 60_000 });
  const device = await startDevice(service, 'longwire', {
    args: ['--service', url.replace('https', 'wss')],
    within: ['env', `NODE_EXTRA_CA_CERTS=${join(directory, AUTHORITY)}`],
  });
  cleanUp.defer(async () => await device.child.stop());
  await page.goto('about:blank');
  await page.goto(pairingLink(url, device));
  const tab = new ConsolePage(page);
  await expect(tab.badge).toHaveText('Verified');
  await tab.expectMovingPicture();
  expect(await page.evaluate(() => window.isSecureContext)).toBe(true);
});
