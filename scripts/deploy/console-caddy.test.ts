/**
 * @module deploy/Caddyfile.console in a real Caddy: the console alone, with headers that a page cannot set
 * itself.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SECURITY_HEADERS } from '../../packages/signaling/src/request/security-headers.ts';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { type Caddy, caddyPorts, caddyProgram, startCaddyOf } from './caddy.fixture.ts';
import { DEPLOY, readDeployFile } from './deploy-file.fixture.ts';

const cleanup = new AsyncDisposableStack();
let caddy: Caddy;

beforeAll(async () => {
  const { path: root } = cleanup.use(await makeDirectory());
  mkdirSync(join(root, 'assets'));
  for (const name of ['index.html', 'longwire.json', 'service-worker.js', 'assets/start.js'])
    writeFileSync(join(root, name), name);
  const environment = { CONSOLE_HOST: 'localhost', CONSOLE_ROOT: root };
  caddy = cleanup.use(await startCaddyOf('Caddyfile.console', environment, await caddyPorts()));
  // It accepts connections before the certificate exists.
  await vi.waitFor(async () => await get('/'), { timeout: 20_000 });
}, 60_000);

afterAll(async () => {
  await cleanup.disposeAsync();
});

async function get(path: string): Promise<{ readonly answer: IncomingMessage; readonly body: string }> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const { ca, httpsPort: port } = caddy;
  request({ ca, host: 'localhost', port, path, agent: false }, answered.resolve)
    .on('error', answered.reject)
    .end();
  const answer = await answered.promise;
  return { answer, body: await text(answer) };
}

test.each(['/', '/longwire.json'])(
  "%s has the service's headers, except the page's own policy",
  async (path) => {
    const { answer, body } = await get(path);
    expect(body).toBe(path === '/' ? 'index.html' : 'longwire.json');
    const { 'content-security-policy': _policy, ...rest } = SECURITY_HEADERS;
    expect(answer.headers).toMatchObject({
      ...rest,
      'content-security-policy': "frame-ancestors 'none'",
      'cache-control': 'no-cache',
    });
  },
);

test('the worker may connect only to its own host, and hashed files are cached', async () => {
  const worker = await get('/service-worker.js');
  expect(worker.answer.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  expect(worker.answer.headers['cache-control']).toBe('no-cache');
  const hashed = await get('/assets/start.js');
  expect(hashed.answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('a path without a file is answered with 404', async () => {
  expect((await get('/device/pr-1')).answer.statusCode).toBe(404);
});

test('Caddyfile.console is formatted as Caddy would', async () => {
  const { stdout } = await promisify(execFile)(caddyProgram(), ['fmt', join(DEPLOY, 'Caddyfile.console')]);
  expect(stdout).toBe(readDeployFile('Caddyfile.console'));
});
