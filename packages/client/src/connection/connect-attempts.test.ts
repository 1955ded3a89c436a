/** @module Two attempts of one connection, over fakes: when there is a second, which one is kept, and that nothing is left of the other. */
import { CloseReason } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test, vi } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { EARLY_ANSWER_MS } from '../signaling/early-socket.ts';
import { FALLBACK_AFTER_MS } from './connect-attempts.ts';
import type { Connection } from './connection.ts';
import { DEFAULT_CONNECT_TIMEOUT_MS, type ConnectionOptions } from './options.ts';
import { CONNECT_STEPS } from './state.ts';
import { NOTHING, kindsSent } from '../fake-world.fixture.ts';
import { codeOf } from '../error-of.fixture.ts';

const atHand = { iceServers: [{ urls: 'stun:own.example' }] };
const relay = { urls: ['turn:relay.example'], username: '9999999999:x', credential: 'c' };
const turnReply = { iceServers: [relay] };

type Peer = FakeWorld['clientPeer'];
type Socket = FakeWorld['sockets']['last'];

/** Connections that the network lets through; both ends are asked about. */
function letThrough({ network }: FakeWorld, isLetThrough: (peer: Peer) => boolean): () => void {
  const connect = network.tryConnect.bind(network);
  const waiting = new Set<Peer>();
  network.tryConnect = (peer) => {
    const other = peer.remotePeerId === undefined ? undefined : network.find(peer.remotePeerId);
    if (isLetThrough(peer) || (other !== undefined && isLetThrough(other))) connect(peer);
    else waiting.add(peer);
  };
  return () => {
    for (const peer of waiting) connect(peer);
  };
}

function hasRelay({ configuration }: Peer): boolean {
  return JSON.stringify(configuration.iceServers ?? []).includes('turn:');
}

/** A world whose device is reached by the relay of the service alone. */
async function relayWorld(): Promise<FakeWorld> {
  const world = await createFakeWorld({ turnReply });
  letThrough(world, hasRelay);
  return world;
}

function client(world: FakeWorld, options: Partial<ConnectionOptions> = atHand): Connection {
  return createConnection({ ...world.options, ...options });
}

function serversOf({ configuration }: Peer): unknown {
  return configuration.iceServers;
}

async function closed(world: FakeWorld, connection: Connection): Promise<void> {
  await connection.close();
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
}

describe('if the primary attempt has not connected in time', () => {
  test('the fallback logs in with the servers of the service and connects; the primary attempt leaves nothing behind', async () => {
    const world = await relayWorld();
    const connection = client(world);
    const seen: string[] = [];
    connection.on('statechange', (state, step) => seen.push(step ?? state));
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS - 1);
    expect(world.sockets.all.length).toBe(1);
    world.clock.advance(1);
    await attempt;
    await world.settled();
    expect(serversOf(world.clientPeer)).toEqual([relay]);
    expect([world.sockets.all.length, world.sockets.open, world.leftovers.peers]).toEqual([2, 1, 1]);
    expect(kindsSent(world.sockets.last)).toEqual([20, 3, 0]);
    expect(seen).toEqual([...CONNECT_STEPS, 'connected']);
    expect(world.clock.pending).toBe(0);
    expect((await connection.request('GET', '/none')).statusCode).toBe(404);
    await closed(world, connection);
  });

  test('the servers of a peer connection that has started to gather are never changed', async () => {
    const world = await relayWorld();
    const attempt = client(world).connect();
    await world.settled();
    const first = world.clientPeer;
    const setConfiguration = vi.spyOn(first, 'setConfiguration');
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    expect(serversOf(first)).toEqual([{ urls: ['stun:own.example'] }]);
    expect(setConfiguration.mock.calls).toEqual([]);
  });

  test('the primary attempt is kept if it connects before the fallback', async () => {
    const world = await createFakeWorld({ turnReply });
    const go = letThrough(world, () => false);
    const connection = client(world);
    const attempt = connection.connect();
    await world.settled();
    const [first] = world.sockets.all;
    world.intercept = (_message, socket) => socket !== first;
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    expect(world.sockets.open).toBe(2);
    go();
    await attempt;
    await world.settled();
    expect([first?.readyState, world.sockets.open, world.leftovers.peers]).toEqual([1, 1, 1]);
    await closed(world, connection);
  });

  test('only one is kept if both connect at the same moment', async () => {
    const world = await createFakeWorld({ turnReply });
    const go = letThrough(world, () => false);
    const connection = client(world);
    const connected: string[] = [];
    connection.on('statechange', (state) => state === 'connected' && connected.push(state));
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    go();
    await attempt;
    await world.settled();
    expect([connected, world.sockets.open, world.leftovers.peers]).toEqual([['connected'], 1, 1]);
    await closed(world, connection);
  });

  test('the fallback starts when the servers arrive later', async () => {
    const world = await relayWorld();
    world.intercept = ({ kind }, socket) => kind === 'turnRequest' && socket === world.sockets.all[0];
    const attempt = client(world).connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    expect(world.sockets.all.length).toBe(1);
    world.sockets.last.serverSend(JSON.stringify({ type: 4, ...turnReply }));
    await attempt;
    expect(serversOf(world.clientPeer)).toEqual([relay]);
  });

  test.each<[string, { iceServers?: { urls: string[] }[] }]>([
    ['the same servers', { iceServers: [{ urls: ['stun:own.example'] }] }],
    ['none', { iceServers: [] }],
  ])('the service names %s: no second login', async (_name, reply) => {
    const world = await createFakeWorld({ turnReply: reply });
    letThrough(world, () => false);
    const attempt = codeOf(client(world).connect());
    await world.settled();
    world.clock.advance(DEFAULT_CONNECT_TIMEOUT_MS);
    expect([await attempt, world.sockets.all.length]).toEqual(['ERR_CONNECT_TIMEOUT', 1]);
  });

  test('a sequential handshake starts no second login', async () => {
    const world = await createFakeWorld({ turnReply });
    letThrough(world, () => false);
    const attempt = codeOf(client(world, { ...atHand, handshake: 'sequential' }).connect());
    await world.settled();
    world.clock.advance(DEFAULT_CONNECT_TIMEOUT_MS);
    expect([await attempt, world.sockets.all.length]).toEqual(['ERR_CONNECT_TIMEOUT', 1]);
  });

  test('a service that loses the offer gets the sequential handshake on the second login and the next connection', async () => {
    const world = await createFakeWorld();
    const replied = new WeakSet<Socket>();
    world.intercept = ({ kind }, socket) => {
      if (kind === 'turnRequest') queueMicrotask(() => queueMicrotask(() => replied.add(socket)));
      return kind === 'description' && !replied.has(socket);
    };
    world.isReachable = false;
    const attempt = client(world).connect();
    await world.settled();
    world.isReachable = true;
    world.sockets.last.serverOpen();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    expect([kindsSent(world.sockets.last), world.sockets.open]).toEqual([[20, 3, 0], 1]);
    world.isReachable = false;
    const again = client(world).connect();
    await world.settled();
    world.isReachable = true;
    world.sockets.last.serverOpen();
    await again;
    expect(world.sockets.all.length).toBe(3);
  });
});

describe('if the primary attempt fails', () => {
  test('early, the fallback starts at once', async () => {
    const world = await relayWorld();
    const attempt = client(world).connect();
    await world.settled();
    world.clientPeer.forceIceState('failed');
    await attempt;
    expect([serversOf(world.clientPeer), world.clock.pending]).toEqual([[relay], 0]);
  });

  test('and the fallback fails too, connecting rejects with the error of the fallback', async () => {
    const world = await createFakeWorld({ turnReply });
    letThrough(world, () => false);
    const attempt = codeOf(client(world).connect());
    await world.settled();
    world.clientPeer.forceIceState('failed');
    await world.settled();
    world.sockets.last.serverClose(4003);
    expect(await attempt).toBe('ERR_DEVICE_OFFLINE');
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('while the fallback runs, connecting waits for the fallback', async () => {
    const world = await relayWorld();
    const attempt = client(world).connect();
    await world.settled();
    const [first] = world.sockets.all;
    world.isReachable = false;
    world.clock.advance(FALLBACK_AFTER_MS);
    first?.serverClose(4003);
    await world.settled();
    world.sockets.last.serverOpen();
    await attempt;
    expect(serversOf(world.clientPeer)).toEqual([relay]);
  });

  test('the primary attempt continues after the fallback failed', async () => {
    const world = await createFakeWorld({ turnReply });
    const go = letThrough(world, () => false);
    const connection = client(world);
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    world.sockets.last.serverClose(1012);
    await world.settled();
    go();
    await attempt;
    expect(world.sockets.open).toBe(1);
    await closed(world, connection);
  });

  test.each(['ERR_DEVICE_OFFLINE', 'ERR_TOKEN_REJECTED'])(
    'with a definite error (%s), no fallback starts',
    async (code) => {
      const world = await createFakeWorld({ turnReply });
      letThrough(world, () => false);
      const attempt = codeOf(client(world).connect());
      await world.settled();
      world.sockets.last.serverClose(code === 'ERR_DEVICE_OFFLINE' ? 4003 : 4002);
      expect([await attempt, world.sockets.all.length]).toEqual([code, 1]);
    },
  );
});

/** The service refuses every login but the first, for as long as that one's socket is open. */
function refuseSecond(world: FakeWorld, closeCode: number, reason: string): void {
  world.intercept = ({ kind }, socket) => {
    const [first] = world.sockets.all;
    if (kind !== 'login' || socket === first || first?.readyState !== 1) return false;
    socket.serverClose(closeCode, reason);
    return true;
  };
}

describe('if the device has no room for a second session', () => {
  test.each([
    [4001, 'device signaling denied'],
    [4001, CloseReason.deviceFull],
    [1013, CloseReason.tooManySessions],
  ])('closed with %i "%s": the first is closed, then the other begins', async (closeCode, reason) => {
    const world = await relayWorld();
    refuseSecond(world, closeCode, reason);
    const connection = client(world);
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    expect([world.sockets.all.length, world.sockets.open, world.leftovers.peers]).toEqual([3, 1, 1]);
    await closed(world, connection);
  });

  test('the same after an offer sent while the socket opened', async () => {
    const world = await relayWorld();
    world.intercept = ({ kind }, socket) => {
      if (kind !== 'login' || world.sockets.open < 2) return false;
      socket.serverClose(4001, CloseReason.deviceFull);
      return true;
    };
    const connection = client(world, {
      ...atHand,
      iceServerCache: { get: () => ({ isEarly: true }), set: () => undefined },
    });
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(EARLY_ANSWER_MS);
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    expect([world.sockets.open, world.leftovers.peers]).toEqual([1, 1]);
    await connection.close();
  });

  test('the other begins only when the service has closed the first', async () => {
    const world = await relayWorld();
    refuseSecond(world, 1013, CloseReason.tooManySessions);
    const connection = client(world);
    const attempt = connection.connect();
    await world.settled();
    const { last: first } = world.sockets;
    const close = first.close.bind(first);
    const closing = vi.spyOn(first, 'close').mockImplementation(() => undefined);
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    expect([closing.mock.calls.length, world.sockets.all.length]).toEqual([1, 2]);
    close(1000);
    await attempt;
    expect([world.sockets.all.length, world.sockets.open, world.leftovers.peers]).toEqual([3, 1, 1]);
    await closed(world, connection);
  });

  test.each(['too many logins of this network', 'other nodes are out of reach', ''])(
    'closed with 1013 "%s": that makes no room, and the first goes on',
    async (reason) => {
      const world = await createFakeWorld({ turnReply });
      const go = letThrough(world, () => false);
      refuseSecond(world, 1013, reason);
      const connection = client(world);
      const attempt = connection.connect();
      await world.settled();
      world.clock.advance(FALLBACK_AFTER_MS);
      await world.settled();
      go();
      await attempt;
      expect([world.sockets.all.length, world.sockets.all[0]?.readyState]).toEqual([2, 1]);
      await closed(world, connection);
    },
  );

  test('nor for a single one, connecting fails', async () => {
    const world = await relayWorld();
    const attempt = codeOf(client(world).connect());
    await world.settled();
    world.intercept = (_message, socket) => {
      socket.serverClose(4001);
      return true;
    };
    world.clock.advance(FALLBACK_AFTER_MS);
    expect([await attempt, world.sockets.all.length]).toEqual(['ERR_SIGNALING_DENIED', 3]);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });
});

describe('with two attempts running', () => {
  const endings: readonly [
    string,
    string,
    (world: FakeWorld, connection: Connection, abort: AbortController) => void,
  ][] = [
    ['time limit', 'ERR_CONNECT_TIMEOUT', ({ clock }) => clock.advance(DEFAULT_CONNECT_TIMEOUT_MS)],
    ['close()', 'ERR_CONNECTION_CLOSED', (_world, connection) => void connection.close()],
    ['AbortSignal', 'ERR_ABORTED', (_world, _connection, abort) => abort.abort()],
  ];

  test.each(endings)('%s ends both', async (_name, code, end) => {
    const world = await createFakeWorld({ turnReply });
    letThrough(world, () => false);
    const connection = client(world);
    const abort = new AbortController();
    const attempt = codeOf(connection.connect({ signal: abort.signal }));
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await world.settled();
    expect(world.sockets.open).toBe(2);
    end(world, connection, abort);
    expect(await attempt).toBe(code);
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });

  test('only track statuses of the successful attempt are reported', async () => {
    const world = await createFakeWorld({ turnReply });
    letThrough(world, hasRelay);
    world.prepare = (device) => {
      device.tracks = [{ mid: '9', trackId: `camera-${world.sockets.all.length}`, error: 'ACCESS_DENIED' }];
    };
    const connection = client(world);
    const reported: string[] = [];
    connection.on('trackstatus', ({ trackId }) => reported.push(trackId));
    const attempt = connection.connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    expect(reported).toEqual(['camera-2']);
  });
});

describe('with relays only', () => {
  const relayOnly = { ...atHand, iceTransportPolicy: 'relay' } as const;

  test('the offer waits for the servers of the service, on one login', async () => {
    const world = await relayWorld();
    await client(world, relayOnly).connect();
    expect([serversOf(world.clientPeer), world.sockets.all.length]).toEqual([[relay], 1]);
  });

  test('stored servers are used at once', async () => {
    const world = await relayWorld();
    await client(world, relayOnly).connect();
    world.intercept = () => true;
    const connection = client(world, relayOnly);
    const attempt = codeOf(connection.connect());
    await world.settled();
    expect([serversOf(world.clientPeer), kindsSent(world.sockets.last)]).toEqual([[relay], [20, 3, 0]]);
    await connection.close();
    await attempt;
  });

  test.each(['before', 'after'])(
    'those from before give no relay, %s the service has answered: fresh ones are used',
    async (when) => {
      const world = await createFakeWorld({ turnReply, gathering: 'manual' });
      letThrough(world, (peer) => JSON.stringify(serversOf(peer) ?? []).includes('fresh'));
      const memory = new Map<string, unknown>();
      const iceServerCache = {
        get: (key: string) => memory.get(key),
        set: (key: string, note: unknown) => void memory.set(key, note),
      };
      const options = { ...relayOnly, iceServerCache };
      const known = JSON.stringify([
        'device',
        '',
        'wss://service.example/signaling/v1',
        'pr-fake',
        'de-fake',
      ]);
      memory.set(known, { iceServers: [relay], untilMs: Number.MAX_SAFE_INTEGER });
      const fresh = { ...relay, username: '9999999999:fresh' };
      world.turnReply = { iceServers: [fresh] };
      world.isReachable = when === 'after';
      const attempt = client(world, options).connect();
      await world.settled();
      const first = world.network.all.find(hasRelay);
      expect(first && serversOf(first)).toEqual([relay]);
      // No candidate was found before gathering ended.
      first?.fire('icecandidateerror', { errorCode: 401 });
      first?.forceIceState('failed');
      world.isReachable = true;
      await world.settled();
      await attempt;
      expect(serversOf(world.clientPeer)).toEqual([fresh]);
    },
  );
});

describe('the ICE server cache of a connection', () => {
  test('drops stored servers that did not lead to the device', async () => {
    const world = await relayWorld();
    const options = { iceTransportPolicy: 'relay' } as const;
    await client(world, options).connect();
    letThrough(world, () => false);
    const attempt = codeOf(client(world, options).connect());
    await world.settled();
    world.intercept = (_message, socket) => {
      socket.serverClose(4003);
      return true;
    };
    world.turnReply = { iceServers: [] };
    world.clientPeer.forceIceState('failed');
    expect(await attempt).not.toBe('no error');
    world.isReachable = false;
    const peers = world.network.all.length;
    const connection = client(world, options);
    const third = codeOf(connection.connect());
    await world.settled();
    expect([world.network.all.length, world.clientPeer.configuration.iceServers]).toEqual([peers + 1, []]);
    await connection.close();
    await third;
  });

  test('uses the servers of a successful fallback first the next time', async () => {
    const world = await relayWorld();
    const attempt = client(world).connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    await client(world).connect();
    expect([serversOf(world.clientPeer), world.sockets.all.length]).toEqual([[relay], 3]);
  });

  test('also when its credentials are over by then: the service is asked first', async () => {
    const world = await relayWorld();
    const over = { ...relay, username: `${Math.floor(Date.now() / 1000)}:x` };
    world.turnReply = { iceServers: [over] };
    const attempt = client(world).connect();
    await world.settled();
    world.clock.advance(FALLBACK_AFTER_MS);
    await attempt;
    await client(world).connect();
    expect([serversOf(world.clientPeer), world.sockets.all.length]).toEqual([[over], 3]);
  });

  test('may fail without failing the connection', async () => {
    const world = await createFakeWorld();
    const iceServerCache = {
      get(): never {
        throw new Error('denied');
      },
      set(): never {
        throw new Error('full');
      },
    };
    expect(await codeOf(client(world, { iceServerCache }).connect())).toBe('no error');
  });
});
