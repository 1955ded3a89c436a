/** @module Rights that are revoked while in use: video, sound, the microphone and requests stop within a second. */
import { randomBytes } from 'node:crypto';
import { type CborValue } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { settledAfterMs } from '../harness/settled.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';
const AUDIO = 'frontdoor-audio';

/** "Within a second" of the answer to the change. */
const STOP_MS = 1000;

interface User {
  readonly username: string;
  readonly password: string;
}

async function put(client: TestClient, path: string, value: CborValue): Promise<number> {
  const body = { payload: encodeCbor(value), contentFormat: 60 };
  return (await client.request('PUT', path, body)).statusCode;
}
const status = async (client: TestClient, method: 'GET' | 'POST' | 'DELETE', path: string): Promise<number> =>
  (await client.request(method, path)).statusCode;

async function makeUser(admin: TestClient, role: string): Promise<User> {
  return await admin.createUser(`user-${randomBytes(4).toString('hex')}`, role);
}

/** Reason: received data is still being decoded for a while. */
const framesReceived = async (client: TestClient): Promise<number> =>
  await client.statistic('inbound-rtp', 'framesReceived');

async function talkPackets(client: TestClient): Promise<number> {
  const { json } = await client.requestJson('GET', '/talk');
  return typeof json === 'object' && json !== null && 'packets' in json ? Number(json.packets) : 0;
}

/** The answer to a wrong password. */
const wrong = async (client: TestClient): Promise<string> =>
  await client.authenticate('admin', 'a wrong guess').then(
    () => 'logged in',
    (error: unknown) => String(error instanceof Error && 'code' in error ? error.code : error),
  );

/** Asserts that the client sees nothing any more, and that requests fail. */
async function expectNothingLeft(client: TestClient): Promise<void> {
  expect(await settledAfterMs(async () => await framesReceived(client))).toBeLessThan(STOP_MS);
  expect(await status(client, 'GET', '/temperature')).toBe(403);
  expect(await client.requestTracks(VIDEO)).toBe(401);
  expect(await client.state()).toBe('connected');
}

/** Asserts that the video can be requested again: on a new track, since the stopped one stays and shows nothing. */
async function expectPictureAgain(client: TestClient): Promise<void> {
  const { length } = await client.trackIds();
  expect(await client.requestTracks(VIDEO)).toBe(201);
  await expect.poll(async () => (await client.trackIds()).length).toBeGreaterThan(length);
  await expectMovingPicture(client);
}

test.describe('a user whose video is running', () => {
  let admin: TestClient;
  let client: TestClient;
  let user: User;
  test.beforeEach(async ({ connectClient, device }) => {
    admin = await connectClient();
    await admin.logInAsAdmin(device);
    user = await makeUser(admin, 'Standard');
    client = await connectClient();
    await client.authenticate(user.username, user.password);
    expect(await client.requestTracks(VIDEO)).toBe(201);
    await expectMovingPicture(client);
  });

  test('loses the video when deleted', async () => {
    expect(await status(admin, 'DELETE', `/iam/users/${user.username}`)).toBe(202);
    await expectNothingLeft(client);
    expect(await status(client, 'GET', '/iam/me')).toBe(404);
  });

  test('loses the video when demoted', async () => {
    expect(await put(admin, `/iam/users/${user.username}/role`, 'Unpaired')).toBe(204);
    await expectNothingLeft(client);
    expect(await put(admin, `/iam/users/${user.username}/role`, 'Standard')).toBe(204);
    await expectPictureAgain(client);
  });

  test('loses the video when another user changes the password', async () => {
    expect(await put(admin, `/iam/users/${user.username}/password`, 'another password')).toBe(204);
    await expectNothingLeft(client);
    await client.authenticate(user.username, 'another password');
    await expectPictureAgain(client);
  });

  test('keeps the video after changing their own password', async () => {
    expect(await put(client, `/iam/users/${user.username}/password`, 'another password')).toBe(204);
    await expectMovingPicture(client);
  });

  test('loses the video when recognised by a certificate alone and that certificate is removed', async () => {
    expect(await status(client, 'POST', '/iam/pairing/password-invite')).toBe(201);
    expect(await client.whoAmI()).toMatchObject({ username: user.username });
    await expectMovingPicture(client);
    expect(await put(admin, `/iam/users/${user.username}/fingerprint`, null)).toBe(204);
    await expectNothingLeft(client);
  });

  test('loses the video when logging in as a user with fewer rights, on the same connection', async () => {
    const less = await makeUser(admin, 'Unpaired');
    await client.authenticate(less.username, less.password);
    await expectNothingLeft(client);
    await client.authenticate(user.username, user.password);
    await expectPictureAgain(client);
  });

  test('keeps the video after failing to log in as another user', async () => {
    await expect(client.authenticate('admin', 'not the password')).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    await expectMovingPicture(client);
  });
});

test('a user demoted to Guest keeps the picture and loses sound, microphone and requests', async ({
  connectClient,
  device,
}) => {
  const admin = await connectClient();
  await admin.logInAsAdmin(device);
  const user = await makeUser(admin, 'Standard');
  const [viewer, listener] = [await connectClient(), await connectClient()];
  for (const client of [viewer, listener]) await client.authenticate(user.username, user.password);
  expect(await viewer.requestTracks(VIDEO)).toBe(201);
  expect(await listener.requestTracks(AUDIO)).toBe(201);
  const heard = async (): Promise<number> => await listener.statistic('inbound-rtp', 'packetsReceived');
  await expect.poll(heard).toBeGreaterThan(10);
  const before = await talkPackets(admin);
  await listener.talk(AUDIO);
  await expect.poll(async () => await talkPackets(admin)).toBeGreaterThan(before + 10);

  expect(await put(admin, `/iam/users/${user.username}/role`, 'Guest')).toBe(204);
  const stopped = await Promise.all([
    settledAfterMs(heard),
    settledAfterMs(async () => await talkPackets(admin)),
  ]);
  expect(Math.max(...stopped)).toBeLessThan(STOP_MS);
  for (const client of [viewer, listener]) expect(await status(client, 'GET', '/temperature')).toBe(403);
  await expectMovingPicture(viewer);
});

test('strangers use up every session slot and login attempt; a browser with a stored certificate connects, is recognised, and logs in', async ({
  shared,
  start,
  openPage,
}) => {
  // Reason: seven clients and more than fifty logins, each with elliptic-curve work at both ends.
  test.setTimeout(90_000);
  const device = await start.device(shared.service, 'longwire', {
    main: HARD_PRESSED_DEVICE,
    args: ['--max-sessions', '6'],
  });
  const url = shared.service.webSocketUrl;
  const withToken = async (): Promise<Device> => ({
    ...device,
    sct: await shared.service.addToken(device.deviceId),
  });
  const recognised = await TestClient.create(await openPage(), optionsFor(device, url), {
    keepsCertificate: true,
  });
  await recognised.connect();
  await recognised.logInAsAdmin(device);
  expect(await status(recognised, 'POST', '/iam/pairing/password-invite')).toBe(201);
  expect(await put(recognised, '/iam/users/admin/password', 'the new password')).toBe(204);
  await recognised.close();

  const comeIn = async (): Promise<TestClient> => {
    const stranger = await TestClient.create(await openPage(), optionsFor(await withToken(), url));
    await stranger.connect();
    return stranger;
  };
  const strangers = await Promise.all(Array.from({ length: 6 }, comeIn));
  const answers: string[] = [];
  for (let tries = 0; tries < 8; tries += 1) answers.push(...(await Promise.all(strangers.map(wrong))));
  expect(answers).toContain('ERR_LOGIN_THROTTLED');

  await TestClient.create(recognised.page, optionsFor(device, url), { keepsCertificate: true });
  await recognised.connect();
  expect(await recognised.whoAmI()).toEqual({ username: 'admin', role: 'Administrator' });
  const late = strangers.map(wrong);
  await recognised.authenticate('admin', 'the new password');
  expect(await Promise.all(late)).not.toContain('logged in');
  expect(await status(recognised, 'GET', '/iam/users')).toBe(205);
});
