import {
  DelayedDatagrams,
  linesOf,
  LOOPBACK,
  moveCandidates,
  type CableQuality,
  type Endpoint,
} from '@longwire/demo';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { DelayedPort } from './delay-connections.ts';
import { listen } from '../../scripts/listening.ts';

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

interface Arrival {
  readonly text: string;
  readonly from: Endpoint;
  readonly atMs: number;
}

/** A socket of a machine, and the numbers that arrived at it. */
class Machine {
  readonly arrivals: Arrival[] = [];
  readonly endpoint: Endpoint;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.endpoint = { address: LOOPBACK, port: socket.address().port };
    socket.on('message', (bytes, { address, port }) =>
      this.arrivals.push({ text: bytes.toString(), from: { address, port }, atMs: performance.now() }),
    );
  }

  static async start(): Promise<Machine> {
    const socket = createSocket('udp4');
    socket.bind(0, LOOPBACK);
    await once(socket, 'listening');
    opened.defer(() => void socket.close());
    return new Machine(socket);
  }

  get texts(): string[] {
    return this.arrivals.map(({ text }) => text);
  }

  send(text: string, { address, port }: Endpoint): void {
    this.#socket.send(text, port, address);
  }
}

function lay(quality: CableQuality): DelayedDatagrams {
  const cable = new DelayedDatagrams(linesOf(quality));
  opened.defer(() => cable.stop());
  return cable;
}

const NUMBERS = Array.from({ length: 200 }, (_, index) => String(index));

/** The numbers that arrive through a cable. */
async function through(lossShare: number, seed: number): Promise<string[]> {
  const [near, far] = [await Machine.start(), await Machine.start()];
  const cable = lay({ roundTripMs: 2, lossShare, seed });
  const there = cable.proxy('near', far.endpoint);
  for (const text of NUMBERS) near.send(text, there);
  // The last one is sent until it arrives.
  await expect
    .poll(() => {
      near.send('last', there);
      return far.texts;
    })
    .toContain('last');
  return far.texts.filter((text) => text !== 'last');
}

describe('datagrams', () => {
  test('datagrams arrive in order, not before their delay, and are answered at their apparent source', async () => {
    const [near, far] = [await Machine.start(), await Machine.start()];
    const cable = lay({ roundTripMs: 60 });
    const sentMs = performance.now();
    for (const text of NUMBERS) near.send(text, cable.proxy('near', far.endpoint));
    await expect.poll(() => far.texts).toEqual(NUMBERS);
    const [first] = far.arrivals;
    expect((first?.atMs ?? 0) - sentMs).toBeGreaterThanOrEqual(30);
    expect(first?.from).toEqual(cable.proxy('far', near.endpoint));
    expect(cable.isProxySocket('far', first?.from ?? near.endpoint)).toBe(true);
    const answeredMs = performance.now();
    far.send('answer', first?.from ?? near.endpoint);
    await expect.poll(() => near.texts).toEqual(['answer']);
    expect((near.arrivals[0]?.atMs ?? 0) - answeredMs).toBeGreaterThanOrEqual(30);
    expect(near.arrivals[0]?.from).toEqual(cable.proxy('near', far.endpoint));
  });

  test('datagrams through two cables take the time of both', async () => {
    const [near, far] = [await Machine.start(), await Machine.start()];
    const [first, second] = [lay({ roundTripMs: 40 }), lay({ roundTripMs: 20 })];
    const seenByFar = second.proxy('near', first.proxy('far', near.endpoint));
    const seenByNear = first.proxy('near', second.proxy('far', far.endpoint));
    const sentMs = performance.now();
    near.send('one', seenByNear);
    await expect.poll(() => far.texts).toEqual(['one']);
    expect((far.arrivals[0]?.atMs ?? 0) - sentMs).toBeGreaterThanOrEqual(30);
    expect(far.arrivals[0]?.from).toEqual(seenByFar);
  });

  test('the same seed loses the same datagrams, another seed others', async () => {
    const once = await through(0.3, 7);
    expect(once.length).toBeLessThan(NUMBERS.length);
    expect(once).toEqual(await through(0.3, 7));
    expect(once).not.toEqual(await through(0.3, 8));
  });

  test('a machine is not reachable at the address it left, and sockets it opens then are', async () => {
    const [old, far, later] = [await Machine.start(), await Machine.start(), await Machine.start()];
    const cable = lay({ roundTripMs: 2 });
    const there = cable.proxy('near', far.endpoint);
    old.send('before', there);
    await expect.poll(() => far.texts).toEqual(['before']);
    cable.leave();
    old.send('lost', there);
    far.send('lost', cable.proxy('far', old.endpoint));
    later.send('after', there);
    await expect.poll(() => far.texts).toEqual(['before', 'after']);
    expect(old.texts).toEqual([]);
  });

  test.each(['::1', 'a.local'])('%s gets no proxy socket', (address) => {
    expect(() => lay({ roundTripMs: 2 }).proxy('near', { address, port: 5000 })).toThrow(RangeError);
  });
});

/** A server that echoes its input, and a cable to it. */
async function echo(quality: CableQuality): Promise<DelayedPort> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => socket.pipe(socket));
  const target = await listen(server);
  opened.defer(() => void server.close());
  const port = await DelayedPort.open(target, linesOf(quality));
  opened.defer(async () => await port.stop());
  return port;
}

describe('connections', () => {
  test('a megabyte there and back is complete, and its first byte took two round trips', async () => {
    const port = await echo({ roundTripMs: 30 });
    const startedMs = performance.now();
    const socket = connect(port.port, LOOPBACK);
    const sent = Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => index % 251));
    socket.end(sent);
    const [first] = await once(socket, 'data');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(60);
    const rest = await socket.toArray();
    expect(Buffer.concat([first, ...rest]).equals(sent)).toBe(true);
  });

  test('lossy connections lose no data: lost data arrives later', async () => {
    const port = await echo({ roundTripMs: 0, lossShare: 1 });
    const socket = connect(port.port, LOOPBACK);
    const startedMs = performance.now();
    socket.write('hello');
    const [data] = await once(socket, 'data');
    expect(String(data)).toBe('hello');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(400);
    socket.destroy();
  });

  test('existing connections receive nothing once the machine has left its address; new ones do', async () => {
    const port = await echo({ roundTripMs: 2 });
    const old = connect(port.port, LOOPBACK);
    old.write('before');
    await once(old, 'data');
    port.leave();
    const heard: string[] = [];
    old.on('data', (data) => heard.push(String(data)));
    old.write('lost');
    const later = connect(port.port, LOOPBACK);
    later.write('after');
    const [data] = await once(later, 'data');
    expect([String(data), heard]).toEqual(['after', []]);
    for (const socket of [old, later]) socket.destroy();
  });

  test('connecting to a port without a listener ends the connection', async () => {
    const port = await DelayedPort.open(1, linesOf({ roundTripMs: 2 }));
    opened.defer(async () => await port.stop());
    const socket = connect(port.port, LOOPBACK);
    const [error] = await once(socket, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });
});

test('UDP candidates are replaced, and TCP candidates stay', () => {
  const text = JSON.stringify({
    data: JSON.stringify({
      sdp: 'a=candidate:1 1 UDP 2113937151 127.0.0.1 5000 typ host\r\na=candidate:2 1 udp 1677 ::1 5001 typ host\r\na=candidate:3 1 tcp 1518 127.0.0.1 9 typ host tcptype active\r\n',
    }),
  });
  const moved = moveCandidates(text, ({ address, port }) =>
    address === LOOPBACK ? { address: '127.0.0.2', port: port + 1 } : undefined,
  );
  expect(JSON.parse(JSON.parse(moved).data).sdp.split('\r\n')).toEqual([
    'a=candidate:1 1 UDP 2113937151 127.0.0.2 5001 typ host',
    'a=candidate:2 1 udp 1677 127.0.0.1 9 typ host',
    'a=candidate:3 1 tcp 1518 127.0.0.1 9 typ host tcptype active',
    '',
  ]);
});
