/** @module The console on a phone: from a pairing link to live video, requests, and the failures on the way. */
import { randomBytes } from 'node:crypto';
import { encodeCbor } from '@longwire/protocol/cbor';
import { expect, test } from '../harness/console-fixtures.ts';
import { ConsolePage, NOTICE_MS, pairingLink } from '../harness/console-page.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import { openOldDevice } from '../harness/old-device.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { PHONE_DARK } from '../harness/screens.ts';
import { goTo, goToRequests } from '../harness/places.ts';

/** The colour of an active control over a picture. */
const MICROPHONE_ON = 'rgb(233, 164, 103)';

test.use(PHONE_DARK);

forEachKind(() => {
  test('a pairing link leads straight to live video of the verified device', async ({ device, openLink }) => {
    const tab = await openLink();
    await expect(tab.badge).toHaveText('Verified');
    await tab.expectMovingPicture();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    expect(await tab.overflow()).toBe(0);
    const kept = await tab.keptText();
    expect(kept).toContain(device.deviceId);
    expect(kept).not.toContain(device.password);
    expect(tab.page.url()).not.toContain(device.sct);
    const addresses = await tab.page.evaluate(() => window.navigation.entries().map(({ url }) => url));
    expect(addresses.filter((url) => url?.includes(device.sct) === true)).toEqual([]);

    await tab.whoAmI.tap();
    await expect(tab.page.getByRole('heading', { name: 'admin' })).toBeVisible();
    await tab.page.keyboard.press('Escape');
  });

  test('requests are sent and their answers shown', async ({ openLink }) => {
    const tab = await openLink();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    const { page } = tab;
    await goToRequests(page);
    await page.getByLabel('Method').selectOption('POST');
    await page.getByLabel('Path').fill('/echo');
    await page.getByLabel('Payload', { exact: true }).selectOption('json');
    await page.getByLabel('Payload text').fill('{"light": ');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(page.getByText('This is not JSON')).toBeVisible();
    await page.getByLabel('Payload text').fill('{"light": true}');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(page.getByTestId('answer-status')).toHaveText('2.01 Created');
    await expect(page.getByTestId('answer-body')).toContainText('"light": true');
    await page.getByLabel('Method').selectOption('GET');
    await page.getByLabel('Path').fill('/iam/me');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(page.getByTestId('answer-status')).toHaveText('2.05 Content');
    await expect(page.getByTestId('answer-body')).toContainText('Administrator');
    expect(await tab.overflow()).toBe(0);
  });

  test('a device with another key than expected leads to the red stop screen with both keys, after only the challenge was sent', async ({
    device,
    openLink,
  }) => {
    const tab = await openLink({ fp: 'ab'.repeat(32) });
    await expect(tab.stopScreen).toContainText('This is not your device');
    const keys = (await tab.stopScreen.locator('dd').allTextContents()).map((key) =>
      key.replaceAll(/\W/gu, ''),
    );
    expect(keys).toEqual(['ab'.repeat(32), device.fingerprint]);
    expect(await tab.sentPaths()).toEqual(['/webrtc/challenge']);
    await expect(tab.page.getByRole('button', { name: 'Back to devices' })).toBeVisible();
    expect(await tab.overflow()).toBe(0);
  });

  test('a wrong password is reported at the field, and the right one logs in', async ({
    device,
    openLink,
  }) => {
    const tab = await openLink({ pwd: 'not-the-password' });
    const { page } = tab;
    await expect(page.getByTestId('login-form').getByText('The password in the link is wrong')).toBeVisible();
    await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
    await page.getByRole('button', { name: 'Log in' }).tap();
    await expect(tab.whoAmI).toHaveText('admin · Administrator');
    await tab.expectMovingPicture();
  });

  test('a user who may not see the camera reads why', async ({ connectClient, device, openLink }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const user = await admin.createUser(`blind-${randomBytes(4).toString('hex')}`, 'Unpaired');
    const tab = await openLink({ u: user.username, pwd: user.password });
    await expect(tab.whoAmI).toContainText(user.username);
    await expect(tab.page.getByText('Your role does not allow you to see this.')).toBeVisible();
  });

  test('the microphone is heard at the device', async ({ connectClient, device, openLink }) => {
    const listener = await connectClient();
    await listener.logInAsAdmin(device);
    const heard = async (): Promise<unknown> => (await listener.requestJson('GET', '/talk')).json;
    const tab = await openLink();
    await tab.expectMovingPicture();
    const before = await heard();
    await tab.page.getByRole('button', { name: 'Talk' }).tap();
    const talking = tab.page.getByRole('button', { name: 'Talking' });
    await expect(talking).toBeVisible();
    // Also when the mouse no longer hovers over it.
    await tab.page.mouse.move(0, 0);
    await expect(talking).toHaveCSS('background-color', MICROPHONE_ON);
    await expect.poll(heard).not.toEqual(before);
  });

  test('when the device goes away the last picture stays, with a notice', async ({
    kind,
    openLink,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, kind);
    const tab = await openLink({}, device);
    await tab.expectMovingPicture();
    const picture = tab.video.locator('canvas');
    await expect(picture).toHaveCSS('filter', 'none');
    await device.child.kill();
    await expect(tab.recovering).toContainText('Reconnecting, attempt', { timeout: NOTICE_MS });
    await expect(picture).toBeVisible();
    // Nothing old is shown as current.
    await expect(picture).toHaveCSS('filter', /grayscale/u);
    // One banner says it, not each tile.
    await expect(tab.video.locator('.lw-tile-wait')).toHaveCount(0);
    await expect(tab.badge).toHaveText('Not connected');
    await expect(tab.recovering).toHaveAttribute('data-failure', 'offline');
    await expect(tab.page.getByTestId('retry')).toBeVisible();
    await device.startAgain();
    // The service reports that the device has attached, so the button need not be pressed.
    await tab.expectMovingPicture();
    await expect(picture).toBeHidden();
  });
});

test('a changed role, and then a removal, is shown while the page is open', async ({
  connectClient,
  device,
  openLink,
}) => {
  const admin = await connectClient();
  await admin.logInAsAdmin(device);
  const { username, password } = await admin.createUser(
    `guest-${randomBytes(4).toString('hex')}`,
    'Standard',
  );
  const tab = await openLink({ u: username, pwd: password });
  const { page } = tab;
  await expect(tab.whoAmI).toHaveText(`${username} · Standard`);
  await tab.expectMovingPicture();
  await expect(page.getByRole('button', { name: 'Talk', exact: true })).toBeVisible();
  const role = { payload: encodeCbor('Guest'), contentFormat: 60 };
  expect((await admin.request('PUT', `/iam/users/${username}/role`, role)).statusCode).toBe(204);
  await expect(tab.whoAmI).toHaveText(`${username} · Guest`);
  await expect(page.getByRole('button', { name: 'Talk', exact: true })).toHaveCount(0);
  await tab.expectMovingPicture();
  expect(await tab.overflow()).toBe(0);
  expect((await admin.request('DELETE', `/iam/users/${username}`)).statusCode).toBe(202);
  const form = page.getByTestId('login-form');
  await expect(form.getByText('The device no longer knows you.')).toBeVisible();
  expect(await tab.overflow()).toBe(0);
});

test('talking at a camera without a loudspeaker ends with a plain message, and its sound continues', async ({
  openLink,
  shared,
  start,
}) => {
  const camera = await start.device(shared.service, 'longwire', { main: HARD_PRESSED_DEVICE });
  const tab = await openLink({}, camera);
  const { page } = tab;
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'Unmute' }).tap();
  const talk = page.getByRole('button', { name: 'Talk', exact: true });
  for (let tries = 0; tries < 2; tries += 1) {
    await talk.tap();
    await expect(page.getByText('This camera has no loudspeaker.')).toBeVisible();
    await expect(talk).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByText('The device does not have it.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Mute' })).toBeEnabled();
  }
  const sounding = await tab.video
    .locator('audio')
    .evaluate(
      (audio) =>
        audio instanceof HTMLAudioElement &&
        !audio.muted &&
        audio.srcObject instanceof MediaStream &&
        audio.srcObject.getAudioTracks().some(({ readyState, muted }) => readyState === 'live' && !muted),
    );
  expect(sounding).toBe(true);
  expect(await tab.overflow()).toBe(0);
});

test('a device is added by hand: each field is checked, and the device is remembered', async ({
  device,
  openPage,
  shared,
}) => {
  const page = await openPage(`${shared.service.url}/`);
  const tab = new ConsolePage(page);
  await page
    .getByRole('link', { name: 'Add a device' })
    .or(page.getByRole('button', { name: 'Add a device' }))
    .first()
    .tap();
  await page.getByRole('radio', { name: 'Type it in' }).tap();
  const submit = page.getByRole('button', { name: 'Connect' });
  await submit.tap();
  await expect(page.getByText('Needed to find the device.').first()).toBeVisible();
  await page.getByLabel('Product id').fill('a product');
  await page.getByLabel('Device id').fill(device.deviceId);
  await page.getByLabel('Connection token').fill('x'.repeat(65));
  await page.getByLabel('Fingerprint').fill('12:34');
  await page.getByLabel('User name').fill('Not A Name');
  await page.getByRole('textbox', { name: 'Password' }).fill('abc');
  await submit.tap();
  for (const words of [
    'At most 64 characters, without spaces or slashes.',
    'At most 64 bytes.',
    '64 hex digits; colons are fine.',
    '1 to 64 of a–z, 0–9, dot, dash and underscore.',
    '4 to 64 bytes.',
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  expect(await tab.overflow()).toBe(0);
  await page.getByLabel('Product id').fill(device.productId);
  await page.getByLabel('Connection token').fill(device.sct);
  await page
    .getByLabel('Fingerprint')
    .fill(device.fingerprint.toUpperCase().replaceAll(/(..)(?=.)/gu, '$1:'));
  await page.getByLabel('User name').fill(device.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(device.password);
  await submit.tap();
  await expect(tab.badge).toHaveText('Verified');
  await tab.expectMovingPicture();
  await page.getByRole('button', { name: 'All devices' }).tap();
  await expect(page.getByTestId(`device-${device.deviceId}`)).toBeVisible();
  await page.reload();
  await expect(page.getByTestId(`device-${device.deviceId}`)).toBeVisible();
  expect(await tab.keptText()).not.toContain(device.password);
});

test('a pasted link is masked, can be shown and corrected, shows its content, and is used as it is', async ({
  context,
  device,
  openPage,
  shared,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openPage(`${shared.service.url}/#/add`);
  const tab = new ConsolePage(page);
  await page.getByLabel('Link', { exact: true }).fill('https://somewhere/else');
  await expect(page.getByText('This is not a complete link to a device')).toBeVisible();
  const link = pairingLink('https://console.example', device);
  const field = page.getByLabel('Link', { exact: true });
  const drawing = () =>
    field.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security'));
  await field.focus();
  await page.evaluate(async (text) => await navigator.clipboard.writeText(text), `${link.slice(0, -1)}!`);
  await field.press('ControlOrMeta+A');
  await field.press('ControlOrMeta+V');
  await expect(field).toBeFocused();
  expect(await drawing()).toBe('disc');
  // The person corrects the last character of what was pasted, and can see what they do.
  const eye = page.getByRole('button', { name: 'Show or hide the link' });
  await eye.tap();
  await expect(field).toBeFocused();
  expect(await drawing()).toBe('none');
  await field.press('End');
  await field.press('ControlOrMeta+End');
  await field.press('Backspace');
  await page.keyboard.insertText(link.slice(-1));
  await eye.tap();
  expect(await drawing()).toBe('disc');
  await expect(field).toHaveValue(link);
  const contents = page.getByTestId('link-contents');
  await expect(contents).toContainText(device.deviceId);
  await expect(contents).not.toContainText(device.password);
  await expect(contents).not.toContainText(device.sct);
  // The whole link is visible, with no line clipped, also after the field was left.
  const hiddenLines = () => field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(await hiddenLines()).toBe(0);
  await field.blur();
  expect(await hiddenLines()).toBe(0);
  expect(await page.evaluate(() => window.instruments.openSockets())).toBe(0);
  await page.getByRole('button', { name: 'Connect' }).tap();
  await tab.expectMovingPicture();
});

test('without a fingerprint the device is shown as not verified', async ({ device, openPage, shared }) => {
  const { fp: _, ...rest } = Object.fromEntries(
    new URLSearchParams(new URL(pairingLink(shared.service.url, device)).hash.slice(1)),
  );
  const tab = new ConsolePage(
    await openPage(`${shared.service.url}/#${new URLSearchParams(rest).toString()}`),
  );
  await expect(tab.badge).toHaveText('Not verified');
  await tab.expectMovingPicture();
});

test('an old device, whose proof is not bound to the connection, is verified only by a password login', async ({
  openPage,
  shared,
  start,
}) => {
  const { device, tab } = await openOldDevice({ service: shared.service, openPage, start });
  const { page } = tab;
  await expect(tab.whoAmI).toContainText('admin');
  const login = ['/p2p/pwd-auth/1', '/p2p/pwd-auth/2', '/iam/me'];
  expect((await tab.sentPaths()).slice(0, 4)).toEqual(['/webrtc/challenge', ...login]);

  await page.reload();
  await page.getByRole('button', { name: 'Skip login' }).tap();
  await expect(tab.badge).toHaveText('Not verified');
  await tab.whoAmI.tap();
  const card = page.locator('#who-am-i-details');
  await expect(card).toContainText('it is too old to prove that this connection is not intercepted');
  expect(await tab.overflow()).toBe(0);
  await page.keyboard.press('Escape');

  for (const name of ['People', 'Controls', 'Terminal']) {
    await goTo(page, name);
    await expect(page.getByTestId('secrets-gate')).toContainText('passwords included');
  }
  expect(await tab.overflow()).toBe(0);
  expect(await tab.sentPaths()).not.toContain('/iam/users');
  await page.getByRole('button', { name: 'Go on anyway' }).tap();
  await goTo(page, 'People');
  const you = page.getByTestId('you');
  await expect(you).toContainText('Log in to confirm it');
  await you.getByRole('button', { name: 'Log in' }).tap();
  await page.getByLabel('User name').fill(device.username);
  await page.getByLabel('Password', { exact: true }).fill(device.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await expect(tab.badge).toHaveText('Verified');
  await expect(you).toContainText('admin');
});

test("without a fingerprint, a key that differs from the first connection's is stopped before anything else is sent", async ({
  device,
  openPage,
  shared,
}) => {
  const { fp: _, ...rest } = Object.fromEntries(
    new URLSearchParams(new URL(pairingLink(shared.service.url, device)).hash.slice(1)),
  );
  const tab = new ConsolePage(
    await openPage(`${shared.service.url}/#${new URLSearchParams(rest).toString()}`),
  );
  const { page } = tab;
  await expect(tab.whoAmI).toContainText('admin');
  await expect.poll(async () => await tab.keptText()).toContain(device.fingerprint);
  // A reload before the browser's certificate has been sent would lead to the login form.
  await expect.poll(async () => (await tab.sentPaths()).join(' ')).toContain('/fingerprints/');
  await page.reload();
  await expect(tab.whoAmI).toContainText('admin');
  // As if another device had answered the first time.
  await page.evaluate(async () => {
    const opening = indexedDB.open('longwire');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('devices', 'readwrite').objectStore('devices');
    const rows = all.getAll();
    await new Promise((resolve) => rows.addEventListener('success', resolve));
    const put = all.put({ ...rows.result[0], firstFingerprint: 'ab'.repeat(32) });
    await new Promise((resolve) => put.addEventListener('success', resolve));
    opening.result.close();
  });
  await page.reload();
  await expect(tab.stopScreen).toContainText('another key than the first time');
  expect(await tab.sentPaths()).toEqual(['/webrtc/challenge']);
});
