/** @module What deployed devices do and ours do not: incorrect keys, empty lists, silent streams, a login's first round. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '../harness/fixtures.ts';
import { forEachKind } from '../harness/for-each-kind.ts';

const OTHER_FINGERPRINT = 'ab'.repeat(32);
const GUEST = 'guest-password';

function freshName(): string {
  return `user-${randomBytes(4).toString('hex')}`;
}

for (const zeros of [['x'], ['y']] as const) {
  test(`a device whose key lost the leading zero byte of ${zeros[0]} is verified by its fingerprint and by no other`, async ({
    createClient,
    shared,
    start,
  }) => {
    const device = await start.device(shared.service, 'deployed', { zeros });
    const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
    await client.connect();
    const shown = await client.page.evaluate(async () => await window.probe.connection.readFingerprint());
    expect(shown).toEqual({ fingerprint: device.fingerprint, bound: true });
    expect(await client.verifyFingerprint(OTHER_FINGERPRINT)).toEqual({
      valid: false,
      bound: false,
      shown: device.fingerprint,
    });
    expect(await client.verifyFingerprint(device.fingerprint)).toEqual({
      valid: true,
      bound: true,
      boundBy: 'token',
    });
  });
}

test('Chromium imports no public key off the curve', async ({ openPage }) => {
  const page = await openPage();
  const outcome = await page.evaluate(async () => {
    const point = new Uint8Array(65).fill(7).fill(4, 0, 1);
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    return await crypto.subtle.importKey('raw', point, curve, false, ['verify']).then(
      () => 'imported',
      (error: unknown) => (error instanceof Error ? error.name : 'not an error'),
    );
  });
  expect(outcome).toBe('DataError');
});

forEachKind((kind) => {
  test('after a failed login no user is logged in, whatever user the device names', async ({
    connectClient,
    device,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username, password } = await admin.createUser(freshName(), 'Guest');
    const client = await connectClient();
    await client.verifyFingerprint(device.fingerprint);
    await client.authenticate(username, password);
    await expect(client.authenticate(device.username, 'wrong')).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    });
    const identity = await client.page.evaluate(() => window.probe.connection.identity);
    expect(identity).toEqual({
      verified: { fingerprint: device.fingerprint, bound: true },
      failedLogin: { username: device.username },
      boundBy: 'token',
    });
    const signIn = async (given?: { username: string; password: string }): Promise<string> =>
      await client.page.evaluate(async (credentials) => {
        const signedIn = await window.longwire
          .createBrowserIdentity()
          .signIn(window.probe.connection, { own: undefined, credentials });
        return signedIn.kind === 'signed-in' ? signedIn.user.Username : signedIn.kind;
      }, given);
    if (kind === 'deployed') expect(await client.whoAmI()).toMatchObject({ username: device.username });
    expect(await signIn()).toBe('unknown');
    expect(await signIn({ username, password })).toBe(username);
  });

  test('the name of a browser is stored with its certificate', async ({ createClient, shared, start }) => {
    const args = kind === 'deployed' ? ['--own-fingerprints'] : [];
    const device = await start.device(shared.service, kind, { args });
    const client = await createClient({ deviceId: device.deviceId, sct: device.sct });
    await client.connect();
    await client.logInAsAdmin(device);
    const listed = await client.page.evaluate(async () => {
      const { iam } = window.probe.connection;
      await iam.addFingerprint('admin', 'cd'.repeat(32), { name: 'Firefox on the tablet' });
      return (await iam.getUser('admin')).Fingerprints;
    });
    expect(listed).toEqual([{ Fingerprint: 'cd'.repeat(32), Name: 'Firefox on the tablet' }]);
  });
});

test.describe('deployed device:', () => {
  test.use({ kind: 'deployed' });

  test('users are read and changed by name, although the lists of users and roles do not exist', async ({
    connectClient,
    device,
  }) => {
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const { username } = await admin.createUser(freshName(), 'Guest');
    const role = await admin.page.evaluate(
      async ({ name, password }) => {
        const { iam } = window.probe.connection;
        await iam.setRole(name, 'Standard');
        await iam.setPassword(name, password);
        return (await iam.getUser(name)).Role;
      },
      { name: username, password: GUEST },
    );
    expect(role).toBe('Standard');
    const client = await connectClient();
    await client.authenticate(username, GUEST);
    expect(await client.whoAmI()).toEqual({ username, role: 'Standard' });
    await admin.page.evaluate(async (name) => await window.probe.connection.iam.deleteUser(name), username);
    expect((await admin.request('GET', `/iam/users/${username}`)).statusCode).toBe(404);
  });

  test('a deployed device treats the query as part of the path', async ({ connectClient }) => {
    const client = await connectClient();
    expect((await client.request('GET', '/p2p/webrtc-info')).statusCode).toBe(205);
    const asked = await client.request('GET', '/p2p/webrtc-info?a=1');
    expect([asked.statusCode, asked.contentFormat]).toEqual([404, 0]);
  });

  test('a deployed device answers the list of streams with 404 and a text', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const { statusCode, contentFormat, payload } = await client.request('GET', '/streams');
    expect([statusCode, contentFormat]).toEqual([404, 0]);
    expect(Buffer.from(payload ?? []).toString('utf8')).toBe('Resource not found');
  });

  test('a stream to a port without a listener opens, stays silent, and can be aborted', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const seen = await client.page.evaluate(async () => {
      const { connection } = window.probe;
      const stream = await connection.openStream(8080);
      let heard: unknown = 'nothing';
      const reader = stream.readable.getReader();
      const reading = reader.read().then(
        ({ done }) => (heard = done ? 'its end' : 'bytes'),
        () => (heard = 'an error'),
      );
      const writer = stream.writable.getWriter();
      await writer.write(Uint8Array.of(1, 2, 3));
      const { statusCode } = await connection.request('GET', '/p2p/webrtc-info');
      const meanwhile = heard;
      await reader.cancel();
      await reading;
      await writer.abort();
      return { meanwhile, statusCode, after: (await connection.request('GET', '/iam/me')).statusCode };
    });
    expect(seen).toEqual({ meanwhile: 'nothing', statusCode: 205, after: 205 });
  });
});
