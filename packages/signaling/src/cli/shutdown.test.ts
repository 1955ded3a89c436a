/** @module Stopping a busy process: requests complete, sockets get a close code, and the process exits. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openRegistry } from '../registry/registry.ts';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const KEY = { productId: 'p', deviceId: 'd' };
const RESTART = { code: 1012, reason: 'service restart' };

/** A service process, an attached device and its token. */
class Rig {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
  readonly device: TestDevice;
  readonly #sct: string;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcessWithoutNullStreams, url: string, device: TestDevice, sct: string) {
    this.child = child;
    this.url = url;
    this.device = device;
    this.#sct = sct;
    this.#ended = once(child, 'close');
  }

  static async start(...args: readonly string[]): Promise<Rig> {
    const directory = await makeDirectory();
    onTestFinished(() => directory[Symbol.asyncDispose]());
    const database = join(directory.path, 'r.db');
    const registry = await openRegistry(database);
    const identity = await makeIdentity();
    await registry.products.add('p');
    await registry.devices.add({ ...KEY, fingerprint: identity.fingerprint });
    const { value } = await registry.tokens.add({ ...KEY, lifetimeMs: 3_600_000 });
    await registry.close();
    const child = spawn(process.execPath, [
      '--conditions=longwire-source',
      MAIN,
      'serve',
      '--port=0',
      `--database=${database}`,
      '--log-level=silent',
      '--message-burst=1000000',
      '--messages-per-second=1000000',
      ...args,
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stderr.resume();
    const [line] = await once(createInterface(child.stdout), 'line');
    const url = /http:\S+/u.exec(String(line))?.[0] ?? '';
    const device = await TestDevice.attach({ url, ...KEY, identity });
    return new Rig(child, url, device, value);
  }

  /** A logged-in client. */
  async client(): Promise<{ client: TestSocket; session: string }> {
    const client = await TestSocket.open(`${this.url}/signaling/v1`, ['json']);
    client.sendText(JSON.stringify({ type: 20, ...KEY, sct: this.#sct }));
    const { session } = await this.device.next('session-open');
    await client.text();
    return { client, session };
  }

  /** The exit code or signal. */
  async end(): Promise<number | string | null> {
    await this.#ended;
    return this.child.exitCode ?? this.child.signalCode;
  }

  async status(path: string): Promise<number> {
    return (await fetch(`${this.url}${path}`)).status;
  }
}

/** Sends numbered messages and reads responses until the socket ends. */
async function chatter(client: TestSocket): Promise<void> {
  for (let number = 0; client.socket.readyState === 1; number += 1) {
    await client.flushText(candidate(number));
    await setImmediate();
  }
}

test('stopping under traffic closes all sockets with 1012, loses and duplicates no message, and exits with 0', async () => {
  const rig = await Rig.start();
  const pairs = [await rig.client(), await rig.client(), await rig.client()];
  const senders = pairs.map(({ client }) => chatter(client));
  await expect.poll(() => rig.device.link.pending.length).toBeGreaterThan(100);
  rig.child.kill('SIGTERM');
  for (const { client } of pairs) expect(await client.closed).toEqual(RESTART);
  expect(await rig.device.closed).toEqual(RESTART);
  await Promise.all(senders);
  expect(await rig.end()).toBe(0);
  for (const { session } of pairs) {
    const heard = rig.device.link.pending.filter(
      (text) => text.includes(session) && text.includes('session-message'),
    );
    const numbers = heard.map((text) => Number(/candidate:(\d+)/u.exec(text)?.[1]));
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  }
});

test('stopping first reports not ready, then rejects upgrades with 503 and closes sockets with 1012, and completes running requests', async () => {
  const rig = await Rig.start('--drain-delay-ms', '700', '--shutdown-grace-ms', '20000');
  const { client, session } = await rig.client();
  expect(await rig.status('/readyz')).toBe(200);
  // a slow request
  const slow = connect(Number(new URL(rig.url).port), '127.0.0.1');
  const body = JSON.stringify({ name: 'no-one', password: 'no password' });
  slow.write(
    `POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  slow.write(body.slice(0, 5));
  // a client that does not answer the close
  const deaf = connect(Number(new URL(rig.url).port), '127.0.0.1');
  const deafEnded = once(deaf, 'close');
  deaf.write(
    'GET /signaling/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(deaf, 'data');
  deaf.resume();
  rig.child.kill('SIGTERM');
  await expect.poll(() => rig.status('/readyz')).toBe(503);
  // it keeps serving until load balancers have noticed
  client.sendText(candidate(1));
  expect(await rig.device.heard(session, 1)).toEqual([candidate(1)]);
  expect(await client.closed).toEqual(RESTART);
  expect(await rig.device.closed).toEqual(RESTART);
  await expect(TestSocket.open(`${rig.url}/signaling/v1`, ['json'])).rejects.toThrow('503');
  expect(await rig.status('/healthz')).toBe(200);
  await deafEnded;
  let answer = '';
  slow.on('data', (data: Buffer) => (answer += data.toString('latin1')));
  slow.write(body.slice(5));
  await once(slow, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /u);
  expect(answer).toContain('ERR_INVALID_CREDENTIALS');
  expect(await rig.end()).toBe(0);
});

test('stopping aborts a request that exceeds the grace time, and the exit code is 0', async () => {
  const rig = await Rig.start('--shutdown-grace-ms', '300');
  const slow = connect(Number(new URL(rig.url).port), '127.0.0.1');
  slow.on('error', () => undefined);
  const ended = once(slow, 'close');
  slow.write(
    'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  slow.resume();
  // idle, without any request
  const idle = connect(Number(new URL(rig.url).port), '127.0.0.1');
  await once(idle, 'connect');
  idle.resume();
  expect(await rig.status('/healthz')).toBe(200);
  rig.child.kill('SIGINT');
  await ended;
  expect(await rig.end()).toBe(0);
});

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const)('%s followed by %s ends the process immediately', async (first, second) => {
  const rig = await Rig.start('--drain-delay-ms', '60000');
  rig.child.kill(first);
  await expect.poll(() => rig.status('/readyz')).toBe(503);
  rig.child.kill(second);
  expect(await rig.end()).toBe(second);
  expect((await rig.device.closed).code).toBe(1006);
});
