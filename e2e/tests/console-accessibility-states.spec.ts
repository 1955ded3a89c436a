/** @module Menus, errors and questions on the console's screens, checked by axe: each state once, alternating between a dark phone and a light desktop. */
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage, pairingLink } from '../harness/console-page.ts';
import { stopScreen, type Screen } from '../harness/console-screens.ts';
import { expect } from '../harness/fixtures.ts';
import { checkScreens } from '../harness/check-screens.ts';
import { openTab, peopleTest, person } from '../harness/people-fixtures.ts';
import { status, write } from '../harness/requests-fixtures.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** Time until a killed device is reported as gone, in milliseconds. */
const AWAY_MS = 60_000;

/** From a failed login to everything that a device's tabs open, in an order in which each leads to the next. */
const IN_DEVICE: readonly Screen[] = [
  [
    'login, a wrong password typed',
    async ({ page, device, url }) => {
      await page.goto(pairingLink(url, device, { pwd: 'not-the-password' }));
      const form = page.getByTestId('login-form');
      await form.getByRole('textbox', { name: 'Password' }).fill('nor-is-this');
      await form.getByRole('button', { name: 'Log in' }).click();
      await expect(form.getByText('Wrong user name or password.')).toBeVisible();
    },
  ],
  [
    'live, statistics',
    async ({ page, tab, device }) => {
      await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await tab.expectMovingPicture();
      await tab.more('Statistics');
    },
  ],
  [
    'live, more',
    async ({ page }) => {
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await expect(page.getByRole('checkbox')).toBeVisible();
    },
  ],
  [
    'live, recording',
    async ({ page }) => {
      await page.getByRole('button', { name: /^Record from now|^Record, with/u }).click();
      await expect(page.getByTestId('recording')).toBeVisible();
    },
  ],
  [
    'who I am',
    async ({ page, tab }) => {
      await page.getByRole('button', { name: 'Stop and save the recording' }).click();
      await tab.whoAmI.click();
      await expect(page.locator(':popover-open')).toBeVisible();
    },
  ],
  [
    'requests, an error',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await goToRequests(page);
      await write(page, 'GET', '/nothing/here');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(status(page)).toHaveText(/^4\.04/u);
    },
  ],
  [
    'people, an invite with mistakes',
    async ({ page }) => {
      await openTab(page);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  ],
  [
    'people, whether to remove a user',
    async ({ page, device }) => {
      const self = person(page, device.username);
      await self.locator('summary').first().click();
      await self.getByRole('button', { name: `Remove ${device.username}` }).click();
      await expect(self.getByRole('button', { name: 'Keep' })).toBeFocused();
    },
  ],
  [
    'people, the open password',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Keep' }).click();
      await page.getByRole('switch', { name: 'Open password' }).click();
      await page.getByRole('button', { name: 'Show the open password and its link' }).click();
      await page.getByTestId('invitation').locator('summary').first().click();
      await expect(page.getByLabel('Link', { exact: true })).toBeVisible();
    },
  ],
];

/** Notices and questions for a device that is already stored. */
const ABOUT_DEVICE: readonly Screen[] = [
  [
    'the doctor’s result',
    async ({ page, url }) => {
      await goTo(page, 'Connection');
      await page.getByRole('button', { name: 'Check the connection' }).click();
      await new DoctorPage(page, url).expectConclusion('withoutRelay', 'All is well here');
    },
  ],
  [
    'a link for another person',
    async ({ page, device, url }) => {
      await page.goto(pairingLink(url, device, { u: 'bob', pwd: 'not-the-password' }));
      await expect(page.getByRole('button', { name: 'Become bob' })).toBeVisible();
    },
  ],
  stopScreen('a link with another key than the stored one'),
  [
    'devices, the details of one',
    async ({ page, url, device }) => {
      await page.goto(`${url}/#/`);
      await page.getByRole('button', { name: `Details of ${device.deviceId}` }).click();
      await expect(page.getByText(`${device.productId} / ${device.deviceId}`)).toBeVisible();
    },
  ],
  [
    'devices, whether to remove one',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Remove…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
];

/** The picture when its device goes away. */
const GONE_DEVICE: readonly Screen[] = [
  [
    'live, reconnecting',
    async ({ page, tab, device, url }) => {
      await page.goto(`${url}/#/device/${device.productId}/${device.deviceId}/live`);
      await tab.expectMovingPicture();
      await device.child.kill();
      await expect(tab.recovering).toBeVisible({ timeout: AWAY_MS });
    },
  ],
  [
    'people, reconnecting',
    async ({ page, tab }) => {
      await openTab(page);
      await expect(tab.recovering).toBeVisible();
    },
  ],
];

/** By the link of the open password. */
const nameForm = (link: string): readonly Screen[] => [
  [
    'the form for a name',
    async ({ page }) => {
      await page.goto(link);
      await expect(page.getByTestId('name-form')).toBeVisible();
    },
  ],
  [
    'the form for a name, one that is taken',
    async ({ page, device }) => {
      const form = page.getByTestId('name-form');
      await form.getByLabel('User name').fill(device.username);
      await form.getByRole('button', { name: 'Join' }).click();
      await expect(form.getByText('This name is taken.')).toBeVisible();
    },
  ],
];

// Reason: all states one after the other, each checked by axe, and a device that has to be missed.
peopleTest.setTimeout(240_000);

peopleTest(
  "axe finds no violations in what a device's screens open, ask and report",
  async ({ openInNewProfile, openPage, shared, start }) => {
    const { url } = shared.service;
    const device = await start.device(shared.service, 'longwire');
    const page = await openPage(`${url}/`);
    const stage = { page, tab: new ConsolePage(page), device, url };
    await checkScreens(stage, IN_DEVICE);
    const openLink = await page.getByLabel('Link', { exact: true }).inputValue();
    const guest = await openInNewProfile(`${url}/`);
    await checkScreens({ ...stage, page: guest.page, tab: guest }, nameForm(openLink));
    await checkScreens(stage, ABOUT_DEVICE);
    await checkScreens(stage, GONE_DEVICE);
  },
);
