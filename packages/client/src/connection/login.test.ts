/** @module Logging in with a password: right, wrong, throttled, two at once, and devices that cheat. */
import { describe, expect, test } from 'vitest';
import { connected } from '../fake-world.fixture.ts';

describe('authenticate', () => {
  const credentials = { username: 'ann', password: 'correct horse' };

  test('the right password, also one whose hash begins with a zero byte', async () => {
    for (const password of ['correct horse', 'zeropw168', 'zeropw107174']) {
      const { world, connection } = await connected();
      world.device.passwords.set('ann', password);
      await connection.authenticate({ username: 'ann', password });
      expect(connection.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
    }
  });

  test('the wrong password, and an unknown user', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'another');
    for (const username of ['ann', 'bob']) {
      await expect(connection.authenticate({ ...credentials, username })).rejects.toMatchObject({
        code: 'ERR_INVALID_CREDENTIALS',
        message: 'Invalid username/password',
      });
    }
    expect(connection.identity).toEqual({ failedLogin: { username: 'bob' } });
  });

  test.each([
    ['ann', 'abc'],
    ['ann', 'x'.repeat(65)],
    ['ann', 'correct\0horse'],
    ['a'.repeat(65), 'correct horse'],
    ['ANN B', 'correct horse'],
  ])('%j with password %j is refused before anything is sent', async (username, password) => {
    const { world, connection } = await connected();
    await expect(connection.authenticate({ username, password })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
      message: 'Invalid username/password',
    });
    expect(world.device.resources.requests).toEqual([]);
  });

  test('the empty user name of open pairing, and a password of four characters', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('', 'open');
    await connection.authenticate({ username: '', password: 'open' });
    expect(connection.identity.login).toEqual({ username: '' });
  });

  test('a device that does not know the password and says it does', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'another');
    const payload = new Uint8Array(32);
    world.device.resources.on('POST /p2p/pwd-auth/2', { statusCode: 201, contentFormat: 42, payload });
    await expect(connection.authenticate(credentials)).rejects.toThrow('Invalid username/password');
  });

  test('an empty key proof', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    world.device.resources.on('POST /p2p/pwd-auth/2', { statusCode: 201 });
    await expect(connection.authenticate(credentials)).rejects.toThrow('Invalid username/password');
  });

  test.each(['1', '2'])('429 in round %s says to wait', async (round) => {
    const { world, connection } = await connected();
    world.device.resources.on(`POST /p2p/pwd-auth/${round}`, { statusCode: 429 });
    await expect(connection.authenticate(credentials)).rejects.toMatchObject({
      code: 'ERR_LOGIN_THROTTLED',
      message: expect.stringContaining('wait'),
      statusCode: 429,
    });
  });

  test('403 after the right password says that access has ended', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    world.device.resources.on('POST /p2p/pwd-auth/2', { statusCode: 403 });
    await expect(connection.authenticate(credentials)).rejects.toMatchObject({
      code: 'ERR_ACCESS_ENDED',
      statusCode: 403,
    });
  });

  test('an invalid point', async () => {
    const { world, connection } = await connected();
    const payload = new Uint8Array(65);
    world.device.resources.on('POST /p2p/pwd-auth/1', { statusCode: 201, contentFormat: 42, payload });
    await expect(connection.authenticate(credentials)).rejects.toMatchObject({ code: 'ERR_SPAKE2_POINT' });
  });

  test('a device without password login', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('POST /p2p/pwd-auth/1', { statusCode: 404 });
    await expect(connection.authenticate(credentials)).rejects.toMatchObject({
      code: 'ERR_LOGIN_STATUS',
      statusCode: 404,
    });
  });

  test.each([
    ['1', 400],
    ['1', 415],
    ['1', 500],
    ['2', 400],
  ])('round %s refused with %i and nothing else', async (round, statusCode) => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    world.device.resources.on(`POST /p2p/pwd-auth/${round}`, { statusCode });
    await expect(connection.authenticate(credentials)).rejects.toMatchObject({
      code: 'ERR_LOGIN_STATUS',
      statusCode,
    });
    expect(connection.identity.login).toBeUndefined();
  });

  test('two logins at once are made one after the other', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password).set('bob', 'battery staple');
    await Promise.all([
      connection.authenticate(credentials),
      connection.authenticate({ username: 'bob', password: 'battery staple' }),
    ]);
    expect(world.device.resources.requests.map(({ path }) => path.at(-1))).toEqual(['1', '2', '1', '2']);
    expect(connection.identity.login).toEqual({ username: 'bob' });
  });

  test('a login that waits for the check of the device ends with the connection, and those behind it', async () => {
    const { world, connection } = await connected();
    const logins = [
      connection.authenticate(credentials, { after: new Promise(() => undefined) }),
      connection.authenticate(credentials),
    ].map((login) => expect(login).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' }));
    await world.settled();
    await connection.close();
    await Promise.all(logins);
  });

  test('a login that waits behind another one ends with its own signal', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    const checked = Promise.withResolvers<void>();
    const first = connection.authenticate(credentials, { after: checked.promise });
    const abort = new AbortController();
    const second = connection.authenticate(credentials, { signal: abort.signal });
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    checked.resolve();
    await first;
    expect(connection.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
  });

  test('a failed login does not prevent the next', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    const wrong = connection.authenticate({ username: 'ann', password: 'wrong' });
    const right = connection.authenticate(credentials);
    await expect(wrong).rejects.toThrow('Invalid username/password');
    await expect(right).resolves.toBeUndefined();
  });

  test('round 1 of another login ends the earlier one', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    await connection.authenticate(credentials);
    await expect(connection.authenticate({ username: 'bob', password: 'wrong' })).rejects.toThrow(
      'Invalid username/password',
    );
    expect(connection.identity).toEqual({ failedLogin: { username: 'bob' } });
  });

  test.each([
    ['ann', 'abc'],
    ['Bob', 'correct horse'],
  ])(
    '%j with password %j never reaches the device, so an earlier login stays',
    async (username, password) => {
      const { world, connection } = await connected();
      world.device.passwords.set('ann', credentials.password);
      await connection.authenticate(credentials);
      const sent = world.device.resources.requests.length;
      await expect(connection.authenticate({ username, password })).rejects.toThrow(
        'Invalid username/password',
      );
      expect(world.device.resources.requests).toHaveLength(sent);
      expect(connection.identity).toEqual({ login: { username: 'ann' }, boundBy: 'login' });
    },
  );
});
