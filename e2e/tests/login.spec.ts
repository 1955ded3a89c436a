/** @module Password login, users, and the identity of a connection. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

/** A password whose SHA-256 starts with a zero byte (DEPLOYED.md): one in 256, with which other clients fail. */
const ZERO_PASSWORD = 'zeropw168';

function freshName(): string {
  return `user-${randomBytes(4).toString('hex')}`;
}

forEachKind((kind) => {
  test('the right password logs in', async ({ connectClient, device }) => {
    const client = await connectClient();
    await expect(client.whoAmI()).rejects.toMatchObject({ code: 'ERR_GET_USER', statusCode: 404 });
    await client.logInAsAdmin(device);
    expect(await client.whoAmI()).toEqual({ username: 'admin', role: 'Administrator' });
  });

  test('a wrong password and an unknown user fail with the same error', async ({ connectClient, device }) => {
    const client = await connectClient();
    const wrong = { code: 'ERR_INVALID_CREDENTIALS', message: 'Invalid username/password' };
    await expect(client.authenticate(device.username, 'not the password')).rejects.toMatchObject(wrong);
    await expect(client.authenticate(freshName(), device.password)).rejects.toMatchObject(wrong);
    await expect(client.whoAmI()).rejects.toMatchObject({ statusCode: 404 });
    await client.logInAsAdmin(device);
    expect(await client.whoAmI()).toMatchObject({ username: 'admin' });
  });

  test('a user is created with a generated password, and logs in with it', async ({
    connectClient,
    device,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const user = await admin.createUser(freshName(), 'Standard');
    expect(user.password).toHaveLength(16);
    const client = await connectClient();
    await client.authenticate(user.username, user.password);
    expect(await client.whoAmI()).toEqual({ username: user.username, role: 'Standard' });
    await expect(client.createUser(freshName(), 'Standard')).rejects.toMatchObject({
      message: 'Failed to create user with status 403',
    });
  });

  test('a name that is taken and an unknown role fail with the error texts of the specification', async ({
    connectClient,
    device,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    await expect(admin.createUser('admin', 'Standard')).rejects.toMatchObject({
      message: 'Failed to create user with status 409',
    });
    const halfMade = freshName();
    await expect(admin.createUser(halfMade, 'NoSuchRole')).rejects.toMatchObject({
      message: 'Failed to set role for user with status 404',
    });
    expect((await admin.request('GET', `/iam/users/${halfMade}`)).statusCode).toBe(404);
  });

  test('a password whose hash starts with a zero byte logs in', async ({ connectClient, device }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username } = await admin.createUser(freshName(), 'Standard');
    await admin.page.evaluate(
      async (user) => await window.probe.connection.iam.setPassword(user.username, user.password),
      { username, password: ZERO_PASSWORD },
    );
    const client = await connectClient();
    await client.authenticate(username, ZERO_PASSWORD);
    expect(await client.whoAmI()).toMatchObject({ username });
  });

  test('lists of users and roles are as this kind of device serves them', async ({
    connectClient,
    device,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    if (kind === 'longwire') {
      expect(await admin.list('users')).toContain('admin');
      expect(await admin.list('roles')).toEqual(['Unpaired', 'Guest', 'Standard', 'Administrator']);
    } else {
      expect(await admin.list('users')).toEqual([]);
      await expect(admin.list('roles')).rejects.toMatchObject({ code: 'ERR_GET_ROLES', statusCode: 500 });
    }
  });
});

test('an older deployed device lists its users and roles, in CBOR of indefinite length', async ({
  createClient,
  shared,
  start,
}) => {
  const device = await start.device(shared.service, 'deployed', { args: ['--working-lists'] });
  const admin = await createClient({ deviceId: device.deviceId, sct: device.sct });
  await admin.connect();
  await admin.logInAsAdmin(device);
  const { username } = await admin.createUser(freshName(), 'Guest');
  expect(await admin.list('users')).toEqual(['admin', username]);
  expect(await admin.list('roles')).toEqual(['Unpaired', 'Administrator', 'Standard', 'Guest']);
});
