/** @module The doctor's screen with networks in between: blocked UDP, silent relays, relays that refuse. */
import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../harness/accessibility.ts';
import { DoctorPage } from '../harness/console-doctor.ts';
import { ConsolePage } from '../harness/console-page.ts';
import { PAGE_ORIGIN } from '../harness/link-browser.ts';
import { expect, test, type RelayWorld } from '../harness/relay-fixtures.ts';
import { goTo } from '../harness/places.ts';

/** Browsers wait some ten seconds for a silent server, and up to thirty for candidate pairs. */
test.describe.configure({ timeout: 150_000 });

/** Opens the console in a tab, and types the device in. */
async function addDevice(world: RelayWorld, page: Page): Promise<DoctorPage> {
  const doctor = new DoctorPage(page, PAGE_ORIGIN);
  await doctor.addByHand(await world.device('longwire'), world.service.webSocketUrl);
  return doctor;
}

test('with UDP blocked, the relay over TCP or TLS remains, and the path shows it', async ({ world }) => {
  const device = await world.device('longwire');
  const restore = world.blockUdp();
  try {
    const page = await world.openPage();
    const doctor = await addDevice(world, page);
    await expect(new ConsolePage(page).badge).toHaveText('Verified', { timeout: 60_000 });
    await goTo(page, 'Connection');
    await expect(page.getByTestId('path')).toHaveAttribute('data-path', 'relayed');
    await expect(page.getByTestId('path-sentence')).toContainText(/Through a relay.*over T(CP|LS)/u);
    await doctor.open(device);
    await doctor.expectConclusion('udpBlocked', 'Your network blocks UDP.');
    await expect(doctor.conclusion).toContainText('Connecting works anyway.');
    await expect(doctor.check('network')).toContainText('blocked');
    await page.context().close();
  } finally {
    restore();
  }
});

test('in a working network each relay answers, and the device is reached', async ({ world }) => {
  const page = await world.openPage();
  const doctor = await addDevice(world, page);
  await doctor.open(await world.device('longwire'));
  await doctor.expectConclusion('allWell', 'All is well.');
  await expect(doctor.check('network')).toHaveAttribute('data-mark', 'good');
  await page.context().close();
});

test("the doctor reports that the relay refuses the service's credentials", async ({ world }) => {
  const username = `${Math.floor(Date.now() / 1000) + 600}:forged`;
  const page = await world.openPage({ credentials: { username, credential: 'forged-canary' } });
  const device = await world.device('longwire');
  const doctor = await addDevice(world, page);
  await doctor.open(device);
  await doctor.expectConclusion('relayRefused', 'The relay refuses the credentials of the service.');
  await expect(doctor.check('network')).toContainText('refuses the service’s credentials (401)');
  // The device's own relay still accepts them.
  await expect(doctor.conclusion).toContainText('Connecting works anyway.');
  expect(await doctor.report()).not.toContain('forged-canary');
  await page.context().close();
});

test('when no relay answers, the failure lists the attempts, and the doctor reports that the relay cannot be reached', async ({
  world,
}) => {
  await world.turn.kill();
  try {
    const page = await world.openPage();
    const doctor = await addDevice(world, page);
    const { failure } = new ConsolePage(page);
    await expect(failure).toHaveAttribute('data-failure', 'noPath', { timeout: 60_000 });
    await expect(failure.getByTestId('tried')).toContainText('own address');
    await expect(failure.getByTestId('tried')).toContainText('none could be used');
    await expect(failure).toContainText('No path through the networks in between.');
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      expect(await new ConsolePage(page).overflow()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await failure.getByRole('button', { name: 'Find the problem' }).click();
    await doctor.expectConclusion('relayUnreachable', 'The relay cannot be reached.');
    await expect(doctor.check('way')).toContainText('fails');
    await page.context().close();
  } finally {
    await world.turn.restart();
  }
});
