/** @module The command on a disk that takes a twentieth of a second for each write to the database: strace delays the system calls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CloseCode, encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { DEVICE, makeDeviceDatabase } from '../test-support/device-database.fixture.ts';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';
import { runHere, serve, type Serving } from './command.fixture.ts';

const WRITES = 'pwrite64,fsync,fdatasync';

/** Delays each write of a process from now on. */
async function slowDisk({ pid }: Serving): Promise<void> {
  const inject = ['-e', `trace=${WRITES}`, '-e', `inject=${WRITES}:delay_enter=50ms`];
  const strace = spawn('strace', ['-f', '-p', String(pid), '-o', '/dev/null', ...inject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    const exited = once(strace, 'exit');
    if (strace.kill('SIGINT')) await exited;
  });
  const lines = createInterface(strace.stderr);
  const [line] = await once(lines, 'line');
  expect(line).toContain('attached');
}

test('with a slow disk devices attach, clients log in and changes are answered, and what was answered and its audit rows outlive SIGKILL', async () => {
  await using database = await makeDeviceDatabase();
  const { path, identity, registry } = database;
  const { value: sct } = await registry.tokens.add({ productId: DEVICE.productId, lifetimeMs: 86_400_000 });
  const key = (
    await runHere(['api-key', 'add', 'test', '--role', 'admin', '--database', path])
  ).stdout.trim();
  const service = await serve(['--database', path]);
  onTestFinished(() => service[Symbol.asyncDispose]());
  await slowDisk(service);

  const answered: string[] = [];
  for (const productId of ['pr-2', 'pr-3', 'pr-4']) {
    const answer = await fetch(`${service.url}/api/v1/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ productId }),
    });
    expect(answer.status).toBe(201);
    answered.push(productId);
  }
  const device = await TestDevice.attach({ ...DEVICE, identity, url: service.url });
  const logIn = async (token: string): Promise<TestSocket> => {
    const client = await TestSocket.open(`${service.url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
    client.sendText(encodeSignalingMessage({ kind: 'login', ...DEVICE, sct: token }));
    return client;
  };
  expect((await (await logIn('unknown')).closed).code).toBe(CloseCode.tokenRejected);
  const client = await logIn(sct);
  expect(await client.text()).toMatch(LOGIN_REPLY);
  service.signal('SIGKILL');
  expect((await client.closed).code).toBe(1006);
  const kept = (await registry.products.list({ limit: 10 })).map(({ productId }) => productId);
  expect(kept).toEqual(expect.arrayContaining(answered));
  const decisions = (await registry.audit.list({ limit: 50 })).map(
    ({ action, outcome }) => `${action} ${outcome}`,
  );
  const added = answered.map(() => 'product.add allowed');
  expect(decisions).toEqual([
    'client.login allowed',
    'client.login refused',
    'device.attach allowed',
    ...added,
    'key.add allowed',
  ]);
  await device.closed;
});
