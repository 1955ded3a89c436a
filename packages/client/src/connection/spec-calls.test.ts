/** @module SPEC.md section 7: the calls and the signaling messages, in what is more than a row of a table. */
import { utf8Decode } from '@longwire/protocol';
import { decodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { CANDIDATE_PATIENCE_MS } from '../peer/gathering.ts';
import { cborAnswer, connected } from '../fake-world.fixture.ts';

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? Reflect.get(message, 'type') : undefined;
}

function sentOf({ sockets }: FakeWorld, type: number): unknown {
  return sockets.last.sent
    .map((text): unknown => JSON.parse(text))
    .find((message) => typeOf(message) === type);
}

function dataOf(message: unknown): unknown {
  const data: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'data') : '';
  return JSON.parse(String(data));
}

describe('section 7, device calls', () => {
  const record = { Username: 'ann', Role: 'Guest' };

  test('creating a user: POST, PUT password, PUT role, GET, with a password of 16 characters', async () => {
    const { world, connection } = await connected();
    const { resources } = world.device;
    resources.on('POST /iam/users', cborAnswer({ Username: 'ann' }, 201));
    resources.on('PUT /iam/users/ann/password', { statusCode: 204 });
    resources.on('PUT /iam/users/ann/role', { statusCode: 204 });
    resources.on('GET /iam/users/ann', cborAnswer(record));
    const user = await connection.iam.createUser({ username: 'ann', role: 'Guest' });
    expect(user).toEqual({ ...record, Password: expect.stringMatching(/^.{16}$/u) });
    const asked = resources.requests.map(({ method, path, contentFormat, payload }) => [
      `${method} ${path}`,
      contentFormat,
      payload && decodeCbor(payload),
    ]);
    expect(asked).toEqual([
      ['POST /iam/users', 60, { Username: 'ann' }],
      ['PUT /iam/users/ann/password', 60, user.Password],
      ['PUT /iam/users/ann/role', 60, 'Guest'],
      ['GET /iam/users/ann', undefined, undefined],
    ]);
  });

  test('a password that is given is the one that is set', async () => {
    const { world, connection } = await connected();
    const { resources } = world.device;
    resources.on('POST /iam/users', cborAnswer({ Username: 'ann' }, 201));
    for (const field of ['password', 'role'])
      resources.on(`PUT /iam/users/ann/${field}`, { statusCode: 204 });
    resources.on('GET /iam/users/ann', cborAnswer(record));
    const user = await connection.iam.createUser({
      username: 'ann',
      role: 'Guest',
      password: 'correct horse',
    });
    expect(user.Password).toBe('correct horse');
  });

  test('GET /iam/roles', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('GET /iam/roles', cborAnswer(['Guest', 'Administrator']));
    expect(await connection.iam.listRoles()).toEqual(['Guest', 'Administrator']);
  });

  test('GET /iam/me', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('GET /iam/me', cborAnswer(record));
    expect(await connection.iam.getMe()).toEqual(record);
  });

  test('POST /webrtc/challenge', async () => {
    const { world, connection } = await connected();
    await connection.verifyFingerprint(world.identity.fingerprint);
    const [request] = world.device.resources.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/webrtc/challenge', contentFormat: 50 });
    expect(JSON.parse(utf8Decode(request?.payload ?? new Uint8Array()))).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/u),
    });
  });

  test('POST /p2p/pwd-auth/1 and 2', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    await connection.authenticate({ username: 'ann', password: 'correct horse' });
    const [first, second] = world.device.resources.requests;
    expect([first?.path, first?.contentFormat]).toEqual(['/p2p/pwd-auth/1', 60]);
    const body = decodeCbor(first?.payload ?? new Uint8Array());
    expect(body).toEqual({ T: expect.any(Uint8Array), Username: 'ann' });
    expect([second?.path, second?.contentFormat, second?.payload?.length]).toEqual([
      '/p2p/pwd-auth/2',
      42,
      32,
    ]);
  });
});

describe('section 7, signaling', () => {
  test('20 login', async () => {
    const { world } = await connected();
    const { productId, deviceId, sct } = world.options;
    expect(sentOf(world, 20)).toEqual({ type: 20, productId, deviceId, sct });
  });

  test('21 login reply, with fields that are not known', async () => {
    const world = await createFakeWorld();
    world.intercept = ({ kind }, socket) => {
      if (kind === 'login') socket.serverSend('{"type":21,"later":"maybe"}');
      return kind === 'login';
    };
    const connection = createConnection(world.options);
    const attempt = connection.connect();
    attempt.catch(() => undefined);
    await world.settled();
    expect(connection.step).toBe('opening-channel');
    await connection.close();
  });

  test('3 turn request', async () => {
    const { world } = await connected();
    expect(sentOf(world, 3)).toEqual({ type: 3 });
  });

  test('4 turn reply: the servers it lists', async () => {
    const world = await createFakeWorld({ turnReply: { iceServers: [{ urls: ['stun:s.example'] }] } });
    await createConnection(world.options).connect();
    expect(world.clientPeer.configuration.iceServers).toEqual([{ urls: ['stun:s.example'] }]);
  });

  test('0 offer: data and metadata', async () => {
    const { world } = await connected();
    expect(sentOf(world, 0)).toEqual({
      type: 0,
      data: expect.any(String),
      metadata: { features: ['coap-ws/1', 'stream/1'] },
    });
    expect(dataOf(sentOf(world, 0))).toEqual({
      type: 'offer',
      sdp: expect.stringContaining('m=application'),
    });
  });

  test('1 answer: data and metadata', async () => {
    const { world } = await connected();
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    const tracks = [{ mid: '1', trackId: 'frontdoor-video' }];
    expect(sentOf(world, 1)).toEqual({
      type: 1,
      data: expect.any(String),
      metadata: { tracks, status: 'OK' },
    });
    expect(dataOf(sentOf(world, 1))).toEqual({ type: 'answer', sdp: expect.stringContaining('m=video') });
  });

  test('2 ICE candidate', async () => {
    const world = await createFakeWorld({ gathering: 'late' });
    const connecting = createConnection(world.options).connect();
    await world.settled();
    // The offer has waited for it, and left without.
    world.clock.advance(CANDIDATE_PATIENCE_MS);
    await connecting;
    world.clientPeer.finishGathering();
    await world.settled();
    expect(dataOf(sentOf(world, 2))).toMatchObject({
      candidate: expect.stringMatching(/^candidate:/u),
      sdpMid: '0',
    });
  });

  test('2 ICE candidate of the device', async () => {
    const { world } = await connected();
    expect(world.clientPeer.candidates).toEqual([{ candidate: 'candidate:device', sdpMid: '0' }]);
  });

  test('5 request offer is no error', async () => {
    const { world, connection } = await connected();
    world.sockets.last.serverSend('{"type":5}');
    await world.settled();
    expect([connection.state, world.device.lastDescription?.description.type]).toEqual([
      'connected',
      'offer',
    ]);
  });
});
