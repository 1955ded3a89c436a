/** @module The connection API of existing pages: the same names, arrays of numbers, a new connection for each connect(). */
import { COAP_WS_FEATURE, CoapOptionNumber } from '@longwire/protocol';
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { connected, createEdgeWebrtcConnection, NabtoWebrtcError } from './edge-page.fixture.ts';

describe('connect and close', () => {
  test('connect() rejects without options and with incomplete ones', async () => {
    const connection = createEdgeWebrtcConnection();
    await expect(connection.connect()).rejects.toThrow('Missing connection options');
    connection.setConnectionOptions({ productId: 'p', deviceId: 'd' });
    await expect(connection.connect()).rejects.toThrow('Missing connection options');
    await expect(connection.connect()).rejects.toBeInstanceOf(NabtoWebrtcError);
  });

  test('where the browser has no WebRTC each connect() says so, and the object connects once there is one', async () => {
    const world = await createFakeWorld();
    const connection = createEdgeWebrtcConnection();
    connection.setConnectionOptions({ ...world.options, RTCPeerConnection: undefined });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(connection.connect()).rejects.toThrow('Missing connection options');
      await expect(connection.close()).rejects.toThrow('Invalid state');
    }
    connection.setConnectionOptions(world.options);
    await connection.connect();
  });

  test.each([null, undefined, {}])(
    'connect() with the options %j rejects with "Missing connection options"',
    async (options) => {
      const connection = createEdgeWebrtcConnection();
      // Pages have no types.
      const set: unknown = Reflect.get(connection, 'setConnectionOptions');
      if (typeof set === 'function') Reflect.apply(set, connection, [options]);
      await expect(connection.connect()).rejects.toThrow('Missing connection options');
    },
  );

  test.each([
    [undefined, 'wss://page.example/signaling/v1'],
    ['', 'wss://page.example/signaling/v1'],
    ['http://localhost:8080', 'ws://localhost:8080/signaling/v1'],
    ['http://localhost:8080/', 'ws://localhost:8080/signaling/v1'],
    ['https://service.example/', 'wss://service.example/signaling/v1'],
    ['HTTPS://service.example/base//', 'wss://service.example/base/signaling/v1'],
    ['ws://localhost:8080/', 'ws://localhost:8080/signaling/v1'],
    ['wss://service.example', 'wss://service.example/signaling/v1'],
  ])('signalingServerUrl %j connects to %s', async (signalingServerUrl, url) => {
    const world = await createFakeWorld();
    const connection = createEdgeWebrtcConnection();
    connection.setConnectionOptions({ ...world.options, signalingServerUrl });
    await connection.connect();
    expect(world.sockets.last.url.toLowerCase()).toBe(url);
  });

  test('close() before connect(), a second connect() and a second close() reject with "Invalid state"', async () => {
    await expect(createEdgeWebrtcConnection().close()).rejects.toThrow('Invalid state');
    const { connection } = await connected();
    await expect(connection.connect()).rejects.toThrow('Invalid state');
    await connection.close();
    await expect(connection.close()).rejects.toThrow('Invalid state');
  });

  test('one object connects again right after close() and after a failure', async () => {
    const { world, connection } = await connected();
    const closed: unknown[] = [];
    connection.onClosed((error) => closed.push(error));
    await Promise.all([connection.close(), connection.connect()]);
    await connection.close();
    const heal = world.faults.deviceAway();
    await expect(connection.connect()).rejects.toMatchObject({ code: 4, message: 'device offline' });
    await expect(connection.close()).rejects.toThrow('Invalid state');
    heal();
    await connection.connect();
    expect([world.sockets.all.length, closed]).toEqual([4, [undefined, undefined]]);
  });

  test('a close by the service is an error with the number, the reason and the CloseEvent', async () => {
    const { world, connection } = await connected();
    const closed: unknown[] = [];
    connection.onClosed(() => closed.push('replaced'));
    connection.onClosed((error) => closed.push(error));
    world.sockets.last.serverClose(1000, 'kicked');
    expect(closed).toEqual([expect.any(NabtoWebrtcError)]);
    expect(closed).toMatchObject([{ code: 0, message: 'kicked', cause: { code: 1000, reason: 'kicked' } }]);
  });

  test('pc is the peer connection, and the new one after a reconnect', async () => {
    const { world, connection } = await connected();
    const first = connection.pc;
    expect(first).toBe(world.clientPeer);
    await connection.close();
    await connection.connect();
    expect(connection.pc).toBe(world.clientPeer);
    expect(connection.pc).not.toBe(first);
    expect(createEdgeWebrtcConnection().pc).toBeUndefined();
  });

  test('every call before connect() rejects with "Not Connected"', async () => {
    const connection = createEdgeWebrtcConnection();
    const calls = [
      connection.coapInvoke('GET', '/x'),
      connection.passwordAuthenticate('a', 'b'),
      connection.validateFingerprint('of no form'),
      connection.addTrack(asTrack(new FakeTrack('audio')), 'talk'),
      connection.createDatachannel('x'),
      connection.openStream(22),
    ];
    for (const call of calls) await expect(call).rejects.toThrow('Not Connected');
  });
});

const FRAMINGS = [
  ['JSON', undefined],
  ['binary', (device) => void (device.features = [COAP_WS_FEATURE])],
] as const satisfies readonly (readonly [string, FakeWorld['prepare']])[];

describe.each(FRAMINGS)('coapInvoke, %s framing', (framing, prepare) => {
  test.each([
    ['text without a format', undefined, 'hé', { contentFormat: 0, payload: Uint8Array.of(104, 195, 169) }],
    ['numbers without a format', undefined, [1, 2], { contentFormat: 0, payload: Uint8Array.of(1, 2) }],
    ['a format and text', 50, '{}', { contentFormat: 50, payload: Uint8Array.of(123, 125) }],
    ['a format and bytes', 42, Uint8Array.of(0, 255), { contentFormat: 42, payload: Uint8Array.of(0, 255) }],
  ])(
    '%s: the device receives the payload, and the page gets an array of numbers back',
    async (_name, format, payload, sent) => {
      const { world, connection } = await connected(prepare);
      world.device.resources.on('POST /echo', (request) => ({ statusCode: 205, ...request }));
      const answer = await connection.coapInvoke('POST', '/echo', format, payload);
      expect(world.device.resources.requests).toMatchObject([sent]);
      expect(answer).toEqual({ statusCode: 205, ...sent, payload: Array.from(sent.payload) });
    },
  );

  test.each([undefined, null, '', [], new ArrayBuffer(0)])('%j is sent as no payload', async (payload) => {
    const { world, connection } = await connected(prepare);
    world.device.resources.on('POST /x', { statusCode: 204 });
    expect(await connection.coapInvoke('POST', '/x', 50, payload)).toEqual({
      statusCode: 204,
      contentFormat: 0,
      payload: [],
    });
    expect(world.device.resources.requests).not.toMatchObject([{ payload: expect.anything() }]);
  });

  test('coapInvoke sends the path unchanged, with its "?"', async () => {
    const { world, connection } = await connected(prepare);
    await connection.coapInvoke('GET', '/light?x=1/2&y');
    expect(world.device.resources.requests).toMatchObject([{ path: '/light?x=1/2&y' }]);
    // The fake device of the binary framing joins path and query again, so its options count.
    const options = world.device.coapWs?.received.flatMap((frame) => frame.options) ?? [];
    expect(options.map(({ number }) => number)).not.toContain(CoapOptionNumber.URI_QUERY);
    expect(options.length > 0).toBe(framing === 'binary');
  });

  test.each([
    ['GET', 'light'],
    ['GET', ''],
    ['get', '/light'],
  ])('coapInvoke(%j, %j) is rejected, and nothing is sent', async (method, path) => {
    const { world, connection } = await connected(prepare);
    const invoke: unknown = Reflect.get(connection, 'coapInvoke');
    // Pages have no types.
    if (typeof invoke !== 'function') throw new Error('coapInvoke is missing');
    await expect(Reflect.apply(invoke, connection, [method, path])).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
    expect(world.device.resources.requests).toEqual([]);
  });

  test.each([{}, { requestTimeoutMs: undefined }])(
    'coapInvoke waits for a device that takes ten minutes, with the options %j',
    async (options) => {
      const { world, connection } = await connected(prepare);
      await connection.close();
      connection.setConnectionOptions({ ...world.options, ...options });
      await connection.connect();
      const late = Promise.withResolvers<{ statusCode: number }>();
      world.device.resources.on('GET /slow', () => late.promise);
      const answer = connection.coapInvoke('GET', '/slow');
      for (let seconds = 0; seconds < 600; seconds += 10) {
        await world.settled();
        world.clock.advance(10_000);
      }
      late.resolve({ statusCode: 205 });
      expect((await answer).statusCode).toBe(205);
    },
  );

  test('coapInvoke observes the time limit of the options', async () => {
    const { world, connection } = await connected(prepare);
    await connection.close();
    connection.setConnectionOptions({ ...world.options, requestTimeoutMs: 500 });
    await connection.connect();
    world.device.resources.on('GET /slow', () => undefined);
    const answer = connection.coapInvoke('GET', '/slow');
    await world.settled();
    world.clock.advance(500);
    await expect(answer).rejects.toThrow('500 ms');
  });
});

describe('proof and login', () => {
  test('validateFingerprint is true for the fingerprint of the device, in either case', async () => {
    const { world, connection } = await connected();
    const { fingerprint } = world.identity;
    expect(await connection.validateFingerprint(fingerprint)).toBe(true);
    expect(await connection.validateFingerprint(fingerprint.toUpperCase())).toBe(true);
  });

  test.each(['00'.repeat(32), '', 'abc', 'zz'.repeat(32), undefined, null, 5, {}])(
    'validateFingerprint is false for %j',
    async (fingerprint) => {
      const { connection } = await connected();
      expect(await connection.validateFingerprint(fingerprint)).toBe(false);
    },
  );

  test('passwordAuthenticate accepts the right password and rejects a wrong one', async () => {
    const { world, connection } = await connected();
    world.device.passwords.set('ann', 'correct horse');
    await connection.passwordAuthenticate('ann', 'correct horse');
    await expect(connection.passwordAuthenticate('ann', 'no')).rejects.toThrow('Invalid username/password');
  });
});
