/**
 * @module Floods of HTTP/2 frames against the command with its own TLS, in its own process: each ends its connection with one line in the
 * log, memory stays bounded, and other users log in meanwhile.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Serving } from '../cli/command.fixture.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { DEVICE, makeDeviceDatabase } from '../test-support/device-database.fixture.ts';
import { HTTP2_HEADERS, HTTP2_START, http2Frame } from '../test-support/http2-frames.fixture.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, CONTINUATION] = [0, 1, 2, 3, 4, 6, 9];
const [END_STREAM, END_HEADERS, ACK] = [1, 4, 1];
const NOTHING = Buffer.alloc(0);
const CANCEL = Buffer.from([0, 0, 0, 8]);

/** The most bytes of one flood, far beyond the number of frames that ends it. */
const FLOOD_BYTES = 64 * 1024 * 1024;
/** How much more memory the process may have after all floods, in bytes; a node uses some 130 MiB. */
const GROWTH_BYTES = 64 * 1024 * 1024;
const OPTIONS = { rejectUnauthorized: false };

let service: Serving;
let device: TestDevice;
let sct: string;
const cleanUp = new AsyncDisposableStack();

beforeAll(async () => {
  const { directory, path, identity, registry } = cleanUp.use(await makeDeviceDatabase());
  ({ value: sct } = await registry.tokens.add({ productId: DEVICE.productId, lifetimeMs: 86_400_000 }));
  const { certFile, keyFile } = await makeCertificate(directory);
  const files = ['--tls-cert', certFile, '--tls-key', keyFile];
  service = cleanUp.use(await serve(['--database', path, ...files]));
  device = await TestDevice.attach({ ...DEVICE, identity, url: service.url, socketOptions: OPTIONS });
});
afterAll(async () => {
  device.link.socket.close(1000);
  await cleanUp.disposeAsync();
});

async function expectLogin(): Promise<void> {
  const url = `${service.url}${SIGNALING_PATH}`;
  const client = await TestSocket.open(url, [SIGNALING_SUBPROTOCOL], OPTIONS);
  client.sendText(encodeSignalingMessage({ kind: 'login', ...DEVICE, sct }));
  expect(await client.text()).toMatch(LOGIN_REPLY);
  client.socket.close(1000);
}

async function memoryBytes(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) * 1024;
}

/** Opens a connection; over a TCP connection if one is given. */
async function open(cable?: Socket): Promise<TLSSocket> {
  const port = Number(new URL(service.url).port);
  const over = cable === undefined ? { port, host: '127.0.0.1' } : { socket: cable };
  const socket = connect({ ...over, ...OPTIONS, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'secureConnect');
  socket.write(HTTP2_START);
  return socket;
}

/** Writes until the connection ends. @throws Error when it takes all bytes of a flood instead. */
async function flood(socket: TLSSocket, start: Buffer, burst: (round: number) => Buffer): Promise<void> {
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(start);
  for (let round = 0, written = 0; socket.writable; round += 1) {
    const bytes = burst(round);
    written += bytes.length;
    if (written > FLOOD_BYTES) throw new Error('the flood did not end its connection');
    if (socket.write(bytes)) continue;
    await Promise.race([ended, new Promise((resolve) => socket.once('drain', resolve))]);
  }
  await ended;
}

const FRAMES = 2_000;

/** The same frame many times. */
const again = (frame: Buffer): (() => Buffer) => {
  const burst = Buffer.concat(Array.from({ length: FRAMES }, () => frame));
  return () => burst;
};

/** Frames of a new stream each. */
const streams =
  (framesOf: (stream: number) => readonly Buffer[]): ((round: number) => Buffer) =>
  (round) =>
    Buffer.concat(
      Array.from({ length: FRAMES }, (_, index) => framesOf(2 * (round * FRAMES + index) + 1)).flat(),
    );

/** The name of a header, and the start of a value that is longer than the frame. */
const JUNK = Buffer.concat([
  Buffer.from([0x10, 1]),
  Buffer.from('x'),
  Buffer.from([0x7f, 0x81, 0x7e]),
  Buffer.alloc(1_000, 0x78),
]);

const request = http2Frame(HEADERS, END_HEADERS, 1, HTTP2_HEADERS);

test.each<[string, Buffer, (round: number) => Buffer]>([
  [
    'requests that are reset at once (CVE-2023-44487)',
    NOTHING,
    streams((stream) => [
      http2Frame(HEADERS, END_HEADERS | END_STREAM, stream, HTTP2_HEADERS),
      http2Frame(RESET, 0, stream, CANCEL),
    ]),
  ],
  ['pings', NOTHING, again(http2Frame(PING, 0, 0, Buffer.alloc(8)))],
  ['replies to pings that were not sent', NOTHING, again(http2Frame(PING, ACK, 0, Buffer.alloc(8)))],
  ['settings', NOTHING, again(http2Frame(SETTINGS, 0, 0, NOTHING))],
  ['replies to settings that were not sent', NOTHING, again(http2Frame(SETTINGS, ACK, 0, NOTHING))],
  [
    'headers that never end (CVE-2024-28182)',
    http2Frame(HEADERS, 0, 1, HTTP2_HEADERS),
    again(http2Frame(CONTINUATION, 0, 1, JUNK)),
  ],
  [
    'empty continuations of headers',
    http2Frame(HEADERS, 0, 1, HTTP2_HEADERS),
    again(http2Frame(CONTINUATION, 0, 1, NOTHING)),
  ],
  ['empty data (CVE-2019-9518)', request, again(http2Frame(DATA, 0, 1, NOTHING))],
  ['priorities (CVE-2019-9513)', request, again(http2Frame(PRIORITY, 0, 1, Buffer.alloc(5)))],
  ['frames of no known type', NOTHING, again(http2Frame(0xfa, 0, 0, NOTHING))],
])('a flood of %s ends, logged once, and others log in meanwhile', async (_what, start, burst) => {
  const before = service.errors().length;
  const flooded = flood(await open(), start, burst);
  await expectLogin();
  await flooded;
  await expectLogin();
  const lines = (): string[] =>
    service
      .errors()
      .slice(before)
      .match(/^.*HTTP\/2 connection.*$/gmu) ?? [];
  await expect.poll(lines).toHaveLength(1);
});

test('headers that end with their connection in the middle (CVE-2024-27983) do not end the process', async () => {
  for (let round = 0; round < 50; round += 1) {
    const cable = connectTcp(Number(new URL(service.url).port), '127.0.0.1');
    const socket = await open(cable);
    socket.write(http2Frame(HEADERS, 0, 1, HTTP2_HEADERS));
    socket.write(http2Frame(CONTINUATION, 0, 1, NOTHING));
    cable.resetAndDestroy();
  }
  await expectLogin();
  expect(() => process.kill(service.pid ?? 0, 0)).not.toThrow();
});

test('the memory of the process is bounded after floods', async () => {
  const before = await memoryBytes();
  for (let round = 0; round < 20; round += 1)
    await flood(
      await open(),
      http2Frame(HEADERS, 0, 1, HTTP2_HEADERS),
      again(http2Frame(CONTINUATION, 0, 1, JUNK)),
    );
  expect((await memoryBytes()) - before).toBeLessThan(GROWTH_BYTES);
  await expectLogin();
});
