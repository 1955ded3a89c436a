/** @module People in the console: who may use a device, inviting somebody, and coming in by an invite, a code or the open password. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { CHROMIUM_FLAGS, MICROPHONE_FLAG } from '../harness/chromium-flags.ts';
import { ConsolePage, pairingLink, type LinkParts } from '../harness/console-page.ts';
import type { Device } from '../harness/device.ts';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKindOf } from '../harness/for-each-kind.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { bmpOf, pictureOfCode, y4mOf } from '../harness/qr-picture.ts';
import { PHONE } from '../harness/screens.ts';

const peopleTest = test.extend<{
  /** Opens the people of a device as its administrator. */
  readonly openPeople: (device: Device, parts?: LinkParts) => Promise<ConsolePage>;
  /** Opens an address in a browser profile of its own. */
  readonly openElsewhere: (address: string) => Promise<ConsolePage>;
}>({
  openPeople: async ({ openPage, shared }, use) => {
    await use(async (device, parts) => {
      const tab = new ConsolePage(await openPage(pairingLink(shared.service.url, device, parts)));
      await expect(tab.whoAmI).toContainText(parts?.u ?? device.username);
      await openTab(tab.page);
      return tab;
    });
  },
  openElsewhere: async ({ browser }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (address) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(address);
      return new ConsolePage(page);
    });
    for (const context of contexts) await context.close();
  },
});

async function openTab(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
}

/** A device that is killed is missed by then. */
const AWAY_MS = 30_000;

const person = (page: Page, username: string) => page.getByTestId(`person-${username}`);

/** A name that nobody has, on a device that tests share. */
const newName = (): string => `anna-${randomBytes(3).toString('hex')}`;

/** Fills the form and gives the link that is shown once. Deployed devices do not list their roles. */
async function invite(page: Page, username: string, role = 'Guest'): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('form', { name: 'Invite somebody' });
  await form.getByLabel('User name').fill(username);
  const field = form.getByLabel('Role');
  await expect(field).toBeEnabled();
  if (await form.getByRole('combobox').isVisible()) await field.selectOption(role);
  else await field.fill(role);
  await form.getByRole('button', { name: 'Make the link' }).click();
  const card = page.getByTestId('invitation');
  await expect(card.getByRole('heading', { name: `Invite for ${username}` })).toBeFocused();
  return await card.getByLabel('Link', { exact: true }).inputValue();
}

peopleTest.describe('on a phone', () => {
  peopleTest.use({ ...PHONE, colorScheme: 'dark' });

  forEachKindOf(peopleTest, () => {
    peopleTest(
      'an invite lets somebody in, who is known from then on and may not change others',
      async ({ device, openElsewhere, openPeople }) => {
        const admin = await openPeople(device);
        const name = newName();
        const link = await invite(admin.page, name);
        expect(await admin.overflow()).toBe(0);
        expect(await accessibilityProblems(admin.page)).toEqual([]);
        await admin.page.getByRole('button', { name: 'Done' }).click();
        await expect(admin.page.getByTestId('invitation')).toBeHidden();
        expect(await admin.keptText()).not.toContain(new URLSearchParams(link.split('#')[1]).get('pwd'));

        const anna = await openElsewhere(link);
        await expect(anna.whoAmI).toHaveText(`${name} · Guest`);
        await openTab(anna.page);
        await expect(anna.page.getByTestId('you')).toContainText(name);
        await expect(anna.page.getByText('Your role does not allow this.').first()).toBeVisible();
        await expect(anna.page.getByRole('button', { name: 'Invite somebody' })).toBeHidden();
      },
    );
  });

  peopleTest(
    'whoever comes back while the device is away finds what was known, and every part can be used',
    async ({ shared, start, openPeople }) => {
      const device = await start.device(shared.service, 'longwire');
      const tab = await openPeople(device);
      const { page } = tab;
      await person(page, device.username).locator('summary').first().click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: 'Requests', exact: true }).click();
      await device.child.kill();
      await expect(tab.recovering).toBeVisible({ timeout: AWAY_MS });
      await openTab(page);
      await expect(page.getByTestId('you')).toContainText(device.username);
      await expect(person(page, device.username)).toBeVisible();
      await expect(page.getByTestId('you').getByRole('button', { name: 'Log in' })).toHaveCount(0);
      await expect(page.getByText('Asking the device')).toHaveCount(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  peopleTest(
    'an invite works once: that browser stays known, another one is told to ask for a new invite',
    async ({ device, openElsewhere, openPeople }) => {
      const name = newName();
      const admin = await openPeople(device);
      const link = await invite(admin.page, name, 'Standard');
      const anna = await openElsewhere(link);
      await expect(anna.whoAmI).toHaveText(`${name} · Standard`);
      await anna.page.reload();
      await expect(anna.whoAmI).toHaveText(`${name} · Standard`);

      const late = await openElsewhere(link);
      await expect(
        late.page.getByTestId('login-form').getByText('This invite has been used already.'),
      ).toBeVisible();

      await admin.page.reload();
      await person(admin.page, name).locator('summary').first().click();
      await expect(person(admin.page, name)).toContainText('1 browser');
      await person(admin.page, name)
        .getByRole('button', { name: /^Remove Chrome/u })
        .click();
      await person(admin.page, name).getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(person(admin.page, name)).toContainText('no browser');
      await anna.page.reload();
      await expect(anna.page.getByTestId('login-form')).toBeVisible();
    },
  );

  peopleTest(
    'the open password asks for a name; a name that is taken is said at the field',
    async ({ openElsewhere, openPeople, shared, start }) => {
      const device = await start.device(shared.service, 'longwire');
      const admin = await openPeople(device);
      await admin.page.getByRole('switch', { name: 'Open password' }).click();
      await admin.page.getByRole('button', { name: 'Show the open password and its link' }).click();
      const link = await admin.page.getByLabel('Link', { exact: true }).inputValue();

      const guest = await openElsewhere(link);
      const form = guest.page.getByTestId('name-form');
      await form.getByLabel('User name').fill('admin');
      await form.getByRole('button', { name: 'Come in' }).click();
      await expect(form.getByText('Somebody has this name already. Choose another.')).toBeVisible();
      await form.getByLabel('User name').fill('bob');
      await form.getByRole('button', { name: 'Come in' }).click();
      await expect(guest.whoAmI).toContainText('bob');
      await guest.page.reload();
      await expect(guest.whoAmI).toContainText('bob');
    },
  );
});

peopleTest.describe('on a desktop', () => {
  peopleTest.use({ viewport: { width: 1280, height: 800 } });

  peopleTest(
    'somebody is given a name, a role and a password, and removed; the device gets a name',
    async ({ device, openElsewhere, openPeople, shared }) => {
      const name = newName();
      const { page } = await openPeople(device);
      await invite(page, name);
      await page.getByRole('button', { name: 'Done' }).click();
      const anna = person(page, name);
      await anna.locator('summary').first().click();

      await anna.getByRole('button', { name: 'Change: Name', exact: true }).click();
      await anna.getByLabel('Name', { exact: true }).fill('ä'.repeat(33));
      await expect(anna.getByText('At most 64 bytes')).toBeVisible();
      await anna.getByLabel('Name', { exact: true }).fill('Änne');
      await page.keyboard.press('Enter');
      await expect(anna.locator('summary').first()).toContainText('Änne');
      await expect(anna.getByRole('button', { name: 'Change: Name', exact: true })).toBeFocused();

      await anna.getByLabel('Role').selectOption('Standard');
      await anna.getByRole('button', { name: 'Give the role Standard' }).click();
      await expect(anna.locator('summary').first()).toContainText('Standard');

      await anna.getByRole('button', { name: 'Change: Password' }).click();
      await anna.getByLabel('New password').fill('short');
      await anna.getByRole('button', { name: 'Set password' }).click();
      await expect(anna.getByText('8 to 64 bytes.')).toBeVisible();
      await anna.getByRole('button', { name: 'Make one up' }).click();
      await anna.getByRole('button', { name: 'Set password' }).click();
      const password = await anna.getByTestId('secret').locator('output').first().innerText();
      expect(password).toHaveLength(16);
      await anna.getByRole('button', { name: 'Done' }).click();

      const other = await openElsewhere(pairingLink(shared.service.url, device, { u: name, pwd: password }));
      await expect(other.whoAmI).toHaveText(`${name} · Standard`);

      await anna.getByRole('button', { name: 'Change: User name' }).click();
      await anna.getByLabel('User name').fill(`${name}.2`);
      await page.keyboard.press('Enter');
      const anne = person(page, `${name}.2`);
      await expect(anne).toBeVisible();

      await page.getByRole('button', { name: 'Change: Name of the device' }).click();
      await page.getByLabel('Name of the device').fill('Garden gate');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Garden gate').first()).toBeVisible();

      await anne.locator('summary').first().click();
      await anne.getByRole('button', { name: 'Remove Änne' }).click();
      await expect(anne.getByRole('button', { name: 'Keep' })).toBeFocused();
      await anne.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(anne).toBeHidden();
      await other.page.reload();
      await expect(other.page.getByTestId('login-form')).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});

/** A browser with another camera than that of the tests. */
async function launch(flags: readonly string[], without: readonly string[] = []): Promise<Browser> {
  return await launchChromium([...CHROMIUM_FLAGS.filter((flag) => !without.includes(flag)), ...flags]);
}

peopleTest.describe('scanning', () => {
  peopleTest(
    'the code of an invite is scanned by the camera, and shown before it is used',
    async ({ device, openPeople, shared }) => {
      const name = newName();
      const admin = await openPeople(device);
      await invite(admin.page, name);
      const code = admin.page.getByRole('img', { name: 'The link as a QR code' });
      const directory = mkdtempSync(join(tmpdir(), 'longwire-code-'));
      const video = join(directory, 'code.y4m');
      writeFileSync(video, y4mOf(await pictureOfCode(code, { width: 640, height: 480, scale: 5 })));

      await using browser = await launch([`--use-file-for-fake-video-capture=${video}`]);
      const page = await browser.newPage(PHONE);
      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByRole('heading', { name: 'This link holds' })).toBeFocused();
      const contents = page.getByTestId('link-contents');
      await expect(contents).toContainText(device.deviceId);
      await expect(contents).toContainText('This is an invite: it works once.');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(new ConsolePage(page).whoAmI).toHaveText(`${name} · Guest`);
      rmSync(directory, { recursive: true });
    },
  );

  peopleTest(
    'a camera that looks at something else, and a picture in its place',
    async ({ device, openPeople, page, shared }) => {
      const admin = await openPeople(device);
      await invite(admin.page, newName());
      const code = admin.page.getByRole('img', { name: 'The link as a QR code' });
      const buffer = bmpOf(await pictureOfCode(code, { width: 900, height: 700, scale: 6 }));

      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByTestId('scan-words')).toContainText('Hold the code in front of the camera');
      await expect(page.getByTestId('scan-words')).toContainText('Go closer');
      expect(await accessibilityProblems(page)).toEqual([]);
      const picture = page.locator('input[type=file]');
      const file = { name: 'code.bmp', mimeType: 'image/bmp' };
      await picture.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
      await expect(page.getByText('This file is no picture.')).toBeVisible();
      await picture.setInputFiles({ ...file, buffer });
      await expect(page.getByTestId('link-contents')).toContainText(device.deviceId);
    },
  );

  for (const [title, flags, without, words] of [
    ['no camera', ['--use-fake-device-for-media-stream=device-count=0'], [], 'There is no camera here.'],
    ['a camera that is not allowed', [], [MICROPHONE_FLAG], 'The camera is not allowed.'],
  ] as const) {
    peopleTest(`${title}: said, with what else there is`, async ({ shared }) => {
      await using browser = await launch(flags, without);
      const page = await browser.newPage(PHONE);
      if (flags.length === 0) {
        const protocol = await page.context().newCDPSession(page);
        const permission = { name: 'camera' };
        await protocol.send('Browser.setPermission', { permission, setting: 'denied' });
      }
      await page.goto(`${shared.service.url}/#/add`);
      await page.getByRole('radio', { name: 'Scan a code' }).check();
      await expect(page.getByTestId('scan-words')).toContainText(words);
      await expect(page.getByRole('button', { name: 'Try the camera again' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
    });
  }
});
