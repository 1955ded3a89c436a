/** @module Connecting, over fakes: the classic order, every way it can end, and nothing left behind. What is pipelined is in connect-pipelined.test.ts. */
import { SignalingCloseError, type SignalingMessage } from '@longwire/protocol';
import { createFakeWorld, FakeCertificate, asCertificate, type FakeWorld } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import { DEFAULT_CONNECT_TIMEOUT_MS, DEFAULT_ICE_SERVER } from './options.ts';
import { CONNECT_STEPS, type ConnectStep } from './state.ts';
import { NOTHING, kindsSent } from '../fake-world.fixture.ts';
import { codeOf } from '../error-of.fixture.ts';

const classic = { handshake: 'sequential' } as const;

function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}

function refuseServer(): never {
  throw new SyntaxError("'turn:ann:secret@own.example:x' is not a valid TURN URL.");
}

/** A world in which connecting stops in one step, and a promise of the moment it does. */
async function stuckAt(step: ConnectStep): Promise<FakeWorld> {
  const world = await createFakeWorld();
  const unanswered: Partial<Record<ConnectStep, SignalingMessage['kind']>> = {
    'logging-in': 'login',
    'requesting-turn': 'turnRequest',
    'opening-channel': 'description',
  };
  world.isReachable = step !== 'opening-signaling';
  world.intercept = (message) => message.kind === unanswered[step];
  return world;
}

const STUCK: readonly ConnectStep[] = [
  'opening-signaling',
  'logging-in',
  'requesting-turn',
  'opening-channel',
];

describe('the sequential handshake', () => {
  test('sends and receives 20, 21, 3, 4, then the offer with its candidates', async () => {
    const world = await createFakeWorld();
    const connection = createConnection({ ...world.options, ...classic });
    const seen: string[] = [];
    connection.on('statechange', (state, step) => seen.push(step ?? state));
    await connection.connect();
    expect(seen).toEqual([...CONNECT_STEPS, 'connected']);
    expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
    await connection.close();
  });

  test('uses the address …/signaling/v1 and the sub-protocol json', async () => {
    const world = await createFakeWorld();
    await createConnection(world.options).connect();
    const { url, protocol } = world.sockets.last;
    expect([url, protocol]).toEqual(['wss://service.example/signaling/v1', 'json']);
  });

  test.each([
    ['sct', { sct: 'a-token' }],
    ['jwt', { jwt: 'a-token' }],
  ])('the login carries the %s and not the other', async (_name, token) => {
    const world = await createFakeWorld();
    const { sct: _sct, ...options } = world.options;
    await createConnection({ ...options, ...token }).connect();
    expect(JSON.parse(world.sockets.last.sent[0] ?? '')).toEqual({
      type: 20,
      productId: 'pr-fake',
      deviceId: 'de-fake',
      ...token,
    });
  });

  test('each message waits for its precondition', async () => {
    const world = await stuckAt('logging-in');
    const attempt = codeOf(createConnection({ ...world.options, ...classic }).connect());
    await world.settled();
    expect(kindsSent(world.sockets.last)).toEqual([20]);
    world.sockets.last.serverClose(4003);
    await attempt;
  });
});

describe('the peer connection of a connection', () => {
  test('has one coap channel, reliable and ordered, and one m-line', async () => {
    const world = await createFakeWorld();
    await createConnection(world.options).connect();
    expect(world.clientPeer.channels.map(({ label, ordered }) => ({ label, ordered }))).toEqual([
      { label: 'coap', ordered: true },
    ]);
    const offer = world.device.received.find(({ kind }) => kind === 'description');
    expect(offer?.kind === 'description' && offer.description.sdp.match(/^m=/gmu)).toHaveLength(1);
  });

  test.each([
    ['an empty list means none', { iceServers: [] }, undefined, []],
    [
      'iceServers of the service',
      { iceServers: [{ urls: ['stun:a.example'] }] },
      undefined,
      [{ urls: ['stun:a.example'] }],
    ],
    ['no list at all: the default', {}, undefined, [DEFAULT_ICE_SERVER]],
    [
      'no list at all: those of the application',
      {},
      [{ urls: 'stun:b.example' }],
      [{ urls: ['stun:b.example'] }],
    ],
    [
      'the older form',
      { servers: [{ hostname: 'turn.example', port: 3478, username: 'u', password: 'p' }] },
      undefined,
      [{ urls: ['turn:turn.example:3478'], username: 'u', credential: 'p' }],
    ],
  ])('ICE servers: %s', async (_name, turnReply, iceServers, expected) => {
    const world = await createFakeWorld({ turnReply });
    await createConnection({ ...world.options, iceServers, iceTransportPolicy: 'relay' }).connect();
    expect(world.clientPeer.configuration).toMatchObject({
      iceServers: expected,
      iceTransportPolicy: 'relay',
      bundlePolicy: 'max-bundle',
    });
  });

  test('the certificate of the options is the one on the wire', async () => {
    const world = await createFakeWorld();
    const certificate = new FakeCertificate();
    await createConnection({ ...world.options, certificate: asCertificate(certificate) }).connect();
    expect(world.device.pc.dtls.remote?.fingerprint).toBe(certificate.fingerprint);
  });
});

describe('connecting that ends before it is done leaves nothing behind', () => {
  const endings: readonly [string, string, (world: FakeWorld, connection: Connection) => void][] = [
    ['time limit', 'ERR_CONNECT_TIMEOUT', ({ clock }) => clock.advance(DEFAULT_CONNECT_TIMEOUT_MS)],
    ['close()', 'ERR_CONNECTION_CLOSED', (_world, connection) => void connection.close()],
    ['socket error', 'ERR_WEBSOCKET', ({ sockets }) => sockets.last.serverFail()],
    ['device offline', 'ERR_DEVICE_OFFLINE', ({ sockets }) => sockets.last.serverClose(4003)],
  ];
  const rows = STUCK.flatMap((step) => endings.map((ending) => [step, ...ending] as const));

  test.each(rows)('%s: %s', async (step, _name, code, end) => {
    const world = await stuckAt(step);
    const connection = createConnection({ ...world.options, ...classic });
    const closed: unknown[] = [];
    connection.on('close', (error) => closed.push(error));
    const attempt = codeOf(connection.connect());
    await world.settled();
    expect(connection.step).toBe(step);
    end(world, connection);
    expect(await attempt).toBe(code);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
    expect([connection.state, closed]).toEqual(['closed', []]);
  });

  test.each(STUCK)('%s: AbortSignal', async (step) => {
    const world = await stuckAt(step);
    const abort = new AbortController();
    const attempt = createConnection({ ...world.options, ...classic }).connect({ signal: abort.signal });
    attempt.catch(() => undefined);
    await world.settled();
    const reason = new Error('the user went away');
    abort.abort(reason);
    await expect(attempt).rejects.toMatchObject({ code: 'ERR_ABORTED', cause: reason });
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('no listener stays on the signal of a connection that was made', async () => {
    const world = await createFakeWorld();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await createConnection(world.options).connect({ signal });
    expect([added.mock.calls.length, world.clock.pending]).toEqual([1, 0]);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  test('a signal aborted before: nothing is opened', async () => {
    const world = await createFakeWorld();
    const signal = AbortSignal.abort();
    await expect(createConnection(world.options).connect({ signal })).rejects.toMatchObject({
      code: 'ERR_ABORTED',
    });
    expect(world.sockets.all).toEqual([]);
  });

  test.each(CONNECT_STEPS)('close() from a listener, in step %s', async (step) => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    connection.on('statechange', (_state, current) => {
      if (current === step) void connection.close();
    });
    expect(await codeOf(connection.connect())).toBe('ERR_CONNECTION_CLOSED');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('an answer that cannot be applied', async () => {
    const world = await createFakeWorld();
    world.rewrite = (message) =>
      message.kind === 'description'
        ? { ...message, description: { type: 'answer', sdp: 'nonsense' } }
        : message;
    expect(await codeOf(createConnection(world.options).connect())).toBe('ERR_NEGOTIATION');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a DTLS handshake with another certificate than the answer names', async () => {
    const world = await createFakeWorld();
    const other = new FakeCertificate();
    world.rewrite = (message) => {
      if (message.kind !== 'description') return message;
      const { type, sdp } = message.description;
      const forged = sdp.replaceAll(/sha-256 \S+/gu, `sha-256 ${other.sdpFingerprint}`);
      return { ...message, description: { type, sdp: forged } };
    };
    expect(await codeOf(createConnection(world.options).connect())).toBe('ERR_PEER_FAILED');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test.each([
    ['initial servers', { iceServers: [{ urls: 'stun:own.example' }] }],
    ['no initial servers', {}],
  ])('a socket class that throws, %s', async (_name, options) => {
    const world = await createFakeWorld();
    const WebSocket = new Proxy(world.options.WebSocket, { construct: refuse });
    const connection = createConnection({ ...world.options, ...options, WebSocket });
    expect(await codeOf(connection.connect())).toBe('ERR_WEBSOCKET');
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('a peer connection class that throws', async () => {
    const world = await createFakeWorld();
    const RTCPeerConnection = new Proxy(world.options.RTCPeerConnection, { construct: refuse });
    const attempt = createConnection({ ...world.options, RTCPeerConnection }).connect();
    expect(await codeOf(attempt)).toBe('ERR_PEER_FAILED');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('an ICE server that the browser refuses is named, without a credential in its address', async () => {
    const world = await createFakeWorld();
    const RTCPeerConnection = new Proxy(world.options.RTCPeerConnection, { construct: refuseServer });
    const attempt = createConnection({ ...world.options, RTCPeerConnection }).connect();
    await expect(attempt).rejects.toThrow(
      "cannot create a peer connection: SyntaxError: own.example:x' is not a valid TURN URL.",
    );
  });
});

test('the close error contains the code and reason of the service', async () => {
  const world = await stuckAt('logging-in');
  const attempt = createConnection(world.options).connect();
  attempt.catch(() => undefined);
  await world.settled();
  world.sockets.last.serverClose(1012, 'restarting');
  const error: unknown = await attempt.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SignalingCloseError);
  expect(error).toMatchObject({ code: 'ERR_UNKNOWN', closeCode: 1012, reason: 'restarting' });
});

test('messages of the device that arrive before the peer exists are queued for it', async () => {
  const world = await createFakeWorld();
  world.intercept = (message, socket) => {
    if (message.kind !== 'turnRequest') return false;
    world.relay({ kind: 'candidate', candidate: { candidate: 'candidate:early', sdpMid: '0' } });
    void world.settled().then(() => socket.serverSend('{"type":4,"iceServers":[]}'));
    return true;
  };
  await createConnection(world.options).connect();
  expect(world.clientPeer.candidates[0]).toEqual({ candidate: 'candidate:early', sdpMid: '0' });
});
