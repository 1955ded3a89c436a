/** @module Each fault of a fake world, as the real client sees it. */
import { createConnection, createSession, type Connection } from '@longwire/client';
import { describe, expect, test } from 'vitest';
import { asTrack } from '../as-dom.ts';
import { FakeTrack } from '../rtc/fake-transceiver.ts';
import type { FakeDevice } from '../world/fake-device.ts';
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../world/fake-world.ts';

const NOTHING = { sockets: 0, peers: 0, timers: 0, listeners: 0 };
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 30_000;

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  /** The codes of the errors that ended the connection. */
  readonly closed: unknown[];
}

async function connected(options: FakeWorldOptions = {}): Promise<Rig> {
  const world = await createFakeWorld(options);
  world.prepare = answering;
  const connection = createConnection({ ...world.options, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const closed: unknown[] = [];
  connection.on('close', (error) => closed.push(error && Reflect.get(error, 'code')));
  await connection.connect();
  return { world, connection, closed };
}

const offersTo = ({ received }: FakeDevice): unknown[] =>
  received.filter((message) => message.kind === 'description' && message.description.type === 'offer');

const answering = ({ resources }: FakeDevice): void => {
  for (const name of NAMES) resources.on(`GET /${name}`, { statusCode: 205 });
};

/** Sends eight requests at once. Returns the names of the answered ones, in the order of the answers. */
function askAll({ connection }: Rig): { answered: string[]; lost: string[] } {
  const seen = { answered: [] as string[], lost: [] as string[] };
  for (const name of NAMES) {
    connection.request('GET', `/${name}`).then(
      () => seen.answered.push(name),
      () => seen.lost.push(name),
    );
  }
  return seen;
}

async function pass({ world }: { world: FakeWorld }, ms: number): Promise<void> {
  await world.settled();
  world.clock.advance(ms);
  await world.settled();
}

async function codeOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'done',
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );
}

describe('drop', () => {
  test('dropped signaling messages make connecting time out, and connecting succeeds once healed', async () => {
    const world = await createFakeWorld();
    const heal = world.faults.drop({ kind: 'login' });
    const options = { ...world.options, connectTimeoutMs: CONNECT_TIMEOUT_MS };
    const attempt = codeOf(createConnection(options).connect());
    await pass({ world }, CONNECT_TIMEOUT_MS);
    expect(await attempt).toBe('ERR_CONNECT_TIMEOUT');
    heal();
    expect(await codeOf(createConnection(options).connect())).toBe('done');
  });

  test.each(['device', 'client'] as const)(
    'dropping messages of one channel to the %s leaves other channels alone',
    async (to) => {
      const rig = await connected();
      rig.world.faults.drop({ line: 'coap', to });
      const seen = askAll(rig);
      await pass(rig, REQUEST_TIMEOUT_MS);
      expect(seen).toEqual({ answered: [], lost: NAMES });
      expect(rig.world.device.resources.requests).toHaveLength(to === 'device' ? 0 : 8);
      const other = rig.connection.createDataChannel('other');
      await rig.world.settled();
      const arrived: unknown[] = [];
      const end = to === 'client' ? other : rig.world.device.pc.channels.at(-1);
      end?.addEventListener('message', (event) => arrived.push(Reflect.get(event, 'data')));
      if (to === 'device') other.send('through');
      else rig.world.device.pc.channels.at(-1)?.send('through');
      await rig.world.settled();
      expect(arrived).toEqual(['through']);
    },
  );

  test('dropping a share loses the same messages for the same seed and others for another seed', async () => {
    const rounds = [];
    for (const seed of [3, 3, 4]) {
      const rig = await connected({ seed });
      rig.world.faults.drop({ line: 'coap', to: 'device' }, 0.5);
      const seen = askAll(rig);
      await pass(rig, REQUEST_TIMEOUT_MS);
      expect([seen.answered.length > 0, seen.lost.length > 0]).toEqual([true, true]);
      rounds.push(seen);
    }
    expect(rounds[0]).toEqual(rounds[1]);
    expect(rounds[0]).not.toEqual(rounds[2]);
  });
});

describe('delay', () => {
  test('delayed answers keep their order, and a healed line does not let later ones overtake them', async () => {
    const rig = await connected();
    const heal = rig.world.faults.delay(100, { line: 'coap', to: 'client' });
    const seen = askAll(rig);
    await pass(rig, 99);
    expect(seen.answered).toEqual([]);
    heal();
    const last = rig.connection.request('GET', '/a').then(() => seen.answered.push('last'));
    await rig.world.settled();
    expect(seen.answered).toEqual([]);
    await pass(rig, 1);
    await last;
    expect(seen.answered).toEqual([...NAMES, 'last']);
  });

  test('delayed signaling adds its round trips to connecting, and delayed messages are not leftovers', async () => {
    const world = await createFakeWorld();
    world.faults.delay(50, { line: 'signaling' });
    const connection = createConnection({ ...world.options, handshake: 'sequential' });
    const attempt = codeOf(connection.connect());
    for (let half = 0; half < 5; half += 1) await pass({ world }, 50);
    expect(connection.state).toBe('connecting');
    await pass({ world }, 50);
    expect([await attempt, world.clock.monotonic()]).toEqual(['done', 300]);
    await world.device.offer();
    await connection.close();
    await world.settled();
    expect([world.clock.pending > 0, world.leftovers]).toEqual([true, NOTHING]);
  });

  test('a login that arrives after its socket closed creates no device', async () => {
    const world = await createFakeWorld();
    world.faults.reorder(100, { kind: 'login' });
    const connection = createConnection(world.options);
    const attempt = codeOf(connection.connect());
    await world.settled();
    await connection.close();
    await pass({ world }, 100);
    expect(await attempt).toBe('ERR_CONNECTION_CLOSED');
    expect(() => world.device).toThrow('the world has no connected device');
  });
});

describe('reorder', () => {
  test('reordered answers all arrive, and the same seed gives the same order', async () => {
    const rounds = [];
    for (const seed of [3, 3, 4]) {
      const rig = await connected({ seed });
      rig.world.faults.reorder(1000, { line: 'coap', to: 'client' });
      const { answered } = askAll(rig);
      await pass(rig, 1000);
      expect(answered.toSorted()).toEqual(NAMES);
      expect(answered).not.toEqual(NAMES);
      rounds.push(answered);
    }
    expect(rounds[0]).toEqual(rounds[1]);
    expect(rounds[0]).not.toEqual(rounds[2]);
  });

  test('a candidate that overtakes its description is kept until the description arrives', async () => {
    const world = await createFakeWorld();
    world.faults.reorder(1000, { kind: 'description', to: 'client' });
    const attempt = codeOf(createConnection(world.options).connect());
    const arrived: unknown[] = [];
    world.sockets.last.addEventListener('message', (event) => {
      arrived.push(Reflect.get(Object(JSON.parse(String(Reflect.get(event, 'data')))), 'type'));
    });
    await pass({ world }, 1000);
    expect([await attempt, arrived]).toEqual(['done', [21, 4, 2, 1]]);
    expect(world.clientPeer.candidates).toHaveLength(1);
  });
});

describe('half-open', () => {
  test('half-open signaling: nothing arrives, nothing closes, closing does not reach the service, and a new socket works', async () => {
    const rig = await connected();
    const { device, sockets } = rig.world;
    rig.world.faults.halfOpen('signaling');
    const before = [device.received.length, rig.world.clientPeer.remoteDescription];
    const ends: unknown[] = [];
    sockets.last.addEventListener('close', (event) => ends.push(Reflect.get(event, 'code')));
    await device.offer();
    sockets.last.serverClose(1012);
    sockets.last.serverFail();
    rig.connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await rig.world.settled();
    expect([rig.connection.state, rig.closed, ends]).toEqual(['connected', [], []]);
    expect([device.received.length, rig.world.clientPeer.remoteDescription]).toEqual(before);
    expect([sockets.open, rig.world.clientPeer.signalingState]).toEqual([1, 'have-local-offer']);
    await rig.connection.close();
    await rig.world.settled();
    expect([ends, device.received.length]).toEqual([[1006], before[0]]);
    expect(await codeOf(createConnection(rig.world.options).connect())).toBe('done');
  });

  test('half-open peer connection: requests time out, no state changes, and sent messages stay in the buffer', async () => {
    const rig = await connected();
    const channel = rig.connection.createDataChannel('other');
    await rig.world.settled();
    rig.world.faults.halfOpen('peer');
    const attempt = codeOf(rig.connection.request('GET', '/a'));
    channel.send('never');
    await pass(rig, REQUEST_TIMEOUT_MS);
    rig.world.device.pc.close();
    await rig.world.settled();
    expect([await attempt, rig.connection.state, rig.closed]).toEqual([
      'ERR_REQUEST_TIMEOUT',
      'connected',
      [],
    ]);
    expect([rig.world.clientPeer.iceConnectionState, channel.bufferedAmount]).toEqual(['connected', 5]);
    expect(rig.world.device.resources.requests).toEqual([]);
    await rig.connection.close();
    await rig.world.settled();
    expect(rig.world.leftovers).toEqual(NOTHING);
    expect(await codeOf(createConnection(rig.world.options).connect())).toBe('done');
  });

  test('half-open peer connection: messages in flight are lost, no channel opens, and closing a channel does not reach the other end', async () => {
    const rig = await connected();
    rig.world.faults.delay(100, { line: 'coap' });
    const attempt = codeOf(rig.connection.request('GET', '/a'));
    await rig.world.settled();
    rig.world.faults.halfOpen('peer');
    const channel = rig.connection.createDataChannel('other');
    await pass(rig, REQUEST_TIMEOUT_MS);
    expect([await attempt, channel.readyState]).toEqual(['ERR_REQUEST_TIMEOUT', 'connecting']);
    expect(rig.world.device.resources.requests).toEqual([]);
    rig.world.device.channel?.close();
    await rig.world.settled();
    expect(rig.world.clientPeer.channels[0]?.readyState).toBe('open');
  });

  test('a peer connection that is half-open before it connects never connects', async () => {
    const world = await createFakeWorld();
    world.prepare = () => world.faults.halfOpen('peer');
    const connection = createConnection({ ...world.options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
    const attempt = codeOf(connection.connect());
    await pass({ world }, CONNECT_TIMEOUT_MS);
    expect([await attempt, world.leftovers]).toEqual(['ERR_CONNECT_TIMEOUT', NOTHING]);
  });
});

describe('glare', () => {
  test('glare on the first offer: connecting succeeds with a second offer', async () => {
    const world = await createFakeWorld();
    world.faults.glare();
    expect(await codeOf(createConnection(world.options).connect())).toBe('done');
    expect(offersTo(world.device)).toHaveLength(2);
    expect(world.device.failures).toEqual([]);
  });

  test('glare on a later offer: the changes of both sides are negotiated', async () => {
    const { world, connection } = await connected();
    const tracks: unknown[] = [];
    connection.on('track', ({ trackId }) => tracks.push(trackId));
    world.device.addTrack('video', 'frontdoor-video');
    world.faults.glare();
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(tracks).toEqual(['frontdoor-video']);
    expect(offersTo(world.device)).toHaveLength(3);
    expect([world.clientPeer.signalingState, world.device.pc.signalingState]).toEqual(['stable', 'stable']);
  });
});

describe('wrong key', () => {
  test('verifying the fingerprint fails until the fault is healed', async () => {
    const { world, connection } = await connected();
    const { fingerprint } = world.identity;
    const heal = world.faults.wrongKey();
    const verdict = await connection.verifyFingerprint(fingerprint);
    expect(verdict).toEqual({ valid: false, bound: false, shown: expect.stringMatching(/^[\da-f]{64}$/u) });
    expect(verdict.shown).not.toBe(fingerprint);
    heal();
    expect(await connection.verifyFingerprint(fingerprint)).toEqual({
      valid: true,
      bound: true,
      boundBy: 'token',
    });
  });

  test('a session that expects another fingerprint does not become ready', async () => {
    const world = await createFakeWorld();
    world.faults.wrongKey();
    const session = createSession({ ...world.options, fingerprint: world.identity.fingerprint });
    await expect(session.ready()).rejects.toMatchObject({ cause: { code: 'ERR_WRONG_DEVICE' } });
    expect(world.leftovers).toEqual(NOTHING);
  });
});

describe('device away', () => {
  test('clients of the device are closed, their peer connections fall silent, and the device answers again once healed', async () => {
    const { world, connection, closed } = await connected();
    const { device } = world;
    const heal = world.faults.deviceAway();
    await world.settled();
    expect([connection.state, closed]).toEqual(['closed', ['ERR_DEVICE_OFFLINE']]);
    expect(device.pc.dtls.state).toBe('connected');
    expect(await codeOf(createConnection(world.options).connect())).toBe('ERR_DEVICE_OFFLINE');
    heal();
    expect(await codeOf(createConnection(world.options).connect())).toBe('done');
  });

  test('a session waits for the device, and is ready again', async () => {
    const world = await createFakeWorld();
    const session = createSession({ ...world.options, random: () => 0 });
    await session.ready();
    const heal = world.faults.deviceAway();
    await world.settled();
    world.clientPeer.forceIceState('failed');
    await world.settled();
    expect(session.state).toMatchObject({ kind: 'recovering' });
    heal();
    await pass({ world }, 60_000);
    expect(session.state).toMatchObject({ kind: 'ready' });
    await session.end();
    await world.settled();
    expect(world.leftovers).toEqual(NOTHING);
  });
});

describe('service away', () => {
  test('open sockets close with the code, and later ones on their first message, until healed', async () => {
    const { world, connection } = await connected();
    const closed: unknown[] = [];
    connection.on('close', (error) => closed.push(error));
    const heal = world.faults.serviceAway(1012, 'restarting');
    const serviceRestart = expect.objectContaining({ closeCode: 1012, reason: 'restarting' });
    expect(closed).toEqual([serviceRestart]);
    await expect(createConnection(world.options).connect()).rejects.toEqual(serviceRestart);
    heal();
    expect(await codeOf(createConnection(world.options).connect())).toBe('done');
  });

  test('1006 breaks open sockets, and no new one opens', async () => {
    const { world, closed } = await connected();
    world.faults.serviceAway(1006);
    expect(closed).toEqual(['ERR_WEBSOCKET']);
    expect(await codeOf(createConnection(world.options).connect())).toBe('ERR_WEBSOCKET');
    expect(world.sockets.last.sent).toEqual([]);
  });

  test('the most recent of two refusals applies', async () => {
    const world = await createFakeWorld();
    world.faults.serviceAway(1012);
    const heal = world.faults.serviceAway(4002);
    expect(await codeOf(createConnection(world.options).connect())).toBe('ERR_TOKEN_REJECTED');
    heal();
    await expect(createConnection(world.options).connect()).rejects.toMatchObject({ closeCode: 1012 });
  });
});

test.each<[string, (world: FakeWorld) => void]>([
  ['share must be between 0 and 1, got 1.5', ({ faults }) => faults.drop({}, 1.5)],
  ['share must be between 0 and 1, got NaN', ({ faults }) => faults.drop({}, Number.NaN)],
  ['delayMs must be between 0 and 9007199254740991, got -1', ({ faults }) => faults.delay(-1)],
  ['withinMs must be between 0 and 9007199254740991, got -1', ({ faults }) => faults.reorder(-1)],
  ['no client opened a socket', ({ faults }) => faults.halfOpen('signaling')],
  ['the world has no connected device: no client logged in', ({ faults }) => faults.halfOpen('peer')],
])('an impossible fault throws: %s', async (message, ask) => {
  const world = await createFakeWorld();
  expect(() => ask(world)).toThrow(message);
});
