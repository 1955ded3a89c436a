/** @module The command as a process of its own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const CONDITION = '--conditions=longwire-source';

interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [CONDITION, MAIN, ...args], { env: { ...process.env, ...env } });
}

async function run(args: string[], env?: Record<string, string>): Promise<Output> {
  const child = start(args, env);
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr };
}

/** A running `serve`, which is ended when the test is. */
async function serve(
  args: string[],
  env?: Record<string, string>,
): Promise<AsyncDisposable & { url: string; stop(): Promise<Output> }> {
  const child = start(['serve', '--port', '0', ...args], env);
  const closed = once(child, 'close');
  const stderr = text(child.stderr);
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), closed]);
  const stop = async (): Promise<Output> => {
    child.kill('SIGTERM');
    await closed;
    return { code: child.exitCode, stdout: lines.join('\n'), stderr: await stderr };
  };
  const url = /http:\S+/.exec(lines.join('\n'))?.[0] ?? '';
  return { url, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

test('serve: one line on stdout; tokens are added while it runs; SIGTERM gives 1012 to all and exit 0', async () => {
  await using directory = await makeDirectory();
  const common = ['--database', join(directory.path, 'r.db')];
  const identity = await makeIdentity();
  await run(['product', 'add', 'p', ...common]);
  await using service = await serve(common);
  const added = await run(['device', 'add', 'p', 'd', '--fingerprint', identity.fingerprint, ...common]);
  expect(added.code).toBe(0);
  const device = await TestDevice.attach({ url: service.url, productId: 'p', deviceId: 'd', identity });
  const { stdout: token } = await run(['token', 'add', 'p', 'd', '--expires', '1h', ...common]);
  expect(token).toMatch(/^lw_[0-9a-f]{10}_[\w-]{43}\n$/);
  const client = await TestSocket.open(`${service.url}/signaling/v1`, ['json']);
  client.sendText(JSON.stringify({ type: 20, productId: 'p', deviceId: 'd', sct: token.trim() }));
  expect(await client.text()).toBe('{"type":21}');
  const { code, stdout, stderr } = await service.stop();
  const restart = { code: 1012, reason: 'service restart' };
  expect([await client.closed, await device.closed]).toEqual([restart, restart]);
  expect(code).toBe(0);
  expect(stdout).toBe(`longwire-signaling listening on ${service.url}`);
  const lines = stderr.trim().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
  expect(stderr).not.toContain(token.trim().slice(-43));
});

test('options come from the command line, else the environment, else the file', async () => {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'config.json');
  const database = join(directory.path, 'r.db');
  const iceServers = [{ urls: ['stun:198.51.100.1'] }];
  const file = {
    database,
    'ice-servers': iceServers,
    host: '198.51.100.99',
    'allow-origin': ['https://a.example'],
  };
  await writeFile(config, JSON.stringify(file));
  const env = { LONGWIRE_CONFIG: config, LONGWIRE_HOST: '198.51.100.98', LONGWIRE_LOG_LEVEL: 'error' };
  await using service = await serve(['--host', '127.0.0.1'], env);
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(
    TestSocket.open(`${service.url}/signaling/v1`, ['json'], { origin: 'https://b.example' }),
  ).rejects.toThrow('403');
  expect((await readFile(database)).subarray(0, 6).toString()).toBe('SQLite');
  expect((await service.stop()).stderr).toBe('');
});

test('what cannot be done is said in one line with its code, and the exit is not 0', async () => {
  await using directory = await makeDirectory();
  const { code, stdout, stderr } = await run([
    'token',
    'add',
    'p',
    '--database',
    join(directory.path, 'r.db'),
  ]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('longwire-signaling: product p expected, got none (ERR_NOT_FOUND)\n');
});

test('two processes that make the same new database at once both succeed', async () => {
  await using directory = await makeDirectory();
  const common = ['--database', join(directory.path, 'r.db')];
  const added = await Promise.all(['a', 'b', 'c'].map((id) => run(['product', 'add', id, ...common])));
  expect(added.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
});
