/** @module `longwire up` as a household uses it: one command, a camera, and the link on a phone in the same network. */
import { existsSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test as base, type BrowserContext } from '@playwright/test';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { pebbleUrl, startPebble } from '../../packages/signaling/src/test-support/pebble.fixture.ts';
import { CHROMIUM } from '../../scripts/system-browser.ts';
import { linkIn } from '../harness/agent.ts';
import { CHROMIUM_FLAGS } from '../harness/chromium-flags.ts';
import { ConsolePage } from '../harness/console-page.ts';
import { HomeNetwork } from '../harness/home-network.ts';
import { PackedHousehold } from '../harness/packed-household.ts';
import { RtspCamera } from '../harness/rtsp-camera.ts';
import { makeCertificate } from '../harness/tls-certificate.ts';
import { CHROMIUM_TRUST, trustAuthority } from '../harness/trust-authority.ts';

/** A name that only the browser of these tests knows. */
const DOMAIN = 'cam.example.test';

interface HouseholdFixtures {
  readonly folder: string;
  readonly network: HomeNetwork;
  readonly camera: RtspCamera;
  readonly household: PackedHousehold;
  /** The options of a first start. */
  readonly firstStart: readonly string[];
  /** A phone in the network of the household. */
  readonly phone: BrowserContext;
}

const test = base.extend<HouseholdFixtures, { readonly installed: PackedHousehold }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  folder: async ({}, use) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'longwire-household-'));
    await use(folder.path);
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  network: async ({}, use) => {
    using network = new HomeNetwork();
    await use(network);
  },
  camera: async ({ folder, network }, use) => {
    const { within } = network.machine;
    const options = { directory: folder, sound: 'aac', user: 'viewer', password: 'secret', within } as const;
    const camera = await RtspCamera.create(options);
    await camera.switchOn();
    await use(camera);
    await camera.switchOff();
  },
  installed: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      using installed = await PackedHousehold.install();
      await use(installed);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  household: async ({ folder, installed }, use) => {
    await use(installed.in(join(folder, 'household')));
  },
  firstStart: async ({ camera }, use) => {
    await use(['up', '--name', 'Our house', '--camera', `Front door=${camera.address()}`]);
  },
  phone: async ({ network }, use) => {
    const browser = await chromium.launch({
      executablePath: await CHROMIUM.ensure(),
      args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${DOMAIN} ${network.address}`],
    });
    const viewport = { width: 390, height: 844 };
    await use(await browser.newContext({ ignoreHTTPSErrors: true, viewport, hasTouch: true }));
    await browser.close();
  },
});

// Reason: a camera, a household, commands and a browser are started, each a process of its own.
test.setTimeout(180_000);

async function openLink(phone: BrowserContext, url: string): Promise<ConsolePage> {
  const page = await phone.newPage();
  await page.goto(url);
  return new ConsolePage(page);
}

async function expectLive(tab: ConsolePage, user: string): Promise<void> {
  await expect(tab.badge).toHaveText('Verified');
  await expect(tab.whoAmI).toContainText(user);
  const { page } = tab;
  await expect(page.getByRole('heading', { name: 'Our house' })).toBeVisible();
  await expect(page.getByTestId('video-front-door-video')).toHaveAttribute('data-phase', 'playing');
  await tab.expectMovingPicture('front-door-video');
}

test('one command shows a camera on a phone; a second start keeps everything, and an invite works', async ({
  household,
  network,
  firstStart,
  phone,
}) => {
  const { within } = network.machine;
  const first = household.start(within, ...firstStart);
  await first.nextLine(/^pairing link: /u);
  const link = linkIn(first.log);
  expect(link.url).toContain(`https://${network.address}:8700/#`);
  const page = `To end the warning, open http://${network.address}:8701/`;
  await expect.poll(() => first.log).toContain(page);
  const admin = await openLink(phone, link.url);
  await expectLive(admin, 'admin');
  expect(await admin.overflow()).toBe(0);
  expect(statSync(household.directory).mode & 0o777).toBe(0o700);
  expect(await household.run(within, 'status')).toContain('admin');
  const doctor = household.start(within, 'doctor');
  await doctor.exited;
  expect(doctor.log).toContain('the certificate is trusted');

  await first.stop();
  expect(await first.exited).toBe(0);
  const second = household.start(within, 'up');
  await second.nextLine(/^longwire is running at /u);
  expect(second.log).not.toContain('pairing link');
  // The browser reconnects by itself, and the device recognizes it.
  await expectLive(admin, 'admin');

  const invited = await phone.browser()?.newContext({ ignoreHTTPSErrors: true });
  if (invited === undefined) throw new Error('the browser is gone');
  const invite = linkIn(await household.run(within, 'invite', 'anna'));
  await expectLive(await openLink(invited, invite.url), 'anna · Guest');
  await second.stop();
  expect(await second.exited).toBe(0);
});

test('a name with a certificate of its own is served under that name', async ({
  folder,
  household,
  network,
  firstStart,
  phone,
}) => {
  const { cert, key } = makeCertificate(folder, DOMAIN);
  const https = ['--domain', DOMAIN, '--tls-cert', cert, '--tls-key', key];
  const child = household.start(network.machine.within, ...firstStart, ...https);
  await child.nextLine(/^pairing link: /u);
  const { url } = linkIn(child.log);
  expect(url).toContain(`https://${DOMAIN}/#`);
  await expectLive(await openLink(phone, url), 'admin');
  await child.stop();
  expect(await child.exited).toBe(0);
});

test('a name alone: it gets a certificate by ACME, and a browser opens the link without a warning', async ({
  folder,
  household,
  network,
  firstStart,
}) => {
  await using cleanUp = new AsyncDisposableStack();
  const { gateway: host, address } = network;
  const port = await freePort();
  const pebble = cleanUp.use(await startPebble({ host, port, address, httpPort: 80, tlsPort: 443 }));
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, await pebble.authority());
  // Reason: only the test knows the ACME server and its authority.
  const trusted = join(folder, 'trusted.pem');
  writeFileSync(trusted, `${readFileSync(authority, 'utf8')}${readFileSync(pebble.certificateFile, 'utf8')}`);
  const within = [...network.knowing(folder, DOMAIN), 'env', `NODE_EXTRA_CA_CERTS=${trusted}`];
  const https = ['--domain', DOMAIN, '--acme-server', pebbleUrl(port, host)];
  const child = household.start(within, ...firstStart, ...https);
  await child.nextLine(/^getting the certificate of /u);
  await child.nextLine(/^pairing link: /u);
  const { url } = linkIn(child.log);
  expect(url).toContain(`https://${DOMAIN}/#`);

  trustAuthority(authority, join(folder, CHROMIUM_TRUST));
  const browser = await chromium.launch({
    executablePath: await CHROMIUM.ensure(),
    env: { ...process.env, HOME: folder },
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${DOMAIN} ${address}`],
  });
  cleanUp.defer(async () => await browser.close());
  const tab = await openLink(await browser.newContext({ viewport: { width: 390, height: 844 } }), url);
  await expectLive(tab, 'admin');
  expect(await tab.page.evaluate(() => window.isSecureContext)).toBe(true);

  const status = await household.run(within, 'status');
  expect(status).toContain(`address: https://${DOMAIN}/`);
  expect(status).not.toContain('without a warning');
  const doctor = household.start(within, 'doctor');
  expect(await doctor.exited, doctor.log).toBe(0);
  for (const line of [
    `public: https://${DOMAIN} leads to the service`,
    'certificate: valid for 1825 more days, renewal not due',
    'tls: the certificate is trusted',
  ])
    expect(doctor.log).toContain(`ok       ${line}`);
  await child.stop();
  expect(await child.exited).toBe(0);
});

test('a wrong password of a camera is said in words, and nothing is set up', async ({
  household,
  network,
  camera,
}) => {
  const wrong = camera.address('viewer:wrong@');
  const child = household.start(network.machine.within, 'up', '--camera', `Front door=${wrong}`);
  expect(await child.exited).toBe(1);
  expect(child.log).toContain(
    'Front door does not work, nothing was set up: it refuses the user name or password',
  );
  expect(child.log).not.toContain('wrong@');
  expect(existsSync(household.directory)).toBe(false);
});

test('without a terminal and without a camera the missing option is named', async ({ household }) => {
  const child = household.start([], 'up');
  expect(await child.exited).toBe(1);
  expect(child.log).toContain('no camera: give --camera rtsp://');
  expect(existsSync(household.directory)).toBe(false);
});
