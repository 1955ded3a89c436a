/** @module A user with their own tokens cannot use up the session slots or the login attempts of others. */
import { expect, test } from '../harness/fixtures.ts';
import { HARD_PRESSED_DEVICE } from '../harness/paths.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const PLACES = 8;

/** The error code of the attempt, if it failed. */
const failureOf = async (tried: Promise<unknown>): Promise<unknown> =>
  await tried.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test("a guest takes every session slot with two tokens and guesses the administrator's password; the administrator still connects and logs in each time", async ({
  openPage,
  shared,
  start,
}) => {
  // Reason: eleven browsers' pages that connect, and sixty logins.
  test.setTimeout(120_000);
  const device = await start.device(shared.service, 'longwire', {
    main: HARD_PRESSED_DEVICE,
    args: ['--max-sessions', `${PLACES}`],
  });
  const tokens = [
    await shared.service.addToken(device.deviceId),
    await shared.service.addToken(device.deviceId),
  ];
  const comeIn = async (sct: string): Promise<TestClient> => {
    const options = { ...optionsFor(device, shared.service.webSocketUrl), sct };
    const client = await TestClient.create(await openPage(), options);
    await client.connect();
    return client;
  };
  const owner = await comeIn(device.sct);
  await owner.logInAsAdmin(device);
  const guest = await owner.createUser('guest', 'Guest');
  await owner.close();

  const guests: TestClient[] = [];
  for (let index = 0; index <= PLACES; index += 1) {
    const client = await comeIn(tokens[index % 2] ?? '');
    await client.authenticate(guest.username, guest.password);
    guests.push(client);
  }
  const newest = guests.slice(-2);
  for (let tries = 0; tries < 12; tries += 1)
    await Promise.all(newest.map(async (client) => await failureOf(client.authenticate('admin', 'a guess'))));
  expect(await failureOf(newest[0]?.authenticate('admin', 'a guess') ?? Promise.resolve())).toBe(
    'ERR_LOGIN_THROTTLED',
  );

  const admin = await comeIn(await shared.service.addToken(device.deviceId));
  const failures: unknown[] = [];
  for (let login = 0; login < 8; login += 1)
    failures.push(await failureOf(admin.authenticate('admin', device.password)));
  expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
  for (const token of tokens) {
    const client = await comeIn(token);
    await client.authenticate(guest.username, guest.password);
  }
  expect(await admin.whoAmI()).toEqual({ username: 'admin', role: 'Administrator' });
});
