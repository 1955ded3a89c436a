/** @module A service with its own authority: https, and the page on the plain port. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { get as getPlain, type IncomingHttpHeaders } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { ManualClock } from '@longwire/testing/clock';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../create-service.ts';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { TestService } from '../../test-support/test-service.fixture.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** With real certificates, whose dates a client compares with its own clock. */
async function start(clock = new ManualClock(Date.now())): Promise<TestService> {
  const made = await makeDirectory();
  onTestFinished(() => made[Symbol.asyncDispose]());
  const tls = { local: 'camera', directory: join(made.path, 'tls'), plainPort: 0, isAnnounced: false };
  const service = await TestService.start({ tls, clock });
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service;
}

async function plain({ entry }: Service, path: string, headers: IncomingHttpHeaders = {}): Promise<Answer> {
  const request = getPlain({ host: '127.0.0.1', port: entry?.plainPort, path, headers, agent: false });
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Over TLS as a browser that trusts the authority. */
async function secure({ url, entry }: Service, path: string): Promise<Answer> {
  const ca = await readFile(entry?.authority?.file ?? '');
  const { port } = new URL(url);
  const options = { host: '127.0.0.1', port, path, ca, servername: 'camera.local', agent: false };
  const request = getSecure({ ...options, headers: { host: `camera.local:${port}` } });
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('a client that trusts the authority reaches the service, which sends no HSTS', async () => {
  const { service } = await start();
  const { status, headers } = await secure(service, '/healthz');
  expect(status).toBe(200);
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('a client that does not trust it is refused by its own checks', async () => {
  const { service } = await start();
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  const [error] = await once(socket, 'error');
  expect(error).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
});

test('the plain port hands out the authority whose fingerprint the service reports', async () => {
  const { service } = await start();
  const { headers, body } = await plain(service, '/longwire-authority.crt');
  expect(headers['content-type']).toBe('application/x-x509-ca-cert');
  const hex = createHash('sha256').update(body).digest('hex').toUpperCase();
  expect(service.entry?.authority?.fingerprint.replaceAll(':', '')).toBe(hex);
  const page = await plain(service, '/');
  expect(page.body.toString()).toContain(service.entry?.authority?.fingerprint);
});

test('the page runs only its own script and connects only to the service', async () => {
  const { service } = await start();
  const { headers, body } = await plain(service, '/', { host: '127.0.0.1' });
  const html = body.toString();
  const hashOf = (tag: string): string => {
    const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'u').exec(html) ?? [];
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  const { port } = new URL(service.url);
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}; connect-src https://127.0.0.1:${port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['camera.local:80', 'camera.local'],
  ['evil.example', 'camera.local'],
  ['"><script>', 'camera.local'],
])('the page for host %j leads to %s', async (host, target) => {
  const { service } = await start();
  const { body } = await plain(service, '/', { host });
  const origin = `https://${target}:${new URL(service.url).port}`;
  expect(body.toString()).toContain(`href="${origin}/"`);
  expect(body.toString()).not.toContain('evil');
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Sicher verbinden'],
  ['en-US', 'en', 'Connect securely'],
  ['fr', 'en', 'Connect securely'],
])('the page for %s is in %s', async (language, lang, title) => {
  const { service } = await start();
  const { body } = await plain(service, '/', { 'accept-language': language });
  expect(body.toString()).toContain(`<html lang="${lang}">`);
  expect(body.toString()).toContain(`<h1>${title}</h1>`);
});

test('other paths of the plain port lead to the page, and nothing of the service is there', async () => {
  const { service } = await start();
  const { status, headers } = await plain(service, '/api/v1/products');
  expect([status, headers.location]).toEqual([302, '/']);
});

test('any page may ask whether its browser trusts the service', async () => {
  const { service } = await start();
  const { status, headers } = await secure(service, '/.longwire/trust');
  expect([status, headers['cross-origin-resource-policy']]).toEqual([204, 'cross-origin']);
});

test('pages of devices get hosts below the local name, framed by the console', async () => {
  const { service } = await start();
  const { port } = new URL(service.url);
  const { body, headers } = await secure(service, '/.longwire/device-origin?product=p&device=d');
  expect(JSON.parse(body.toString()).origin).toMatch(
    new RegExp(`^https://[a-z0-9]+\\.camera\\.local:${port}$`),
  );
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('an aging certificate is replaced while the service runs', async () => {
  const clock = new ManualClock(Date.now());
  const { service } = await start(clock);
  const port = Number(new URL(service.url).port);
  const shown = async (): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };
  const before = await shown();
  clock.moveWall(61 * 86_400_000);
  clock.advance(30_000);
  await expect.poll(shown).not.toBe(before);
});

test('a plain port that is in use is an error that names it', async () => {
  const { service } = await start();
  const plainPort = service.entry?.plainPort ?? 0;
  await using made = await makeDirectory();
  const tls = { local: 'camera', directory: join(made.path, 'tls'), plainPort, isAnnounced: false };
  await expect(TestService.start({ tls })).rejects.toMatchObject({
    code: 'ERR_LISTEN',
    message: expect.stringContaining(`port ${plainPort}`),
  });
});

test('a browser whose requests have become too large by the cookies of a device page gets an answer that clears them', async () => {
  const { service } = await start();
  const ca = await readFile(service.entry?.authority?.file ?? '');
  const port = Number(new URL(service.url).port);
  const options = {
    port,
    host: '127.0.0.1',
    ca,
    servername: 'camera.local',
    ALPNProtocols: ['h2', 'http/1.1'],
  };
  const socket = connect(options);
  // What a browser sends at most for one domain.
  const cookies = Array.from({ length: 180 }, (_, at) => `c${at}=${'x'.repeat(4_000)}`).join('; ');
  socket.write(`GET / HTTP/1.1\r\nhost: camera.local:${port}\r\ncookie: ${cookies}\r\n\r\n`);
  const answer = (await buffer(socket)).toString();
  expect(socket.alpnProtocol).toBe('http/1.1');
  expect(answer.split('\r\n')).toEqual(
    expect.arrayContaining(['HTTP/1.1 431 Request Header Fields Too Large', 'clear-site-data: "cookies"']),
  );
});
