/** @module The streams of a session over real peer connections: features, a hundred tunnels, and cleanup. */
import { decodeStreamFrame, encodeStreamFrame, STREAM_FEATURE, type Metadata } from '@longwire/protocol';
import type { DataChannel } from 'node-datachannel';
import { afterEach, describe, expect, test } from 'vitest';
import { hashOf } from '../stream/stream-client.fixture.ts';
import { StreamCatalog } from '../stream/stream-catalog.ts';
import { TcpServer } from '../stream/tcp-server.fixture.ts';
import { tcpTunnel } from '../stream/tcp-tunnel.ts';
import { FeatureAnswer } from './feature-answer.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

const TUNNEL_PORT = 22;
const cleanUps: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function setUp(metadata: Metadata) {
  let isAllowed = true;
  const server = await TcpServer.start((socket) => socket.pipe(socket));
  const streams = new StreamCatalog();
  streams.add(TUNNEL_PORT, tcpTunnel({ host: '127.0.0.1', port: server.port }), { name: 'echo' });
  const session: Session = new Session(
    sessionOptions({ streams: { catalog: streams, userOf: () => undefined, isAllowed: () => isAllowed } }),
  );
  const client = new TestClient(session);
  cleanUps.push(
    () => server.stop(),
    () => {
      session.close(1000, 'test over');
      client.close();
    },
  );
  client.offer(metadata);
  await client.until(() => client.isOpen);
  const setAllowed = (allowed: boolean): void => {
    isAllowed = allowed;
    session.recheck();
  };
  return { session, client, server, setAllowed };
}

/** A channel of the client that records received messages. */
class ClientChannel {
  readonly native: DataChannel;
  readonly received: Uint8Array[] = [];
  isOpen = false;
  isClosed = false;

  constructor(client: TestClient, label: string) {
    this.native = client.native.createDataChannel(label);
    this.native.onOpen(() => (this.isOpen = true));
    this.native.onMessage((message) => this.received.push(bytesOf(message)));
    this.native.onClosed(() => (this.isClosed = true));
  }

  /** The data of the received frames. */
  get data(): Buffer {
    const parts = this.received.map((message) => decodeStreamFrame(message));
    return Buffer.concat(
      parts.flatMap((frame) => (frame.ok && frame.value.kind === 'data' ? [frame.value.data] : [])),
    );
  }
}

test('accepts stream/1 in the answer to the offer that announces it, and uses it', async () => {
  const { client } = await setUp({ features: [STREAM_FEATURE, 'other/7'] });
  expect(client.metadata[0]).toEqual({ tracks: [], status: 'OK', featuresTaken: [STREAM_FEATURE] });
  const channel = new ClientChannel(client, `stream-${TUNNEL_PORT}`);
  await expect.poll(() => channel.isOpen).toBe(true);
  channel.native.sendMessageBinary(encodeStreamFrame({ kind: 'data', data: Buffer.from('hello') }));
  await expect.poll(() => String(channel.data)).toBe('hello');
  channel.native.sendMessageBinary(encodeStreamFrame({ kind: 'fin' }));
  await expect.poll(() => channel.isClosed).toBe(true);
});

test.each(['stream', 'nabto-stream'])(
  'uses unframed streams for a client that announces nothing: %s',
  async (prefix) => {
    const { client } = await setUp({});
    expect(client.metadata[0]).toEqual({ tracks: [], status: 'OK' });
    const channel = new ClientChannel(client, `${prefix}-${TUNNEL_PORT}`);
    await expect.poll(() => channel.isOpen).toBe(true);
    channel.native.sendMessageBinary(Buffer.from('hello'));
    await expect.poll(() => String(Buffer.concat(channel.received))).toBe('hello');
  },
);

test('what a client sends right before it closes its channel arrives at a device that is busy meanwhile', async () => {
  const { client, server } = await setUp({});
  let received = '';
  let hasEnded = false;
  server.handle = (socket) => {
    socket.on('data', (data) => {
      received += String(data);
      socket.write('read');
    });
    socket.on('end', () => (hasEnded = true));
  };
  const channel = new ClientChannel(client, `stream-${TUNNEL_PORT}`);
  await expect.poll(() => channel.isOpen).toBe(true);
  channel.native.sendMessageBinary(Buffer.from('first'));
  await expect.poll(() => String(Buffer.concat(channel.received))).toBe('read');
  channel.native.sendMessageBinary(Buffer.from(', last'));
  channel.native.close();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  await expect.poll(() => hasEnded).toBe(true);
  expect(received).toBe('first, last');
});

describe('feature negotiation', () => {
  const announced: Metadata = { features: [STREAM_FEATURE] };

  test('lists accepted features in one answer only', () => {
    const features = new FeatureAnswer();
    features.handleRemote('offer', announced);
    expect([features.take('answer'), features.take('answer'), features.take('offer')]).toEqual([
      { featuresTaken: [STREAM_FEATURE] },
      {},
      {},
    ]);
    expect(features.uses(STREAM_FEATURE)).toBe(true);
  });

  test('does not use a feature before the client has the answer', () => {
    const features = new FeatureAnswer();
    features.handleRemote('offer', announced);
    expect(features.uses(STREAM_FEATURE)).toBe(false);
    expect(features.take('offer')).toEqual({});
    expect(features.uses(STREAM_FEATURE)).toBe(false);
  });

  test('reads features only from the client’s first description, and only if it is an offer', () => {
    for (const first of [
      ['offer', {}],
      ['answer', announced],
    ] as const) {
      const features = new FeatureAnswer();
      const [type, metadata] = first;
      features.handleRemote(type, metadata);
      features.handleRemote('offer', announced);
      expect([features.take('answer'), features.uses(STREAM_FEATURE)]).toEqual([{}, false]);
    }
  });

  test('ignores unknown features and does not echo them', () => {
    const features = new FeatureAnswer();
    features.handleRemote('offer', { features: ['unheard-of/1'], featuresTaken: [STREAM_FEATURE] });
    expect(features.take('answer')).toEqual({});
  });
});

test('a hundred concurrent tunnels transfer their bytes while requests are answered', async () => {
  const { session, client, server } = await setUp({ features: [STREAM_FEATURE] });
  const channels = Array.from({ length: 100 }, () => new ClientChannel(client, `stream-${TUNNEL_PORT}`));
  await expect.poll(() => channels.every(({ isOpen }) => isOpen), { timeout: 10_000 }).toBe(true);
  const payloads = channels.map((_channel, index) => Buffer.alloc(200_000, `tunnel ${index} `));
  for (const [index, { native }] of channels.entries()) {
    const payload = payloads[index] ?? Buffer.alloc(0);
    for (let at = 0; at < payload.length; at += 50_000)
      native.sendMessageBinary(encodeStreamFrame({ kind: 'data', data: payload.subarray(at, at + 50_000) }));
  }
  expect(await client.request('GET', '/here')).toMatchObject({ statusCode: 205 });
  await expect
    .poll(() => channels.filter(({ data }) => data.length < 200_000).length, { timeout: 15_000 })
    .toBe(0);
  expect(channels.map(({ data }) => hashOf(data))).toEqual(payloads.map((payload) => hashOf(payload)));
  expect(server.sockets.size).toBe(100);
  session.close(1000, 'over');
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('revoking a right closes the tunnel on both sides', async () => {
  const { client, server, setAllowed } = await setUp({ features: [STREAM_FEATURE] });
  const channel = new ClientChannel(client, `stream-${TUNNEL_PORT}`);
  await expect.poll(() => server.sockets.size).toBe(1);
  setAllowed(false);
  await expect.poll(() => server.sockets.size).toBe(0);
  await expect.poll(() => channel.isClosed).toBe(true);
  expect(decodeStreamFrame(channel.received.at(-1) ?? Uint8Array.of())).toEqual({
    ok: true,
    value: { kind: 'reset', code: 3 },
  });
});

test('closes the TCP connections of its tunnels when a client disconnects', async () => {
  const { client, server } = await setUp({});
  const channels = Array.from({ length: 5 }, () => new ClientChannel(client, `stream-${TUNNEL_PORT}`));
  await expect.poll(() => server.sockets.size).toBe(channels.length);
  client.native.close();
  await expect.poll(() => server.sockets.size).toBe(0);
});

function bytesOf(message: string | Buffer | ArrayBuffer): Uint8Array {
  return message instanceof ArrayBuffer ? new Uint8Array(message) : Buffer.from(message);
}
