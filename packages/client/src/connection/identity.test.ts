/** @module Who is at the other end: the certificate on the wire is pinned, and what was proven ends with it. */
import { makeChallengeToken, utf8Encode, type SignalingMessage } from '@longwire/protocol';
import {
  createFakeIdentity,
  createFakeWorld,
  FakeCertificate,
  type FakeWorld,
  type FakeWorldOptions,
} from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import type { ConnectionOptions } from './options.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly closed: unknown[];
}

async function connected(
  worldOptions: FakeWorldOptions = {},
  options: Partial<ConnectionOptions> = {},
): Promise<Rig> {
  const world = await createFakeWorld(worldOptions);
  const connection = createConnection({ ...world.options, ...options });
  const closed: unknown[] = [];
  connection.on('close', (error) => closed.push(error && Reflect.get(error, 'code')));
  await connection.connect();
  return { world, connection, closed };
}

/** What a page without a secure context has. */
const insecureCrypto = {
  getRandomValues: (array: Uint8Array<ArrayBuffer>): unknown => crypto.getRandomValues(array),
};

/** Rewrites the fingerprint lines of each description. */
function withFingerprintLine(line: string): (message: SignalingMessage) => SignalingMessage {
  return (message) => {
    if (message.kind !== 'description') return message;
    const { type, sdp } = message.description;
    return { ...message, description: { type, sdp: sdp.replaceAll(/^a=fingerprint:.*\r\n/gmu, line) } };
  };
}

describe('the pinned certificate', () => {
  test('a later offer that names it is taken', async () => {
    const { world, connection } = await connected();
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect([connection.state, world.device.pc.signalingState]).toEqual(['connected', 'stable']);
  });

  const other = new FakeCertificate().sdpFingerprint;
  test.each([
    ['another fingerprint', `a=fingerprint:sha-256 ${other}\r\n`],
    ['no fingerprint', ''],
    ['one of another hash only', `a=fingerprint:sha-1 ${other.slice(0, 59)}\r\n`],
    ['one that cannot be read', 'a=fingerprint:sha-256 nonsense\r\n'],
  ])('a later offer with %s closes, and is not applied', async (_name, line) => {
    const { world, connection, closed } = await connected();
    const before = world.clientPeer.remoteDescription;
    world.rewrite = withFingerprintLine(line);
    await world.device.offer();
    await world.settled();
    expect([connection.state, closed]).toEqual(['closed', ['ERR_CERTIFICATE_CHANGED']]);
    expect(world.clientPeer.remoteDescription).toEqual(before);
  });

  test('one more fingerprint beside it closes as well', async () => {
    const { world, closed } = await connected();
    const pinned = world.device.pc.certificate.sdpFingerprint;
    world.rewrite = withFingerprintLine(
      `a=fingerprint:sha-256 ${pinned}\r\na=fingerprint:sha-256 ${other}\r\n`,
    );
    await world.device.offer();
    await world.settled();
    expect(closed).toEqual(['ERR_CERTIFICATE_CHANGED']);
  });

  test('an answer to a later offer of our own is held to it too', async () => {
    const { world, connection, closed } = await connected();
    world.rewrite = withFingerprintLine(`a=fingerprint:sha-256 ${other}\r\n`);
    connection.createDataChannel('later');
    world.relay({ kind: 'requestOffer' });
    await world.settled();
    expect(closed).toEqual(['ERR_CERTIFICATE_CHANGED']);
  });

  test('nothing that follows in the queue is done', async () => {
    const { world } = await connected();
    world.rewrite = withFingerprintLine(`a=fingerprint:sha-256 ${other}\r\n`);
    await world.device.offer();
    world.relay({ kind: 'candidate', candidate: { candidate: 'candidate:after', sdpMid: '0' } });
    await world.settled();
    expect(world.clientPeer.candidates).not.toContainEqual(
      expect.objectContaining({ candidate: 'candidate:after' }),
    );
  });
});

describe('verifyFingerprint', () => {
  test.each(['transport', 'stats'] as const)('certificate read from %s', async (certificateView) => {
    const { world, connection } = await connected({ certificateView });
    const { fingerprint } = world.identity;
    expect(await connection.verifyFingerprint(fingerprint)).toEqual({ valid: true, bound: true });
    expect(connection.identity).toEqual({ verified: { fingerprint, bound: true } });
  });

  test('upper case and colons are the same fingerprint', async () => {
    const { world, connection } = await connected();
    const label = (world.identity.fingerprint.match(/../gu) ?? []).join(':').toUpperCase();
    expect(await connection.verifyFingerprint(label)).toEqual({ valid: true, bound: true });
  });

  test('another device', async () => {
    const { connection } = await connected();
    const { fingerprint } = await createFakeIdentity();
    expect(await connection.verifyFingerprint(fingerprint)).toEqual({ valid: false, bound: false });
    expect(connection.identity).toEqual({});
  });

  test('a relay: the token is genuine and for another connection', async () => {
    const { world, connection } = await connected();
    const relayed = {
      clientFingerprint: new FakeCertificate().fingerprint,
      deviceFingerprint: new FakeCertificate().fingerprint,
    };
    world.device.resources.on('POST /webrtc/challenge', async ({ payload }) => {
      const body: unknown = JSON.parse(new TextDecoder().decode(payload));
      const nonce: unknown = typeof body === 'object' && body !== null && Reflect.get(body, 'challenge');
      const { key } = world.identity;
      const response = await makeChallengeToken({ nonce: String(nonce), key, ...relayed });
      return { statusCode: 205, contentFormat: 50, payload: utf8Encode(JSON.stringify({ response })) };
    });
    expect(await connection.verifyFingerprint(world.identity.fingerprint)).toEqual({
      valid: false,
      bound: false,
    });
  });

  test('a failed check takes an earlier one back', async () => {
    const { world, connection } = await connected();
    await connection.verifyFingerprint(world.identity.fingerprint);
    await connection.verifyFingerprint((await createFakeIdentity()).fingerprint);
    expect(connection.identity).toEqual({});
  });

  test('a nonce is used once', async () => {
    const { world, connection } = await connected();
    await connection.verifyFingerprint(world.identity.fingerprint);
    await connection.verifyFingerprint(world.identity.fingerprint);
    const [first, second] = world.device.resources.requests.map(({ payload }) => String(payload));
    expect(first).not.toBe(second);
  });

  describe('no evidence throws', () => {
    test('a certificate that the browser does not show', async () => {
      const world = await createFakeWorld({ certificateView: 'nowhere' });
      const connection = createConnection(world.options);
      const warnings: string[] = [];
      connection.on('warning', ({ code }) => warnings.push(code));
      await connection.connect();
      expect(warnings).toEqual(['ERR_NO_CERTIFICATE']);
      await expect(connection.verifyFingerprint(world.identity.fingerprint)).rejects.toMatchObject({
        code: 'ERR_NO_CERTIFICATE',
      });
      await expect(connection.authenticate({ username: 'a', password: 'b' })).rejects.toMatchObject({
        code: 'ERR_NO_CERTIFICATE',
      });
      expect(world.device.resources.requests).toEqual([]);
    });

    test('a page without a secure context', async () => {
      const { world, connection } = await connected({}, { crypto: insecureCrypto });
      await expect(connection.verifyFingerprint(world.identity.fingerprint)).rejects.toMatchObject({
        code: 'ERR_NO_SUBTLE_CRYPTO',
      });
    });

    test('a fingerprint that is none', async () => {
      const { connection } = await connected();
      await expect(connection.verifyFingerprint('abc')).rejects.toMatchObject({
        code: 'ERR_FINGERPRINT_FORMAT',
      });
    });

    test.each(['', '{', '{}', '{"response":7}', 'null'])('the answer %j', async (body) => {
      const { world, connection } = await connected();
      const payload = utf8Encode(body);
      world.device.resources.on('POST /webrtc/challenge', { statusCode: 205, contentFormat: 50, payload });
      await expect(connection.verifyFingerprint(world.identity.fingerprint)).rejects.toMatchObject({
        code: 'ERR_PAYLOAD_FORMAT',
      });
    });
  });
});

describe('authenticate', () => {
  const credentials = { username: 'ann', password: 'correct horse' };

  test('the right password, also one whose hash begins with a zero byte', async () => {
    for (const password of ['correct horse', 'zeropw168', 'zeropw107174']) {
      const { world, connection } = await connected();
      world.device.passwords.set('ann', password);
      await connection.authenticate({ username: 'ann', password });
      expect(connection.identity).toEqual({ login: { username: 'ann' } });
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
    expect(connection.identity).toEqual({});
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

  test('a point that is none', async () => {
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

  test('one that failed does not keep the next from being made', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    const wrong = connection.authenticate({ username: 'ann', password: 'wrong' });
    const right = connection.authenticate(credentials);
    await expect(wrong).rejects.toThrow('Invalid username/password');
    await expect(right).resolves.toBeUndefined();
  });

  test('round 1 of another login ends the one that was', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', credentials.password);
    await connection.authenticate(credentials);
    await expect(connection.authenticate({ username: 'bob', password: 'x' })).rejects.toThrow(
      'Invalid username/password',
    );
    expect(connection.identity).toEqual({});
  });
});

describe('what was proven ends with the DTLS transport', () => {
  test.each(['failed', 'closed'] as const)('%s', async (state) => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    const seen: unknown[] = [];
    connection.on('identitychange', (identity) => seen.push(Object.keys(identity).sort()));
    await connection.verifyFingerprint(world.identity.fingerprint);
    await connection.authenticate({ username: 'ann', password: 'correct horse' });
    world.clientPeer.dtls.setState(state);
    expect([seen, connection.identity]).toEqual([[['verified'], ['login', 'verified'], []], {}]);
  });

  test('a check that is under way as it happens is not believed', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('POST /webrtc/challenge', () => undefined);
    const check = connection.verifyFingerprint(world.identity.fingerprint);
    check.catch(() => undefined);
    await world.settled();
    world.clientPeer.dtls.setState('connecting');
    await expect(check).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    expect(connection.identity).toEqual({});
  });
});
