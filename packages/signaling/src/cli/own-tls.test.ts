/**
 * @module The command with its own certificate: reload on SIGHUP, and the conflict with forwarded addresses.
 */
import { spawn } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { CertificatePaths } from '../http2/certificate-files.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { connectHttp2 } from '../test-support/http2-agent.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';
import { COMMAND, serve, type Serving } from './command.fixture.ts';

const NOT_RENEWED = /"level":50[^\n]*certificate not renewed/gu;

async function directory(): Promise<string> {
  const made = await makeDirectory();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made.path;
}

interface Rig {
  readonly service: Serving;
  readonly tls: CertificatePaths;
}

async function start(...args: readonly string[]): Promise<Rig> {
  const path = await directory();
  const tls = await makeCertificate(path);
  const files = ['--tls-cert', tls.certFile, '--tls-key', tls.keyFile];
  const service = await serve(['--database', join(path, 'r.db'), ...files, ...args]);
  onTestFinished(() => service[Symbol.asyncDispose]());
  return { service, tls };
}

async function shownBy({ url }: Serving): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

async function isAnswered(session: ClientHttp2Session): Promise<boolean> {
  return (await text(session.request({ ':path': '/healthz' }))).includes('ok');
}

async function replace(tls: CertificatePaths): Promise<void> {
  const renewed = await makeCertificate(await directory());
  await copyFile(renewed.certFile, tls.certFile);
  await copyFile(renewed.keyFile, tls.keyFile);
}

test('SIGHUP reloads the certificate for new connections and keeps open ones; a broken file keeps the old certificate and is logged', async () => {
  const { service, tls } = await start();
  const session = await connectHttp2(service.url);
  onTestFinished(() => session.destroy());
  const socket = await TestSocket.open(`${service.url}/signaling/v1`, ['json'], {
    rejectUnauthorized: false,
  });
  const first = await shownBy(service);

  await replace(tls);
  service.signal('SIGHUP');
  await expect.poll(() => shownBy(service)).not.toBe(first);
  const second = await shownBy(service);

  await writeFile(tls.keyFile, 'canary');
  service.signal('SIGHUP');
  await expect.poll(() => service.errors().match(NOT_RENEWED)).toHaveLength(1);
  expect(await shownBy(service)).toBe(second);

  await replace(tls);
  service.signal('SIGHUP');
  await expect.poll(() => shownBy(service)).not.toBe(second);

  expect(await isAnswered(session)).toBe(true);
  expect(socket.socket.readyState).toBe(socket.socket.OPEN);
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect(stderr).not.toContain('canary');
});

test('SIGHUP during the start reloads nothing and does not end the process', async () => {
  const path = await directory();
  const tls = await makeCertificate(path);
  // a database that accepts connections without responding: the start waits for it
  const database = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void database.close());
  await once(database, 'listening');
  const { port } = Object.assign({ port: 0 }, database.address());
  const child = spawn(process.execPath, [
    ...COMMAND,
    'serve',
    '--port',
    '0',
    '--database',
    `postgres://127.0.0.1:${port}/none`,
    '--tls-cert',
    tls.certFile,
    '--tls-key',
    tls.keyFile,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const said = text(child.stderr);
  const [waiting] = await once(database, 'connection');
  child.kill('SIGHUP');
  database.on('connection', (socket) => socket.destroy());
  waiting.destroy();
  await closed;
  expect([child.exitCode, child.signalCode]).toEqual([1, null]);
  expect(await said).toContain('(ERR_DATABASE)');
});

test.each([true, false])(
  'with TLS and --trust-proxy=%s, the start warns only if forwarded addresses are trusted',
  async (trustProxy) => {
    const tls = await makeCertificate(await directory());
    let log = '';
    const stream = { write: (line: string): void => void (log += line) };
    await using _service = await TestService.start({
      tls,
      trustProxy,
      host: '0.0.0.0',
      log: { level: 'warn', stream },
    });
    expect(log.includes('clients that connect without a proxy')).toBe(trustProxy);
  },
);
