/** @module The TURN-TCP proxy between a library and relays; the test's own sockets play both. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { silentLogger } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPEN_DELAY_MS, MAX_RELAY_SOCKETS, TurnTcpProxy } from './turn-tcp-proxy.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const HEAD =
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff';
const NAME = '000600096576746a3a68367659202020';
/** As in stun-check.test.ts. */
const ZERO = `${HEAD}802900080000000000000000${NAME}00080014bc12481af84dff60defb39b555ca807555f229c6802800040a2327b9`;
const ONE = `${HEAD}802900080000000000000001${NAME}00080014187ba903fab5cc8ae5aaeaac20fd4137d6c5bad6802800047ba34407`;
const NOMINATION = '000100042112a442b7e7a701bc34d686fa87dfae00250000';
const ANSWER = '010100002112a442b7e7a701bc34d686fa87dfae';
const HANDSHAKE = '16feff0000';
const CANDIDATE = /^candidate:d 1 UDP (\d+) 127\.0\.0\.1 (\d+) typ host$/u;

/** A UDP socket that records what it receives. */
class UdpEnd {
  readonly socket: Socket = createSocket('udp4');
  readonly received: { text: string; port: number }[] = [];

  static async open(): Promise<UdpEnd> {
    const end = new UdpEnd();
    end.socket.on('message', (message, { port }) =>
      end.received.push({ text: message.toString('hex'), port }),
    );
    end.socket.bind(0, '127.0.0.1');
    await once(end.socket, 'listening');
    return end;
  }

  get endpoint(): { address: string; port: number } {
    return { address: '127.0.0.1', port: this.socket.address().port };
  }

  send(text: string, port: number | undefined): void {
    this.socket.send(Buffer.from(text, 'hex'), port ?? 0, '127.0.0.1');
  }

  get texts(): string[] {
    return this.received.map(({ text }) => text);
  }
}

let library: UdpEnd;
let relays: UdpEnd[];
let proxy: TurnTcpProxy;
let candidates: string[];

beforeEach(async () => {
  library = await UdpEnd.open();
  relays = await Promise.all(Array.from({ length: MAX_RELAY_SOCKETS + 1 }, async () => await UdpEnd.open()));
  candidates = [];
  proxy = new TurnTcpProxy({
    bindAddress: undefined,
    password: () => PASSWORD,
    nativePort: () => library.endpoint.port,
    addCandidate: (line) => candidates.push(line),
    logger: silentLogger,
  });
});

afterEach(() => {
  vi.useRealTimers();
  proxy.close();
  for (const { socket } of [library, ...relays]) socket.close();
});

function relay(index = 0): UdpEnd {
  const found = relays[index];
  if (found === undefined) throw new Error('no such relay');
  return found;
}

function relaySocketPort(index = 0): number {
  return Number(CANDIDATE.exec(candidates[index] ?? '')?.[2]);
}

test('forwards a check with a zero tiebreaker, repaired, from a candidate of the library, and returns the answer', async () => {
  proxy.open();
  relay().send(ZERO, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  expect(candidates).toEqual([expect.stringMatching(CANDIDATE)]);
  const port = library.received[0]?.port;
  expect(port).toBe(relaySocketPort());
  library.send(ANSWER, port);
  await expect.poll(() => relay().received).toEqual([{ text: ANSWER, port: proxy.port }]);
});

test('drops datagrams of strangers: no check, another tiebreaker or a wrong signature; only the library can send to relays', async () => {
  proxy.open();
  for (const text of [HANDSHAKE, ONE, ZERO.replace('bc12481a', 'bc12481b')]) relay(1).send(text, proxy.port);
  relay().send(ZERO, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  relay(1).send('01', relaySocketPort());
  library.send('02', relaySocketPort());
  await expect.poll(() => relay().texts).toEqual(['02']);
  expect(candidates).toHaveLength(1);
});

test('has its port synchronously after construction, because the first offer may follow immediately', () => {
  expect(proxy.port).toBeGreaterThan(0);
});

test('resolves the host name of a STUN server', async () => {
  proxy.ask({ address: 'localhost', port: relay().endpoint.port }, Buffer.from('00', 'hex'), () => undefined);
  await expect.poll(() => relay().texts).toEqual(['00']);
});

test('sends to a signaled relay from its own port before the relay has sent anything', async () => {
  proxy.handleRelay(relay().endpoint);
  proxy.open();
  proxy.handleRelay(relay(1).endpoint);
  await expect.poll(() => candidates).toHaveLength(2);
  library.send('aa', relaySocketPort(0));
  library.send('bb', relaySocketPort(1));
  await expect
    .poll(() => [relay(0).received, relay(1).received])
    .toEqual([[{ text: 'aa', port: proxy.port }], [{ text: 'bb', port: proxy.port }]]);
  proxy.handleRelay(relay(1).endpoint);
  library.send('cc', relaySocketPort(1));
  await expect.poll(() => relay(1).texts).toEqual(['bb', 'cc']);
  expect(candidates).toHaveLength(2);
});

test('ignores a relay with a port outside the valid range', async () => {
  proxy.open();
  for (const port of [0, 65_536, 1e300]) proxy.handleRelay({ address: '127.0.0.1', port });
  proxy.handleRelay(relay().endpoint);
  await expect.poll(() => candidates.length).toBeGreaterThan(0);
  for (const index of candidates.keys()) library.send('aa', relaySocketPort(index));
  await expect.poll(() => relay().texts).toEqual(['aa']);
  expect(candidates).toHaveLength(1);
});

test('opens at most MAX_RELAY_SOCKETS relay sockets', async () => {
  proxy.open();
  for (const [index, each] of relays.slice(0, MAX_RELAY_SOCKETS).entries()) {
    each.send(ZERO, proxy.port);
    await expect.poll(() => library.texts).toHaveLength(index + 1);
  }
  relay(MAX_RELAY_SOCKETS).send(ZERO, proxy.port);
  relay(0).send(ZERO, proxy.port);
  await expect.poll(() => library.texts).toHaveLength(MAX_RELAY_SOCKETS + 1);
  expect(candidates).toHaveLength(MAX_RELAY_SOCKETS);
});

test('delays the DTLS handshake until the library’s check is answered and the client has nominated the pair', async () => {
  proxy.open();
  relay().send(ZERO, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
  for (const text of [HANDSHAKE, ANSWER]) relay().send(text, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE, ANSWER]);
  relay().send(NOMINATION, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE, ANSWER, NOMINATION, HANDSHAKE]);
  relay().send(`${HANDSHAKE}01`, proxy.port);
  await expect.poll(() => library.texts.at(-1)).toBe(`${HANDSHAKE}01`);
});

test('with a controlling library, adds the preferred candidate immediately and forwards nothing before it opens', async () => {
  proxy.hold();
  proxy.hold();
  await expect.poll(() => candidates).toEqual([expect.stringMatching(/ UDP 2147483647 /u)]);
  let isReceived = false;
  proxy.ask(relay(1).endpoint, Buffer.from('00'), () => (isReceived = true));
  for (const text of [ZERO, ANSWER]) relay().send(text, proxy.port);
  await expect.poll(() => isReceived).toBe(true);
  expect(library.received).toEqual([]);
  proxy.open();
  relay().send(ZERO, proxy.port);
  await expect.poll(() => library.received).toEqual([{ text: ONE, port: relaySocketPort() }]);
  expect(candidates).toHaveLength(1);
});

test('a held proxy opens by itself after OPEN_DELAY_MS', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  proxy.hold();
  await vi.waitFor(() => expect(candidates).toHaveLength(1));
  proxy.handleRelay(relay().endpoint);
  vi.advanceTimersByTime(OPEN_DELAY_MS);
  library.send('aa', relaySocketPort());
  await vi.waitFor(() => expect(relay().texts).toEqual(['aa']));
});

test('a held proxy closes when the client connects without it', async () => {
  proxy.hold();
  proxy.handleConnected();
  const closed = createSocket('udp4');
  const { port } = proxy;
  await expect
    .poll(async () => {
      closed.bind(port, '0.0.0.0');
      return await once(closed, 'listening').then(() => 'free');
    })
    .toBe('free');
  closed.close();
  proxy.close();
});

test('an open proxy keeps forwarding after the client has connected', async () => {
  proxy.open();
  proxy.handleConnected();
  relay().send(ZERO, proxy.port);
  await expect.poll(() => library.texts).toEqual([ONE]);
});

test('asks a STUN server from its own port and passes the answer on', async () => {
  const received: string[] = [];
  proxy.ask(relay().endpoint, Buffer.from('00010000', 'hex'), (message) =>
    received.push(Buffer.from(message).toString('hex')),
  );
  await expect.poll(() => relay().received).toEqual([{ text: '00010000', port: proxy.port }]);
  relay().send(ANSWER, proxy.port);
  await expect.poll(() => received).toEqual([ANSWER]);
});
