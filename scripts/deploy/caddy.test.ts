/** @module deploy/Caddyfile in a real Caddy in front of two real nodes that share a database and a Redis. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { deviceLabel } from '../../packages/protocol/src/index.ts';
import { serve, type Serving } from '../../packages/signaling/src/cli/command.fixture.ts';
import { openRegistry } from '../../packages/signaling/src/registry/registry.ts';
import { LOGIN_REPLY } from '../../packages/signaling/src/test-support/login-reply.fixture.ts';
import { candidate } from '../../packages/signaling/src/test-support/messages.fixture.ts';
import { TestRedis } from '../../packages/cluster/src/test-support/redis.fixture.ts';
import { TestDevice } from '../../packages/signaling/src/test-support/test-device.fixture.ts';
import {
  makeIdentity,
  type TestIdentity,
} from '../../packages/signaling/src/test-support/test-identity.fixture.ts';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { TestSocket } from '../../packages/signaling/src/test-support/test-socket.fixture.ts';
import { type Caddy, caddyEnvironment, caddyPorts, caddyProgram, startCaddy } from './caddy.fixture.ts';
import { DEPLOY } from './deploy-file.fixture.ts';

const run = promisify(execFile);
const [PRODUCT, DEVICE] = ['pr-1', 'de-1'];
const DAY_MS = 86_400_000;

const cleanup = new AsyncDisposableStack();
let caddy: Caddy;
let nodes: Serving[];
let url: string;
let database: string;
let identity: TestIdentity;
let sct: string;

beforeAll(async () => {
  const directory = cleanup.use(await makeDirectory());
  const redis = cleanup.use(await TestRedis.start());
  database = join(directory.path, 'r.db');
  identity = await makeIdentity();
  {
    await using registry = await openRegistry(database);
    await registry.products.add(PRODUCT);
    await registry.devices.add({ productId: PRODUCT, deviceId: DEVICE, fingerprint: identity.fingerprint });
    ({ value: sct } = await registry.tokens.add({
      productId: PRODUCT,
      deviceId: DEVICE,
      lifetimeMs: DAY_MS,
    }));
  }
  const ports = await caddyPorts();
  url = `https://localhost:${ports[1]}`;
  const args = [
    '--trust-proxy',
    `--database=${database}`,
    `--redis=${redis.url}`,
    `--public-url=${url}`,
    '--device-origin=https://*.devices.localhost',
    '--log-level=warn',
  ];
  nodes = await Promise.all([0, 1].map(async () => cleanup.use(await serve(args))));
  caddy = cleanup.use(
    await startCaddy(
      {
        serviceHost: 'localhost',
        devicesHost: 'devices.localhost',
        nodes: nodes.map((node) => new URL(node.url).host),
      },
      ports,
    ),
  );
}, 60_000);

afterAll(async () => {
  await cleanup.disposeAsync();
});

/** Connects like a browser: the name resolves to this machine, and the authority is trusted. */
const here = (): { ca: string; host: string; port: number } => ({
  ca: caddy.ca,
  host: '127.0.0.1',
  port: caddy.httpsPort,
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function get(host: string, path: string): Promise<Answer> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const headers = { host: `${host}:${caddy.httpsPort}` };
  request({ ...here(), path, servername: host, agent: false, headers }, answered.resolve)
    .on('error', answered.reject)
    .end();
  const response = await answered.promise;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** A logged-in client. */
async function login(options: object = {}): Promise<TestSocket> {
  const client = await TestSocket.open(`${url}/signaling/v1`, ['json'], { ...here(), ...options });
  client.sendText(JSON.stringify({ type: 20, productId: PRODUCT, deviceId: DEVICE, sct }));
  return client;
}

async function attach(): Promise<TestDevice> {
  const target = { url, productId: PRODUCT, deviceId: DEVICE, identity, socketOptions: here() };
  return await TestDevice.attach(target);
}

test('Caddy accepts the Caddyfile and would format it the same way', async () => {
  const file = join(DEPLOY, 'Caddyfile');
  const options = {
    serviceHost: 'signal.example',
    devicesHost: 'devices.example',
    nodes: ['a.example:1', 'b.example:2'],
  };
  const env = { ...process.env, ...caddyEnvironment(options) };
  const { stdout } = await run(caddyProgram(), ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    env,
  });
  const config = JSON.stringify(JSON.parse(stdout));
  for (const part of [
    '"a.example:1"',
    '"b.example:2"',
    '"/readyz"',
    '"/readyz/pages"',
    '"signal.example"',
    '"*.devices.example"',
  ])
    expect(config).toContain(part);
  const formatted = await run(caddyProgram(), ['fmt', file]);
  expect(formatted.stdout).toBe((await run('cat', [file])).stdout);
});

test('a console gets device origins through Caddy, but not endpoints for this machine', async () => {
  const asked = `product=${PRODUCT}&device=${DEVICE}`;
  const { status, body } = await get('localhost', `/.longwire/device-origin?${asked}`);
  expect([status, body]).toEqual([
    200,
    JSON.stringify({ origin: `https://${deviceLabel(PRODUCT, DEVICE)}.devices.localhost` }),
  ]);
  for (const path of ['/metrics', '/readyz', '/readyz/pages', '/.longwire/certificate?domain=x'])
    expect((await get('localhost', path)).status).toBe(404);
});

test('a device attaches and a client exchanges messages with it through Caddy over TLS', async () => {
  const device = await attach();
  const client = await login();
  const { session } = await device.next('session-open');
  expect(await client.text()).toMatch(LOGIN_REPLY);
  const texts = [candidate(1), candidate(2), candidate(3)];
  for (const text of texts) client.sendText(text);
  expect(await device.heard(session, 3)).toEqual(texts);
  device.say(session, candidate(4));
  expect(await client.text()).toBe(candidate(4));
  client.socket.close();
  device.link.socket.close();
  await Promise.all([client.closed, device.closed]);
});

test('the service uses the client address that Caddy sees, whatever the client claims', async () => {
  const device = await attach();
  const client = await login({ localAddress: '127.0.0.5', headers: { 'x-forwarded-for': '203.0.113.9' } });
  await device.next('session-open');
  expect(await client.text()).toMatch(LOGIN_REPLY);
  await using registry = await openRegistry(database);
  await expect
    .poll(async () => {
      const rows = await registry.audit.list({ limit: 20, action: 'client.login' });
      return rows.map(({ address }) => address);
    })
    .toContain('127.0.0.5');
  const rows = await registry.audit.list({ limit: 1_000 });
  expect(rows.map(({ address }) => address)).not.toContain('203.0.113.9');
  device.link.socket.close();
  await Promise.all([client.closed, device.closed]);
});

test('http redirects to https; endpoints for this machine are not reachable from outside', async () => {
  const answered = Promise.withResolvers<IncomingMessage>();
  const { httpPort: port } = caddy;
  httpRequest({ host: '127.0.0.1', port, path: '/x', headers: { host: 'localhost' } }, answered.resolve)
    .on('error', answered.reject)
    .end();
  const redirect = await answered.promise;
  redirect.resume();
  expect(redirect.statusCode).toBe(308);
  expect(redirect.headers.location).toMatch(/^https:\/\/localhost(?::\d+)?\/x$/u);
  const healthy = await get('localhost', '/healthz');
  expect([healthy.status, healthy.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  for (const path of [
    '/metrics',
    '/readyz',
    '/readyz/pages',
    `/.longwire/certificate?domain=${deviceLabel(PRODUCT, DEVICE)}.devices.localhost`,
  ])
    expect([path, (await get('localhost', path)).status]).toEqual([path, 404]);
});

test("the host of a registered device gets a certificate and the device's page; other hosts get none", async () => {
  const host = `${deviceLabel(PRODUCT, DEVICE)}.devices.localhost`;
  const page = await get(host, '/.longwire/page.html');
  expect([page.status, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining(`frame-ancestors ${url}`),
  ]);
  expect((await get(host, '/healthz')).status).toBe(404);
  for (const other of [deviceLabel(PRODUCT, 'de-none'), 'anything'])
    await expect(get(`${other}.devices.localhost`, '/.longwire/page.html')).rejects.toThrow(
      /alert|ECONNRESET|EPROTO/u,
    );
});

test("Caddy keeps the TURN server's certificate and its key in files that coturn takes", async () => {
  await using copy = await makeDirectory();
  const file = join(caddy.certificates, 'turn.localhost/turn.localhost.crt');
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
  const env = { ...process.env, RUNTIME_DIRECTORY: copy.path };
  await run(join(DEPLOY, 'coturn/take-certificate'), [file], { env });
  const { subjectAltName } = new X509Certificate(readFileSync(join(copy.path, 'certificate.pem')));
  expect(subjectAltName).toBe('DNS:turn.localhost');
  expect((await get('turn.localhost', '/healthz')).status).toBe(404);
});

test('when one node stops, its sockets end with 1012 and the other serves new requests without errors', async () => {
  const device = await attach();
  const clients = await Promise.all([0, 1, 2, 3].map(async () => login()));
  for (const client of clients) {
    await device.next('session-open');
    expect(await client.text()).toMatch(LOGIN_REPLY);
  }
  const stopping = nodes[0]?.stop();
  // Immediately.
  const answers = await Promise.all(Array.from({ length: 20 }, async () => get('localhost', '/healthz')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await stopping)?.code).toBe(0);
  for (let turn = 0; turn < 5; turn += 1) expect((await get('localhost', '/healthz')).status).toBe(200);
  // Peers of the stopped node are notified, and the device is reached again at the other node.
  const again = await attach();
  expect([1012, 4009]).toContain((await device.closed).code);
  const client = await login();
  await again.next('session-open');
  expect(await client.text()).toMatch(LOGIN_REPLY);
  const ends = await Promise.all(clients.map(async ({ closed }) => (await closed).code));
  expect(ends.filter((code) => ![1012, 4003].includes(code))).toEqual([]);
}, 60_000);
