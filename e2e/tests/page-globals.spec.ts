/** @module The names on the page, one test each: `window.EdgeWebrtc`, `window.nabtoModuleUtil`, and a connection's life cycle. */
import { randomBytes } from 'node:crypto';
import { expect } from '../harness/fixtures.ts';
import { forEachBrowser, forEachBrowserAndKind, pageTest as test } from '../harness/existing-page.ts';
import { optionsFor } from '../harness/test-client.ts';

const CODES = [
  'DEVICE_CLOSED',
  'DEVICE_SIGNALING_DENIED',
  'DEVICE_INTERNAL_ERROR',
  'BASESTATION_TOKEN_REJECTED',
  'BASESTATION_DEVICE_OFFLINE',
  'BASESTATION_UNKNOWN_PRODUCT_ID',
  'BASESTATION_UNKNOWN_DEVICE_ID',
  'CONNECTION_TIMEOUT',
  'UNKNOWN',
];

const INVALID_STATE = { message: 'Invalid state', isError: true, code: 8, name: 'UNKNOWN' };

forEachBrowser(() => {
  test('NabtoWebrtcErrorCode has numbers by name and names by number', async ({ existing }) => {
    const found = await existing.evaluate('EdgeWebrtc.NabtoWebrtcErrorCode');
    expect(found).toEqual(
      Object.fromEntries(
        CODES.flatMap((name, code) => [
          [name, code],
          [code, name],
        ]),
      ),
    );
  });

  test('NabtoWebrtcError is a subclass of Error', async ({ existing }) => {
    expect(await existing.evaluate('EdgeWebrtc.NabtoWebrtcError.prototype instanceof Error')).toBe(true);
  });

  test('CoapContentFormat has numbers by name', async ({ existing }) => {
    expect(await existing.evaluate('EdgeWebrtc.CoapContentFormat')).toMatchObject({
      TEXT_PLAIN_UTF8: 0,
      APPLICATION_LINK_FORMAT: 40,
      XML: 41,
      APPLICATION_OCTET_STREAM: 42,
      APPLICATION_JSON: 50,
      APPLICATION_CBOR: 60,
    });
  });

  test("setConnectionOptions without an address uses the page's own origin as the service", async ({
    device,
    openExisting,
    shared,
  }) => {
    const page = await openExisting(shared.service.url);
    const { productId, deviceId, sct } = device;
    await page.call('setOptions', { productId, deviceId, sct });
    expect(await page.call('connect')).toBe('no error');
  });

  for (const [scheme, end] of [
    ['ws', ''],
    ['ws', '/'],
    ['http', ''],
    ['http', '/'],
  ] as const) {
    test(`setConnectionOptions takes ${scheme}://host${end}`, async ({ device, existing, shared }) => {
      const url = shared.service.url.replace(/^http/u, scheme) + end;
      await existing.call('setOptions', optionsFor(device, url));
      expect(await existing.call('connect')).toBe('no error');
    });
  }

  test('calls before connect() reject, and so does connect() without options', async ({ openExisting }) => {
    const page = await openExisting();
    expect(await page.call('callsBeforeConnect')).toEqual(Array.from({ length: 6 }, () => 'Not Connected'));
    expect(await page.call('connect')).toMatchObject({ message: 'Missing connection options', code: 8 });
    expect(await page.call('close')).toBe('Invalid state');
  });

  test('createDatachannel resolves with a channel, and pc makes one too', async ({ connected }) => {
    expect(await connected.call('createChannels')).toEqual(['mine', 'of the peer connection']);
  });

  test('decodeCborPayload refuses bytes after the value, half a value and an empty payload', async ({
    existing,
  }) => {
    const payloads = [[0xa0, 0], [1, 2], [0x5f], []];
    const errors = payloads.map(async (payload) => await existing.call('decodeError', payload));
    expect(await Promise.all(errors)).toEqual(payloads.map(() => 'an error'));
  });
});

forEachBrowserAndKind((kind) => {
  test('connect() and close() are promises, and the same object connects again', async ({ existing }) => {
    expect(await existing.call('connectTwice')).toEqual([
      'no error',
      INVALID_STATE,
      'no error',
      'Invalid state',
      'no error',
      404,
    ]);
  });

  test('connect() right after close() works, and onClosed is called for each close', async ({
    connected,
  }) => {
    expect(await connected.call('closeAndConnect')).toEqual(['no error', 'no error']);
    expect(await connected.call('closeAndConnect')).toEqual(['no error', 'no error']);
    expect(await connected.evaluate('calls.closed')).toEqual(['no error', 'no error']);
  });

  test('pc is the peer connection, and the new one after a reconnect', async ({ connected }) => {
    // A data channel can be open before the peer connection is reported as connected.
    const peer = async (): Promise<unknown> => await connected.call('currentPeer');
    await expect.poll(peer).toEqual([0, true, 'connected']);
    await connected.call('closeAndConnect');
    await expect.poll(peer).toEqual([1, true, 'connected']);
  });

  test('passwordAuthenticate logs in, and rejects with "Invalid username/password"', async ({
    connected,
    device,
  }) => {
    expect(await connected.call('logIn', device.username, 'wrong')).toBe('Invalid username/password');
    expect(await connected.call('logIn', device.username, device.password)).toBe('no error');
  });

  test('validateFingerprint is true for the device’s fingerprint and false for anything else', async ({
    connected,
    device,
  }) => {
    const { fingerprint } = device;
    const others = ['00'.repeat(32), '', 'ab', fingerprint.slice(1), `${fingerprint}0`, 'x'.repeat(64)];
    const verdicts = await connected.call('validateFingerprints', [fingerprint, ...others]);
    expect(verdicts).toEqual([true, ...Array.from({ length: 12 }, () => false)]);
  });

  test('decodeCborPayload decodes the result of coapInvoke to an ordinary object', async ({
    connected,
    device,
  }) => {
    await connected.call('logIn', device.username, device.password);
    expect(await connected.call('decodeMe')).toMatchObject({
      Username: 'admin',
      Role: 'Administrator',
      isObject: true,
    });
  });

  test('createEdgeWebrtcIamUtil creates users, lists roles and reads the own user', async ({
    connected,
    device,
  }) => {
    await connected.call('logIn', device.username, device.password);
    expect(await connected.call('getMe')).toMatchObject({ Username: 'admin', Role: 'Administrator' });
    expect(await connected.call('listRoles')).toEqual(
      kind === 'longwire' ? expect.arrayContaining(['Standard']) : 'Failed to get IAM roles with status: 500',
    );
    const name = `page-${randomBytes(4).toString('hex')}`;
    const user = await connected.call('createUser', name, 'Standard');
    expect(user).toMatchObject({
      Username: name,
      Role: 'Standard',
      Sct: expect.any(String),
      Password: expect.stringMatching(/^.{16}$/u),
    });
    const { Password: password } = Object(user);
    await connected.call('closeAndConnect');
    expect(await connected.call('logIn', name, password)).toBe('no error');
    expect(await connected.call('getMe')).toMatchObject({ Username: name });
  });

  test('IAM errors have the texts that pages show', async ({ connected, device }) => {
    expect(await connected.call('getMe')).toBe('Failed to get own user with status: 404');
    expect(await connected.call('listRoles')).toBe('Failed to get IAM roles with status: 403');
    expect(await connected.call('createUserError', 'someone', 'Standard')).toBe(
      'Failed to create user with status: 403',
    );
    await connected.call('logIn', device.username, device.password);
    const name = `role-${randomBytes(4).toString('hex')}`;
    expect(await connected.call('createUserError', name, 'no such role')).toBe(
      'Failed to set role for user with status: 404',
    );
    expect(await connected.call('createUserError', 'admin', 'Standard')).toBe(
      'Failed to create user with status: 409',
    );
    expect(await connected.call('createUserError', 'Not A Name', 'Standard')).toBe(
      'Failed to create user with status: 400',
    );
    // The name is free again.
    expect(await connected.call('createUserError', name, 'Standard')).toBe('no error');
  });
});
