/** @module A browser is recognised by its own certificate: paired once, recognised after a reload, renewed in time, and refused with a reason. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import {
  arrive,
  depart,
  listedFingerprints,
  type Arrival,
  type Arrived,
  type Destination,
} from '../harness/identity-tab.ts';
import { sentPaths } from '../harness/sent-paths.ts';
import { optionsFor, type TestClient } from '../harness/test-client.ts';
import { loadTestPage, reloadTestPage } from '../harness/load-test-page.ts';

const DAY_MS = 24 * 3_600_000;
const HALF_A_YEAR_MS = 183 * DAY_MS;
const AN_HOUR_MS = 3_600_000;

/** Chromium's content setting for site data: pages may store nothing. */
const BLOCKED = 2;

interface User {
  readonly username: string;
  readonly password: string;
}

async function invite(admin: TestClient, device: Device): Promise<User> {
  await admin.logInAsAdmin(device);
  return await admin.createUser(`user-${randomBytes(4).toString('hex')}`, 'Standard');
}

function destinationOf(device: Device, signalingUrl: string): Destination {
  return { ...optionsFor(device, signalingUrl), fingerprint: device.fingerprint };
}

/** A device, and a user who logs in to it with a password. */
interface Invitation {
  readonly options: Destination;
  readonly credentials: User;
}

interface IdentityFixtures {
  /** At the worker's device, created by its administrator. */
  readonly invitation: Invitation;
  /** The administrator of a device of the test's own, which lets its users add certificates. */
  readonly ownership: Invitation;
  /** A page in a new browser profile where pages may store nothing. */
  readonly storelessPage: Page;
}

/** How long a browser may take to start, in milliseconds: on a busy machine that is most of a test's time. */
const BROWSER_TIMEOUT_MS = 60_000;

const identityTest = test.extend<IdentityFixtures>({
  invitation: async ({ connectClient, device, signalingUrl }, use) => {
    const credentials = await invite(await connectClient(), device);
    await use({ options: destinationOf(device, signalingUrl), credentials });
  },
  ownership: async ({ shared, start, kind, signalingUrl }, use) => {
    const args = kind === 'deployed' ? ['--own-fingerprints'] : [];
    const device = await start.device(shared.service, kind, { args });
    const { username, password } = device;
    await use({ options: destinationOf(device, signalingUrl), credentials: { username, password } });
  },
  storelessPage: [
    async ({ playwright, launchOptions }, use, testInfo) => {
      const profile = testInfo.outputPath('profile');
      mkdirSync(`${profile}/Default`, { recursive: true });
      const blocked = { profile: { default_content_setting_values: { cookies: BLOCKED } } };
      writeFileSync(`${profile}/Default/Preferences`, JSON.stringify(blocked));
      const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
      await use(await context.newPage());
      await context.close();
    },
    { timeout: BROWSER_TIMEOUT_MS },
  ],
});

/** Requests for a login that the page has sent since it was loaded. */
async function loginRequests(page: Page): Promise<number> {
  return (await sentPaths(page)).filter((path) => path.startsWith('/p2p/pwd-auth/')).length;
}

/** The certificate that a page keeps, asked to live for ten years. */
const keep = async (page: Page): Promise<{ fingerprint: string; days: number; isNew: boolean }> =>
  await page.evaluate(async () => {
    const identity = window.longwire.createBrowserIdentity({ lifetimeMs: 10 * 365 * 24 * 3_600_000 });
    const own = await identity.certificateFor({ productId: 'pr-kept', deviceId: 'de-kept' });
    if (own === undefined) throw new Error('the page has no certificate');
    return {
      fingerprint: own.certificate.getFingerprints()[0]?.value ?? '',
      days: Math.round((own.certificate.expires - Date.now()) / (24 * 3_600_000)),
      isNew: own.isNew,
    };
  });

test('a certificate lives for a year at most, keeps its fingerprint over a reload, and is shared by two tabs', async ({
  openPage,
}) => {
  const [page, other] = [await openPage(), await openPage()];
  const both = await Promise.all([keep(page), keep(other)]);
  expect(both[0].fingerprint).toBe(both[1].fingerprint);
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(both.map(({ days }) => days)).toEqual([365, 365]);
  await reloadTestPage(page);
  expect(await keep(page)).toEqual({ fingerprint: both[0].fingerprint, days: 365, isNew: false });
});

forEachKind(() => {
  identityTest(
    'a browser pairs by an invite, and is recognised after a reload without a password',
    async ({ invitation: { options, credentials }, openPage }) => {
      const page = await openPage();
      const paired = await arrive(page, options, { credentials, isInvite: true });
      expect(paired).toMatchObject({ kind: 'signed-in', by: 'password', isRemembered: true, isNew: true });
      await reloadTestPage(page);
      expect(await arrive(page, options)).toMatchObject({
        kind: 'signed-in',
        by: 'certificate',
        username: credentials.username,
        fingerprint: paired.fingerprint,
        events: [],
      });
      expect(await loginRequests(page)).toBe(0);
    },
  );

  identityTest(
    'a browser whose storage was wiped asks for a new invite, without trying a password',
    async ({ invitation: { options, credentials }, openPage }) => {
      const page = await openPage();
      await arrive(page, options, { credentials, isInvite: true });
      await page.evaluate(() => indexedDB.deleteDatabase('longwire-identity'));
      await reloadTestPage(page);
      const unknown = [{ event: 'unknown-to-device', reason: undefined }];
      expect(await arrive(page, options)).toMatchObject({ kind: 'unknown', isNew: true, events: unknown });
      expect(await loginRequests(page)).toBe(0);
      await depart(page);
      expect(await arrive(page, options, { credentials, isInvite: true })).toMatchObject({
        kind: 'unknown',
        events: unknown,
      });
    },
  );

  identityTest(
    'a browser that stores nothing logs in by password, uses up no invite, and throws no error',
    async ({ invitation: { options, credentials }, shared, storelessPage: page }) => {
      for (let visit = 0; visit < 2; visit += 1) {
        await page.goto(`${shared.pagesUrl}/test.html`);
        expect(await arrive(page, options, { credentials, isInvite: true })).toMatchObject({
          kind: 'signed-in',
          by: 'password',
          username: credentials.username,
          isRemembered: false,
          fingerprint: undefined,
          events: [{ event: 'unavailable', reason: 'failed' }],
        });
      }
    },
  );

  identityTest(
    'a certificate past half its life is replaced: the device stores the new one, the browser switches, and the old one is removed',
    async ({ openPage, ownership: { options, credentials } }) => {
      const page = await openPage();
      const first = await arrive(page, options, { credentials });
      expect(first).toMatchObject({ by: 'password', isRemembered: true });
      await depart(page);

      const due = await arrive(page, options, { aheadMs: HALF_A_YEAR_MS });
      expect(due).toMatchObject({
        by: 'certificate',
        fingerprint: first.fingerprint,
        events: [{ event: 'renewed', reason: undefined }],
      });
      expect(await listedFingerprints(page)).toHaveLength(2);
      // Another tab leaves the old one alone for as long as this one is connected with it.
      const other = await openPage();
      const later = { aheadMs: HALF_A_YEAR_MS + AN_HOUR_MS };
      const renewed = await arrive(other, options, later);
      expect(renewed).toMatchObject({ by: 'certificate', isNew: false, events: [] });
      expect(renewed.fingerprint).not.toBe(first.fingerprint);
      expect(await listedFingerprints(page)).toEqual([first.fingerprint, renewed.fingerprint]);
      await depart(page);
      await depart(other);

      await reloadTestPage(page);
      expect(await arrive(page, options, later)).toMatchObject({ by: 'certificate', events: [] });
      expect(await listedFingerprints(page)).toEqual([renewed.fingerprint]);
      expect(await loginRequests(page)).toBe(0);
    },
  );

  identityTest(
    'two tabs at the same time store one certificate and renew once',
    async ({ openPage, ownership: { options, credentials } }) => {
      const pages = [await openPage(), await openPage()];
      const arriveAll = async (how: Arrival): Promise<Arrived[]> =>
        await Promise.all(pages.map(async (page) => await arrive(page, options, how)));
      const first = await arriveAll({ credentials });
      expect(new Set(first.map(({ fingerprint }) => fingerprint)).size).toBe(1);
      for (const page of pages) await depart(page);
      const due = await arriveAll({ aheadMs: HALF_A_YEAR_MS });
      expect(due.map(({ by }) => by)).toEqual(['certificate', 'certificate']);
      expect(due.flatMap(({ events }) => events)).toEqual([{ event: 'renewed', reason: undefined }]);
      for (const page of pages) expect(await listedFingerprints(page)).toHaveLength(2);
    },
  );
});

test('a deployed device as shipped lets users add no certificates: the browser is recognised until its certificate expires, and warns in time', async ({
  connectClient,
  openPage,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'deployed');
  const options = destinationOf(device, shared.signalingUrl('deployed'));
  const admin = await connectClient(options);
  const credentials = await invite(admin, device);
  const page = await openPage();
  expect(await arrive(page, options, { credentials })).toMatchObject({
    by: 'password',
    isRemembered: false,
    events: [{ event: 'not-remembered', reason: undefined }],
  });
  await depart(page);
  await arrive(page, options, { credentials, isInvite: true });
  await depart(page);
  expect(await arrive(page, options, { aheadMs: HALF_A_YEAR_MS })).toMatchObject({
    by: 'certificate',
    isRemembered: true,
    events: [{ event: 'renewal-refused', reason: undefined }],
  });
});

forEachKind(() => {
  identityTest(
    'a browser pairs with the open password, and is recognised by its certificate',
    async ({ openPage, ownership: { options, credentials } }) => {
      const owner = await openPage();
      await arrive(owner, options, { credentials });
      const open = await owner.evaluate(async () => {
        const { iam } = window.probe.connection;
        await iam.setPairingMode('password-open-pairing', true);
        return (await iam.getSettings()).PasswordOpenPassword ?? '';
      });
      const guest = await (await owner.context().browser()?.newContext())?.newPage();
      if (guest === undefined) throw new Error('no other browser profile');
      await loadTestPage(guest, new URL(owner.url()).origin);
      expect(await arrive(guest, options, { credentials: { username: '', password: open } })).toMatchObject({
        kind: 'may-pair',
      });
      await guest.evaluate(async () => {
        await window.probe.connection.iam.pairPasswordOpen('guest-1');
      });
      await reloadTestPage(guest);
      expect(await arrive(guest, options)).toMatchObject({ by: 'certificate', username: 'guest-1' });
      await guest.context().close();
    },
  );
});
