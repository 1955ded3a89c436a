/** @module Opening a link for a stored device: its changes are kept only after they have worked, and replace nothing that works. */
import { randomBytes } from 'node:crypto';
import { earlyMessages } from '@longwire/protocol';
import type { BrowserContext } from '@playwright/test';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';

/** The token of a device as this browser stores it, and the one to be tried. */
async function tokensOf({ page }: ConsolePage, deviceId: string): Promise<unknown> {
  return await page.evaluate(async (deviceId) => {
    const opening = indexedDB.open('longwire');
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    const all = opening.result.transaction('devices').objectStore('devices').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    const row = all.result.find((each) => each.deviceId === deviceId);
    return { kept: row?.sct, offered: row?.offered?.sct };
  }, deviceId);
}

/** Keeps the browser's device storage busy until the page is left: pending writes wait, and are lost with it. */
async function keepDevicesBusy({ page }: ConsolePage): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('longwire');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const devices = opening.result.transaction('devices', 'readwrite').objectStore('devices');
    const stay = (): void => devices.count().addEventListener('success', stay);
    stay();
  });
}

const TOKEN_REJECTED = 4002;

interface Login {
  /** Its first messages may leave in here (docs/protocol/early.md). */
  readonly protocols: string;
  firstText?: string;
  closeCode?: number;
}

/** Records the first message of each socket of the context's pages, and its close code. */
async function watchLogins(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const logins: Login[] = [];
    Reflect.set(window, 'logins', logins);
    window.WebSocket = class extends WebSocket {
      readonly #login: Login;

      constructor(url: string | URL, protocols: string | string[] = []) {
        super(url, protocols);
        this.#login = { protocols: String(protocols) };
        logins.push(this.#login);
        this.addEventListener('close', ({ code }) => (this.#login.closeCode = code));
      }

      override send(data: string): void {
        this.#login.firstText ??= data;
        super.send(data);
      }
    };
  });
}

/** The close codes of the sockets that logged in with a token since the page was loaded; `null` for an open one. */
async function loginsWith({ page }: ConsolePage, sct: string): Promise<unknown> {
  const logins = await page.evaluate((): readonly Login[] => Reflect.get(window, 'logins'));
  return logins
    .filter(({ protocols, firstText = '' }) =>
      [...earlyMessages(protocols), firstText].some((text) => text.includes(sct)),
    )
    .map(({ closeCode }) => closeCode ?? null);
}

const linkTest = test.extend<{
  /** The device with a token that no other test uses. */
  readonly own: Device;
  /** Opens the device by its own link, and then another link with this token, or with none. */
  readonly openOther: (sct: string | undefined) => Promise<ConsolePage>;
}>({
  own: async ({ device, shared }, use) =>
    await use({ ...device, sct: await shared.service.addToken(device.deviceId) }),
  openOther: async ({ context, own, openPage, shared }, use) => {
    await watchLogins(context);
    await use(async (sct) => {
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, own)));
      const { page } = tab;
      await expect(tab.whoAmI).toContainText('admin');
      // An existing connection is not given up for another token.
      await page.goto('about:blank');
      const { productId: p, deviceId: d } = own;
      const link = new URLSearchParams({ p, d, ...(sct === undefined ? {} : { sct }) });
      await page.goto(`${shared.service.url}/#${link}`);
      await expect(tab.whoAmI).toContainText('admin');
      await expect(tab.badge).toHaveText('Verified');
      return tab;
    });
  },
});

linkTest(
  'a link without a token keeps the device connected by the stored one',
  async ({ own, openOther }) => {
    const tab = await openOther(undefined);
    const tokens = async () => await tokensOf(tab, own.deviceId);
    await expect.poll(tokens).toEqual({ kept: own.sct, offered: undefined });
    await tab.page.reload();
    await expect(tab.whoAmI).toContainText('admin');
  },
);

linkTest(
  'a link with another token changes nothing until the stored token is no longer valid, and replaces it then',
  async ({ own, openOther, shared }) => {
    const { deviceId } = own;
    const sct = await shared.service.addToken(deviceId);
    const tab = await openOther(sct);
    const tokens = async () => await tokensOf(tab, deviceId);
    await expect.poll(tokens).toEqual({ kept: own.sct, offered: sct });
    expect(await loginsWith(tab, sct)).toEqual([]);
    await shared.service.revokeToken(own.sct);
    await expect.poll(tokens).toEqual({ kept: sct, offered: undefined });
    await expect(tab.whoAmI).toContainText('admin');
    await tab.page.reload();
    await expect(tab.whoAmI).toContainText('admin');
    expect(await loginsWith(tab, own.sct)).toEqual([]);
    expect(await loginsWith(tab, sct)).not.toEqual([]);
  },
);

linkTest(
  'a link with a token that is no longer valid is forgotten with the stored token',
  async ({ own, openOther, shared }) => {
    const wrong = 'lw_not_valid_any_more';
    const tab = await openOther(wrong);
    const tokens = async () => await tokensOf(tab, own.deviceId);
    await expect.poll(tokens).toEqual({ kept: own.sct, offered: wrong });
    await shared.service.revokeToken(own.sct);
    await expect.poll(tokens).toEqual({ kept: own.sct, offered: undefined });
    expect(await loginsWith(tab, wrong)).toEqual([TOKEN_REJECTED]);
  },
);

test('a link for another user with a wrong password asks that user for the right one', async ({
  connectClient,
  device,
  openPage,
  shared,
}) => {
  const admin = await connectClient();
  await admin.logInAsAdmin(device);
  const bob = await admin.createUser(`bob-${randomBytes(4).toString('hex')}`, 'Standard');
  const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device)));
  const { page } = tab;
  await expect(tab.whoAmI).toContainText('admin');
  await page.goto(pairingLink(shared.service.url, device, { u: bob.username, pwd: `${bob.password}x` }));
  await page.getByRole('button', { name: `Become ${bob.username}` }).click();
  const form = page.getByTestId('login-form');
  await expect(form).toContainText('The password in the link is wrong');
  await expect(form.getByLabel('User name')).toHaveValue(bob.username);
  await form.getByLabel('Password', { exact: true }).fill(bob.password);
  await keepDevicesBusy(tab);
  await form.getByRole('button', { name: 'Log in' }).click();
  await expect(tab.whoAmI).toContainText(bob.username);
  // Before the browser could store whose certificate it is.
  await page.reload();
  await expect(tab.whoAmI).toContainText(bob.username);
});
