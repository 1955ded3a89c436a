/** @module Our messages against libcoap's own client and server (Debian's libcoap3-bin), over TCP, whose framing differs in the length only. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  encodeCsm,
  optionOf,
  parseBlock,
  parseCoapFrame,
  parseCsm,
  pathOptions,
  silentLogger,
  uintOption,
  utf8Decode,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { close, listen, portOf } from '../../../../../scripts/listening.ts';
import { testFingerprint } from '../resource-harness.fixture.ts';
import { SessionIdentity } from '../../auth/session-identity.ts';
import { Router } from '../router.ts';
import { BinaryChannel } from './binary-channel.ts';
import { SessionShares } from './session-shares.ts';
import { TcpMessages, toTcp } from './tcp-framing.fixture.ts';

const run = promisify(execFile);
const fingerprint = testFingerprint('any');
const session = new SessionIdentity({
  clientFingerprint: fingerprint,
  deviceFingerprint: fingerprint,
  tokenId: 't',
});
const large = randomBytes(100_000);
let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'longwire-libcoap-'));
});
afterAll(() => rm(directory, { recursive: true }));

function parsed(message: Uint8Array): CoapFrame {
  const frame = parseCoapFrame(message);
  if (!frame.ok) throw new Error(frame.reason);
  return frame.value;
}

describe('libcoap’s client with a device', () => {
  const router = new Router({
    guard: { userOf: () => undefined, isAllowed: () => true },
    maxBodyBytes: 1_000_000,
  });
  let stored: Uint8Array = new Uint8Array(0);
  let count = 0;
  const heard: CoapFrame[] = [];
  router.get('/hello', ({ query }) => `hello ${query.get('name') ?? ''}`);
  router.put('/stored', ({ payload }) => {
    stored = payload ?? new Uint8Array(0);
  });
  router.get('/stored', () => stored);
  const counter = router.addObservable('/count', () => `<${count}>`);
  const server = createServer((socket) => serve(socket, router, heard));

  beforeAll(async () => {
    await listen(server);
  });
  afterAll(() => server.close());

  const client = async (path: string, ...args: string[]): Promise<string> => {
    heard.length = 0;
    const url = `coap+tcp://127.0.0.1:${portOf(server)}${path}`;
    const { stdout, stderr } = await run('coap-client-notls', [...args, url]);
    return stdout + stderr;
  };
  const received = (number: number): (number | undefined)[] =>
    heard.flatMap(({ options }) => {
      const value = optionOf(options, number);
      return value === undefined ? [] : [parseBlock(value)?.szx];
    });

  test('sends GET with a query, and its settings', async () => {
    expect(await client('/hello?name=libcoap')).toBe('hello libcoap\n');
    expect(heard[0]).toMatchObject({ code: CoapCode.CSM });
    expect(parseCsm(heard[0]?.options ?? [])).toMatchObject({ ok: true, value: { isBlockWise: true } });
  });

  test('shows the diagnostic of an error', async () => {
    expect(await client('/nothing')).toContain('4.04 Resource not found');
  });

  test('sends PUT in one message and in blocks', async () => {
    const file = join(directory, 'large');
    await writeFile(file, large);
    await client('/stored', '-m', 'put', '-f', file);
    expect([large.equals(stored), received(CoapOptionNumber.BLOCK1)]).toEqual([true, []]);
    stored = new Uint8Array(0);
    await client('/stored', '-m', 'put', '-b', '1024', '-f', file);
    expect(large.equals(stored)).toBe(true);
    expect(received(CoapOptionNumber.BLOCK1)).toEqual(Array.from({ length: 98 }, () => 6));
  });

  test.each([
    ['one message', [], 0],
    ['blocks that the client asks for', ['-b', '1024'], 98],
    ['BERT, with a limited message size', ['-X', '5000'], 24],
  ])('reads a GET in %s', async (_, args, blocks) => {
    stored = large;
    const file = join(directory, 'read');
    await client('/stored', ...args, '-o', file);
    expect(large.equals(await readFile(file))).toBe(true);
    expect(received(CoapOptionNumber.BLOCK2).length).toBe(blocks);
  });

  test('observes a resource, pings and stops', async () => {
    const output = client('/count', '-s', '3', '-K', '1');
    await expect.poll(() => counter.observerCount).toBe(1);
    for (count of [1, 2, 3]) counter.notify();
    await expect.poll(() => heard.some(({ code }) => code === CoapCode.PING), { timeout: 5000 }).toBe(true);
    // The second change came while the handler ran for the first one, so the third replaced it.
    expect((await output).replaceAll('\n', '')).toMatch(/^<0><1><3>/u);
    expect(counter.observerCount).toBe(0);
  }, 20_000);
});

/** Serves a device's request channel on a connection. */
function serve(socket: Socket, router: Router, heard: CoapFrame[]): void {
  const messages = new TcpMessages();
  const channel = new BinaryChannel({
    router,
    context: { session },
    shares: new SessionShares(),
    logger: silentLogger,
    output: {
      maxMessageBytes: 262_144,
      bufferedBytes: 0,
      send: (message) => void socket.write(toTcp(message)),
      close: () => void socket.end(),
    },
  });
  socket.on('data', (bytes) => {
    for (const message of messages.take(bytes)) {
      heard.push(parsed(message));
      channel.handleMessage(message);
    }
  });
  // libcoap's client exits without reading what is in transit; `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', () => channel.handleClosed());
}

describe('our messages with libcoap’s server', () => {
  const program = spawnServer();
  const answers: CoapFrame[] = [];
  let socket: Socket | undefined;
  let lastToken = 0;

  beforeAll(async () => {
    socket = await connected(await program);
    // The server is killed at the end; `close` follows.
    socket.on('error', () => undefined);
    const messages = new TcpMessages();
    socket.on('data', (bytes) => answers.push(...messages.take(bytes).map(parsed)));
    socket.write(toTcp(encodeCsm({ maxMessageSize: 4096, isBlockWise: true })));
  }, 20_000);
  afterAll(async () => {
    socket?.destroy();
    (await program).child.kill();
  });

  const ask = async (code: number, options: CoapOption[], payload?: Uint8Array): Promise<CoapFrame> => {
    lastToken += 1;
    const token = Uint8Array.of(lastToken);
    const body = payload === undefined ? {} : { payload };
    socket?.write(toTcp(encodeCoapFrame({ code, token, options, ...body })));
    const find = (): CoapFrame | undefined => answers.find((answer) => answer.token[0] === token[0]);
    await expect.poll(find).toBeDefined();
    return find() ?? { code: 0, token, options: [] };
  };

  test('receive its settings first', async () => {
    await expect.poll(() => answers[0]?.code).toBe(CoapCode.CSM);
    expect(parseCsm(answers[0]?.options ?? [])).toMatchObject({ ok: true, value: { isBlockWise: true } });
  });

  test('get a Pong for a Ping', async () => {
    socket?.write(toTcp(encodeCoapFrame({ code: CoapCode.PING, token: Uint8Array.of(99), options: [] })));
    // libcoap 4.3.1 omits the token, against RFC 8323 section 5.4.
    await expect.poll(() => answers.some(({ code }) => code === CoapCode.PONG)).toBe(true);
  });

  test('read with GET', async () => {
    const { code, payload } = await ask(CoapCode.GET, pathOptions('/'));
    expect([code, utf8Decode(payload ?? new Uint8Array(0))]).toEqual([
      0x45,
      expect.stringContaining('libcoap'),
    ]);
  });

  test('create a resource by PUT in blocks and read it with GET', async () => {
    const { BLOCK1 } = CoapOptionNumber;
    const path = pathOptions('/made');
    const block = (num: number, more: boolean): CoapOption => encodeBlock(BLOCK1, { num, more, szx: 6 });
    const payload = large.subarray(0, 1500);
    const first = await ask(CoapCode.PUT, [...path, block(0, true)], payload.subarray(0, 1024));
    expect([first.code, parseBlock(optionOf(first.options, BLOCK1) ?? new Uint8Array(9))]).toEqual([
      CoapCode.CONTINUE,
      { num: 0, more: true, szx: 6 },
    ]);
    expect((await ask(CoapCode.PUT, [...path, block(1, false)], payload.subarray(1024))).code).toBe(0x41);
    const made = await ask(CoapCode.GET, path);
    expect(payload.equals(made.payload ?? new Uint8Array(0))).toBe(true);
  });

  test('observe a resource', async () => {
    const { OBSERVE } = CoapOptionNumber;
    const first = await ask(CoapCode.GET, [uintOption(OBSERVE, 0), ...pathOptions('/time')]);
    expect(optionOf(first.options, OBSERVE)).toBeDefined();
    const notifications = (): number =>
      answers.filter(({ token }) => Buffer.from(token).equals(first.token)).length;
    await expect.poll(notifications, { timeout: 5000 }).toBeGreaterThan(1);
  });

  test('get a 4.02 for an unknown critical option', async () => {
    const { code } = await ask(CoapCode.GET, [
      ...pathOptions('/'),
      { number: 2001, value: new Uint8Array(1) },
    ]);
    expect(code).toBe(CoapCode.BAD_OPTION);
  });
});

interface ServerProgram {
  readonly child: ReturnType<typeof spawn>;
  readonly port: number;
}

/** Starts libcoap's server on a port that was free a moment ago: it cannot choose one itself. */
async function spawnServer(): Promise<ServerProgram> {
  const probe = createServer();
  const port = await listen(probe);
  await close(probe);
  const child = spawn('coap-server-notls', ['-A', '127.0.0.1', '-p', String(port), '-d', '10'], {
    stdio: 'ignore',
  });
  return { child, port };
}

function connected({ port }: ServerProgram): Promise<Socket> {
  return vi.waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
    { timeout: 10_000 },
  );
}
