/** @module The screen when connecting fails, and its button: each row of the table of errors, produced for real. */
import { expectFitsScreens } from '../harness/accessibility.ts';
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { PHONE_DARK } from '../harness/screens.ts';

/** The content of a failure screen. */
interface Shown {
  readonly kind: string;
  readonly words: readonly string[];
  readonly button: string;
}

async function expectFailure(page: Page, { kind, words, button }: Shown): Promise<void> {
  const tab = new ConsolePage(page);
  await expect(tab.failure).toHaveAttribute('data-failure', kind);
  for (const text of words) await expect(tab.failure).toContainText(text);
  await expect(tab.failure.getByRole('button', { name: button })).toBeVisible();
  await expectFitsScreens(page);
}

/** Close codes of a device, and what the console shows for each. */
const CLOSED_WITH = [
  [
    '4001',
    {
      kind: 'denied',
      words: ['The device refused this connection.', 'Ask its owner'],
      button: 'Try as another user',
    },
  ],
  ['4010', { kind: 'deviceFault', words: ['The device reported a fault.', 'Details'], button: 'Try now' }],
  ['1000', { kind: 'deviceClosed', words: ['The device ended the connection.'], button: 'Try now' }],
] as const;

test.describe('on a phone, dark', () => {
  test.use(PHONE_DARK);

  for (const [code, shown] of CLOSED_WITH) {
    test(`a device that closes with ${code} is reported with a remedy`, async ({
      openPage,
      shared,
      start,
    }) => {
      const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', code] });
      await expectFailure(await openPage(pairingLink(shared.service.url, device)), shown);
    });
  }

  test('a device that refuses every stranger offers to log in as another user, and accepts that one', async ({
    openPage,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, 'deployed', { args: ['--refuse-with', '4001'] });
    const page = await openPage(pairingLink(shared.service.url, device));
    const tab = new ConsolePage(page);
    await expect(tab.failure).toHaveAttribute('data-failure', 'denied');
    await device.child.kill();
    start.child(await device.startAgain([]));
    await page.getByRole('button', { name: 'Try as another user' }).tap();
    const form = page.getByTestId('login-form');
    await expect(form).toBeVisible();
    await expect(tab.failure).toHaveCount(0);
    expect((await tab.sentPaths()).filter((path) => path.includes('password'))).toEqual([]);
    await form.getByLabel('User name').fill(device.username);
    await form.getByRole('textbox', { name: 'Password' }).fill(device.password);
    await form.getByRole('button', { name: 'Log in', exact: true }).tap();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
  });

  test('unknown ids are shown, to be compared with the label, and can be edited', async ({
    device,
    openPage,
    shared,
  }) => {
    for (const parts of [{ p: 'pr-none' }, { d: 'de-none' }]) {
      const page = await openPage(pairingLink(shared.service.url, device, parts));
      const { p = device.productId, d = device.deviceId }: { p?: string; d?: string } = parts;
      const words = ['No such device.', 'label', 'Product id', p, 'Device id', d];
      await expectFailure(page, { kind: 'noSuchDevice', words, button: 'Edit the ids' });
      const buttons = new ConsolePage(page).failure.getByRole('button');
      await expect(buttons).toHaveText(['Edit the ids', 'Connect again']);
      await page.getByRole('button', { name: 'Edit the ids' }).tap();
      await expect(page.getByLabel('Product id')).toHaveValue(p);
      await expect(page.getByLabel('Device id')).toHaveValue(d);
      await page.close();
    }
  });

  test('a revoked token leads to pasting a new link', async ({ device, openPage, shared }) => {
    const sct = `lw_${randomBytes(24).toString('base64url')}`;
    const page = await openPage(pairingLink(shared.service.url, device, { sct }));
    const words = ['This link is no longer valid.'];
    await expectFailure(page, { kind: 'tokenRejected', words, button: 'Paste a new link' });
    await page.getByRole('button', { name: 'Paste a new link' }).tap();
    await expect(page.getByLabel('Link', { exact: true })).toBeVisible();
  });

  test('a service that does not answer in time is tried again by the button, and answers', async ({
    openPage,
    shared,
    start,
  }) => {
    const service = await start.service({ args: ['--login-timeout-ms', '500'] });
    const device = await start.device(service, 'longwire');
    let isDeaf = true;
    const proxy = await start.proxy({
      upstream: service.webSocketUrl,
      rewrite: ({ message }) => (isDeaf && message.type === 20 ? undefined : message),
    });
    const page = await openPage(`${shared.service.url}/`);
    await new DoctorPage(page, shared.service.url).addByHand(device, proxy.url);
    const words = ['The service did not answer in time.'];
    await expectFailure(page, { kind: 'timeout', words, button: 'Find the problem' });
    // Long before the next automatic attempt, so that the press comes first.
    await expect(page.getByTestId('retry')).toContainText(/\b(?:[3-9]|\d\d) s/u, { timeout: 60_000 });
    isDeaf = false;
    await page.getByRole('button', { name: 'Try now' }).tap();
    await expect(new ConsolePage(page).whoAmI).toHaveText('admin · Administrator');
  });

  test('an unreachable service shows whether the browser is online, the address, a retry button and the doctor', async ({
    device,
    openPage,
    shared,
  }) => {
    const page = await openPage(`${shared.service.url}/`);
    await new DoctorPage(page, shared.service.url).addByHand(device, 'ws://127.0.0.1:9');
    const words = ['The service cannot be reached.', 'ws://127.0.0.1:9', 'This browser', 'has a network'];
    await expectFailure(page, { kind: 'unreachable', words, button: 'Try now' });
    await page.getByRole('button', { name: 'Find the problem' }).tap();
    await expect(page).toHaveURL(/#\/doctor\//u);
  });

  test('a browser that is offline says so', async ({ context, device, openPage, shared }) => {
    const page = await openPage(`${shared.service.url}/`);
    await new DoctorPage(page, shared.service.url).addByHand(device, 'ws://127.0.0.1:9');
    await expect(new ConsolePage(page).failure).toHaveAttribute('data-failure', 'unreachable');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Try now' }).tap();
    await expectFailure(page, {
      kind: 'offlineHere',
      words: ['You are offline.'],
      button: 'Try now',
    });
  });

  test('after five wrong passwords the form says how long to wait', async ({ openPage, shared, start }) => {
    const device = await start.device(shared.service, 'longwire');
    const page = await openPage(pairingLink(shared.service.url, device, { pwd: 'wrong password 1' }));
    await expect(page.getByTestId('login-form').getByText('The password in the link is wrong')).toBeVisible();
    const submit = page.getByRole('button', { name: 'Log in', exact: true });
    for (let tries = 2; tries <= 5; tries += 1) {
      await page.getByRole('textbox', { name: 'Password' }).fill(`wrong password ${tries}`);
      await submit.tap();
      const words = tries < 5 ? 'Wrong user name or password.' : /Too many wrong passwords\. Wait \d+ s/u;
      await expect(page.getByTestId('login-form').getByText(words)).toBeVisible();
    }
    await expect(submit).toBeDisabled();
  });
});
