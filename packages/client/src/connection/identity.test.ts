/** @module The certificate on the wire is pinned, and everything proven ends with its transport. */
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
  getRandomValues: (array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => crypto.getRandomValues(array),
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
  test('is accepted in a later offer', async () => {
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
    ['one of sha-512 only', `a=fingerprint:sha-512 ${other}:${other}\r\n`],
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

  test('stops the queue of messages if it changes', async () => {
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

describe('a second transport made by the browser closes the connection', () => {
  test('for media that the device offers: nothing is answered, and the connection closes', async () => {
    const { world, connection, closed } = await connected();
    world.clientPeer.unbundledMids.add('1');
    const before = world.device.received.length;
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect([connection.state, closed]).toEqual(['closed', ['ERR_CERTIFICATE_CHANGED']]);
    expect(world.device.received.slice(before)).toEqual([]);
  });

  test('for media that the client offers: the connection closes with the answer', async () => {
    const { world, connection, closed } = await connected();
    world.clientPeer.unbundledMids.add('1');
    world.clientPeer.addTransceiver('video');
    await world.settled();
    expect([connection.state, closed]).toEqual(['closed', ['ERR_CERTIFICATE_CHANGED']]);
  });
});

/** Answers challenges with a genuine token of another connection. */
function relay(world: FakeWorld): void {
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
}

describe('readFingerprint', () => {
  test('answers with the key that the device holds, and verifies nothing', async () => {
    const { world, connection } = await connected();
    const { fingerprint } = world.identity;
    expect(await connection.readFingerprint()).toEqual({ fingerprint, bound: true });
    expect(connection.identity).toEqual({});
  });

  test('a relay: the token is genuine and for another connection', async () => {
    const { world, connection } = await connected();
    relay(world);
    await expect(connection.readFingerprint()).rejects.toMatchObject({ code: 'ERR_CHALLENGE_TOKEN' });
  });

  test('an answer that names no key', async () => {
    const { world, connection } = await connected();
    const payload = utf8Encode(JSON.stringify({ response: 'no token' }));
    world.device.resources.on('POST /webrtc/challenge', () => ({
      statusCode: 205,
      contentFormat: 50,
      payload,
    }));
    await expect(connection.readFingerprint()).rejects.toMatchObject({ code: 'ERR_CHALLENGE_TOKEN' });
  });
});

describe('verifyFingerprint', () => {
  test.each(['transport', 'stats'] as const)('certificate read from %s', async (certificateView) => {
    const { world, connection } = await connected({ certificateView });
    const { fingerprint } = world.identity;
    expect(await connection.verifyFingerprint(fingerprint)).toEqual({
      valid: true,
      bound: true,
      boundBy: 'token',
    });
    expect(connection.identity).toEqual({ verified: { fingerprint, bound: true }, boundBy: 'token' });
  });

  test('upper case and colons are the same fingerprint', async () => {
    const { world, connection } = await connected();
    const label = (world.identity.fingerprint.match(/../gu) ?? []).join(':').toUpperCase();
    expect(await connection.verifyFingerprint(label)).toEqual({ valid: true, bound: true, boundBy: 'token' });
  });

  test('another device', async () => {
    const { world, connection } = await connected();
    const { fingerprint } = await createFakeIdentity();
    expect(await connection.verifyFingerprint(fingerprint)).toEqual({
      valid: false,
      bound: false,
      shown: world.identity.fingerprint,
    });
    expect(connection.identity).toEqual({});
  });

  test('a relay: the token is genuine and for another connection', async () => {
    const { world, connection } = await connected();
    relay(world);
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

describe('what was proven ends with the DTLS transport', () => {
  test.each(['failed', 'closed'] as const)('%s', async (state) => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    const seen: unknown[] = [];
    connection.on('identitychange', (identity) => seen.push(Object.keys(identity).sort()));
    await connection.verifyFingerprint(world.identity.fingerprint);
    await connection.authenticate({ username: 'ann', password: 'correct horse' });
    world.clientPeer.dtls.setState(state);
    expect([seen, connection.identity]).toEqual([
      [['boundBy', 'verified'], ['boundBy', 'login', 'verified'], []],
      {},
    ]);
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
