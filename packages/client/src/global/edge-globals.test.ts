/** @module What pages in the field see: the same names, arrays of numbers, a new connection for each connect(). */
import { ContentFormat } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import type { EdgeWebrtcConnection } from './edge-connection.ts';
import { edgeGlobals } from './edge-globals.ts';

const { EdgeWebrtc, nabtoModuleUtil } = edgeGlobals('https://page.example');
const { createEdgeWebrtcConnection, createEdgeWebrtcIamUtil } = EdgeWebrtc;

async function connected(): Promise<{ world: FakeWorld; connection: EdgeWebrtcConnection }> {
  const world = await createFakeWorld();
  const connection = createEdgeWebrtcConnection();
  connection.setConnectionOptions(world.options);
  await connection.connect();
  return { world, connection };
}

describe('createEdgeWebrtcConnection', () => {
  test('the method names that pages use', () => {
    const connection: object = createEdgeWebrtcConnection();
    const names = [
      'setConnectionOptions',
      'onClosed',
      'onTrack',
      'connect',
      'close',
      'coapInvoke',
      'passwordAuthenticate',
      'validateFingerprint',
      'addTrack',
      'createDatachannel',
    ];
    expect(names.filter((name) => typeof Reflect.get(connection, name) !== 'function')).toEqual([]);
  });

  test('before any options', async () => {
    await expect(createEdgeWebrtcConnection().connect()).rejects.toThrow('Missing connection options');
  });

  test('options that lack something', async () => {
    const connection = createEdgeWebrtcConnection();
    connection.setConnectionOptions({ productId: 'p', deviceId: 'd' });
    await expect(connection.connect()).rejects.toThrow('Missing connection options');
  });

  test('close before connect, connect twice', async () => {
    await expect(createEdgeWebrtcConnection().close()).rejects.toThrow('Invalid state');
    const { connection } = await connected();
    await expect(connection.connect()).rejects.toThrow('Invalid state');
  });

  test('calls before connect', async () => {
    const connection = createEdgeWebrtcConnection();
    await expect(connection.coapInvoke('GET', '/x')).rejects.toThrow('Not Connected');
    await expect(connection.passwordAuthenticate('a', 'b')).rejects.toThrow('Not Connected');
    await expect(connection.validateFingerprint('00'.repeat(32))).rejects.toThrow('Not Connected');
    expect(() => connection.createDatachannel('x')).toThrow('Not Connected');
    await expect(connection.openStream(22)).rejects.toThrow('Not Connected');
  });

  test.each([
    ['https://page.example', 'wss://page.example/signaling/v1'],
    ['http://localhost:8080', 'ws://localhost:8080/signaling/v1'],
  ])('without a signalingServerUrl: the page’s own origin %s', async (origin, url) => {
    const world = await createFakeWorld();
    const connection = edgeGlobals(origin).EdgeWebrtc.createEdgeWebrtcConnection();
    const { signalingServerUrl: _url, ...options } = world.options;
    connection.setConnectionOptions(options);
    await connection.connect();
    expect(world.sockets.last.url).toBe(url);
  });

  test('after close, and after a failure, connect() makes a new connection', async () => {
    const { world, connection } = await connected();
    const closed: unknown[] = [];
    connection.onClosed((error) => closed.push(error));
    await connection.close();
    await connection.close();
    const heal = world.faults.deviceAway();
    await expect(connection.connect()).rejects.toThrow('device offline');
    heal();
    await connection.connect();
    world.sockets.last.serverClose(1000);
    expect([world.sockets.all.length, closed]).toEqual([
      3,
      [undefined, expect.objectContaining({ message: 'Connection closed by device' })],
    ]);
  });

  test('coapInvoke takes and gives arrays of numbers', async () => {
    const { world, connection } = await connected();
    world.device.resources.on('POST /echo', ({ payload, contentFormat = -1 }) => ({
      statusCode: 205,
      contentFormat,
      payload: payload ?? new Uint8Array(),
    }));
    expect(await connection.coapInvoke('POST', '/echo', ContentFormat.json, [123, 125])).toEqual({
      statusCode: 205,
      contentFormat: 50,
      payload: [123, 125],
    });
    world.device.resources.on('GET /none', { statusCode: 204 });
    expect(await connection.coapInvoke('GET', '/none')).toEqual({ statusCode: 204 });
  });

  test('validateFingerprint is a boolean', async () => {
    const { world, connection } = await connected();
    expect(await connection.validateFingerprint(world.identity.fingerprint)).toBe(true);
    expect(await connection.validateFingerprint('00'.repeat(32))).toBe(false);
  });

  test('passwordAuthenticate', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    await connection.passwordAuthenticate('ann', 'correct horse');
    await expect(connection.passwordAuthenticate('ann', 'wrong')).rejects.toThrow(
      'Invalid username/password',
    );
  });

  test('onTrack gives the event, the name and the error; addTrack, createDatachannel and openStream', async () => {
    const { world, connection } = await connected();
    const told: unknown[] = [];
    connection.onTrack(({ track, receiver }, trackId, error) =>
      told.push([receiver.track === track, trackId, error]),
    );
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-video', error: 'INVALID_CODECS' }];
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    await world.device.offer();
    await world.settled();
    expect(told).toEqual([[true, 'frontdoor-video', 'INVALID_CODECS']]);
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    expect(connection.createDatachannel('own').label).toBe('own');
    expect((await connection.openStream(22)).port).toBe(22);
  });
});

describe('createEdgeWebrtcIamUtil', () => {
  const iam = createEdgeWebrtcIamUtil();
  const record = { Username: 'ann', Role: 'Guest' };

  test('createUser, listIamRoles and getMe take the connection first', async () => {
    const { world, connection } = await connected();
    const { resources } = world.device;
    resources.on('POST /iam/users', { statusCode: 201 });
    resources.on('PUT /iam/users/ann/password', { statusCode: 204 });
    resources.on('PUT /iam/users/ann/role', { statusCode: 204 });
    const content = { statusCode: 205, contentFormat: ContentFormat.cbor };
    resources.on('GET /iam/users/ann', { ...content, payload: encodeCbor(record) });
    resources.on('GET /iam/roles', { ...content, payload: encodeCbor(['Guest']) });
    resources.on('GET /iam/me', { ...content, payload: encodeCbor(record) });
    const user = await iam.createUser(connection, 'ann', 'Guest');
    expect([user.Username, user.Password.length]).toEqual(['ann', 16]);
    expect(await iam.listIamRoles(connection)).toEqual(['Guest']);
    expect(await iam.getMe(connection)).toEqual(record);
  });

  test('before connect', async () => {
    await expect(iam.getMe(createEdgeWebrtcConnection())).rejects.toThrow('Not Connected');
  });
});

test('decodeCborPayload reads arrays of numbers, bytes and buffers', () => {
  const bytes = encodeCbor({ a: [1, 'b'] });
  const forms = [[...bytes], bytes, bytes.slice().buffer];
  for (const form of forms) expect(nabtoModuleUtil.decodeCborPayload(form)).toEqual({ a: [1, 'b'] });
  expect(() => nabtoModuleUtil.decodeCborPayload([0x5f])).toThrow(
    expect.objectContaining({ code: 'ERR_CBOR' }),
  );
});
