/** @module Texts of a hostile device are shown as text: none of them executes, and none breaks a screen's layout. */
import { accessibilityProblems } from '../harness/accessibility.ts';
import { expect, test } from '../harness/console-fixtures.ts';
import { LONG_WORD, MARKUP } from '../harness/hostile-words.ts';
import { HOSTILE_WORDS_DEVICE } from '../harness/paths.ts';
import { newName, openTab, person } from '../harness/people-fixtures.ts';
import { watchPolicy } from '../harness/policy-watch.ts';
import { body, status, write } from '../harness/requests-fixtures.ts';
import { PHONE } from '../harness/screens.ts';
import { goToRequests } from '../harness/places.ts';

test.use({ ...PHONE, viewport: { width: 320, height: 640 } });

test('names, people, resources, answers and refusals of a hostile device are shown as text', async ({
  context,
  createClient,
  openLink,
  shared,
  start,
}) => {
  const target = await start.device(shared.service, 'longwire', { main: HOSTILE_WORDS_DEVICE });
  const { deviceId, productId, sct } = target;
  const admin = await createClient({ deviceId, productId, sct });
  await admin.connect();
  await admin.logInAsAdmin(target);
  const { username } = await admin.createUser(newName(), 'Guest');
  await admin.page.evaluate(
    async ([username, words]) => {
      const { iam } = window.probe.connection;
      await iam.setFriendlyName(words);
      await iam.setDisplayName(username, words);
    },
    [username, MARKUP] as const,
  );

  const ran: string[] = [];
  await context.exposeFunction('boom', () => ran.push('boom'));
  const broken = await watchPolicy(context);
  const tab = await openLink({}, target);
  const { page } = tab;
  page.on('pageerror', ({ message }) => ran.push(message));
  const isWhole = async (): Promise<void> => {
    expect(await tab.overflow()).toBe(0);
    await expect(page.locator('img[src="x"], svg[onload]')).toHaveCount(0);
  };

  await openTab(page);
  await expect(page.getByText(MARKUP).first()).toBeVisible();
  await expect(person(page, username)).toContainText(MARKUP);
  await isWhole();
  expect(await accessibilityProblems(page)).toEqual([]);

  await goToRequests(page);
  const menu = page.getByTestId('resource-menu');
  await menu.locator('summary').click();
  await expect(menu.getByRole('button', { name: '/words' })).toContainText(MARKUP);
  await isWhole();

  for (const [path, code] of [
    ['/words', '2.05 Content'],
    ['/text', '2.05 Content'],
    ['/refused', '4.00 Bad request'],
  ] as const) {
    await write(page, 'GET', path);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(status(page)).toHaveText(code);
    await expect(body(page)).toContainText(MARKUP);
    await expect(body(page)).toContainText(LONG_WORD);
    await isWhole();
  }
  await page.getByRole('button', { name: 'All devices' }).click();
  await expect(page.getByTestId(`device-${deviceId}`)).toBeVisible();
  await isWhole();
  // Markup from these texts would be stopped by the policy, which reports it.
  expect([ran, broken]).toEqual([[], []]);
});
