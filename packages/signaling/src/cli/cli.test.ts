/** @module The command as a separate process. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOGIN_REPLY } from '../test-support/login-reply.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';
import { run, runHere, serve } from './command.fixture.ts';

test('serve prints one line, accepts tokens added while it runs, and on SIGTERM closes all sockets with 1012 and exits with 0', async () => {
  await using directory = await makeDirectory();
  const common = ['--database', join(directory.path, 'r.db')];
  const identity = await makeIdentity();
  await runHere(['product', 'add', 'p', ...common]);
  await using service = await serve(common);
  const added = await runHere(['device', 'add', 'p', 'd', '--fingerprint', identity.fingerprint, ...common]);
  expect(added.code).toBe(0);
  const device = await TestDevice.attach({ url: service.url, productId: 'p', deviceId: 'd', identity });
  const { stdout: token } = await runHere(['token', 'add', 'p', 'd', '--expires', '1h', ...common]);
  expect(token).toMatch(/^lw_[0-9a-f]{10}_[\w-]{43}\n$/);
  const client = await TestSocket.open(`${service.url}/signaling/v1`, ['json']);
  client.sendText(JSON.stringify({ type: 20, productId: 'p', deviceId: 'd', sct: token.trim() }));
  expect(await client.text()).toMatch(LOGIN_REPLY);
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

test('a service whose log cannot be written goes on', async () => {
  await using directory = await makeDirectory();
  await using service = await serve(['--database', join(directory.path, 'registry.db'), '--no-console']);
  service.closeLog();
  const statuses: number[] = [];
  // each is logged
  for (let i = 0; i < 3; i += 1) statuses.push((await fetch(`${service.url}/api/v1/me`)).status);
  expect(statuses).toEqual([401, 401, 401]);
  expect((await service.stop()).code).toBe(0);
});

test('options on the command line override the environment, which overrides the config file', async () => {
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

test('a failing command prints one line with its error code and exits with a non-zero code', async () => {
  await using directory = await makeDirectory();
  const { code, stdout, stderr } = await run([
    'token',
    'add',
    'p',
    '--database',
    join(directory.path, 'r.db'),
  ]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('longwire-signaling: product p does not exist: add it first (ERR_NOT_FOUND)\n');
});

test('no log line and no error message contains a secret', async () => {
  await using directory = await makeDirectory();
  const secret = 'canary-of-at-least-thirty-two-characters';
  const args = ['--database', join(directory.path, 'r.db'), '--log-level', 'debug'];
  const env = {
    LONGWIRE_TURN_SECRET: secret,
    LONGWIRE_TURN_URLS: 'turn:127.0.0.1:9',
    LONGWIRE_METRICS_TOKEN: secret,
    // Without a listener, so that the failure is logged.
    LONGWIRE_REDIS: `redis://:${secret}@127.0.0.1:9`,
  };
  await using service = await serve(args, env);
  const headers = { authorization: `Bearer ${secret}` };
  expect((await fetch(`${service.url}/metrics`, { headers })).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  const { stdout, stderr } = await service.stop();
  expect(stderr).toMatch(/redis/iu);
  expect(stdout + stderr).not.toContain('canary');
  const postgres = `postgres://user:${secret}@127.0.0.1:9/d`;
  for (const failed of [
    await run(['serve', '--database', postgres]),
    await run(['product', 'list', '--database', postgres]),
    await run(['serve', ...args, '--redis', `http://:${secret}@127.0.0.1`]),
    await run(['serve', ...args, '--turn-secret', secret]),
  ]) {
    expect(failed.code).toBe(1);
    expect(failed.stdout + failed.stderr).not.toContain('canary');
  }
}, 60_000);

test('a new database is readable only by its owner', async () => {
  await using directory = await makeDirectory();
  const database = join(directory.path, 'r.db');
  expect((await run(['product', 'add', 'p', '--database', database])).code).toBe(0);
  expect((await stat(database)).mode & 0o777).toBe(0o600);
});

test('two processes that create the same new database concurrently both succeed', async () => {
  await using directory = await makeDirectory();
  const common = ['--database', join(directory.path, 'r.db')];
  const added = await Promise.all(['a', 'b', 'c'].map((id) => run(['product', 'add', id, ...common])));
  expect(added.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
});
