/** @module Device hosts: their files and headers, separated from the service. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { deviceLabel } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { createService } from '../create-service.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { ownerOf, parseDeviceZone } from './device-zone.ts';

const LABEL = deviceLabel('pr-1', 'de-1');

interface Asked {
  readonly host: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function ask(service: TestService, { host, path, method = 'GET', headers }: Asked): Promise<Answer> {
  const port = Number(new URL(service.service.url).port);
  const answer = Promise.withResolvers<Answer>();
  request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
    text(response).then(
      (body) => answer.resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      answer.reject,
    );
  })
    .on('error', answer.reject)
    .end();
  return answer.promise;
}

test.each([
  ['https://*.devices.example', { scheme: 'https', base: 'devices.example', port: '' }],
  ['https://*.Devices.example:8443/', { scheme: 'https', base: 'devices.example', port: '8443' }],
  ['http://*.localhost:8700', { scheme: 'http', base: 'localhost', port: '8700' }],
  ['http://*.devices.localhost', { scheme: 'http', base: 'devices.localhost', port: '' }],
])('parses the device origin %s', (address, zone) => {
  expect(parseDeviceZone(address)).toEqual({ ...zone, isHome: false });
});

test.each([
  '',
  'devices.example',
  'https://devices.example',
  'https://*',
  'https://*.',
  'https://a.*.example',
  'https://*.*.example',
  'https://*.devices.example/path',
  'http://*.devices.example',
  'ftp://*.devices.example',
  'https://user@*.devices.example',
])('rejects the device origin %j', (address) => {
  expect(() => parseDeviceZone(address)).toThrow(/device origin is invalid/u);
});

test.each([
  [`${LABEL}.devices.example`, 'device'],
  [`${LABEL}.devices.example:8443`, 'device'],
  [`${LABEL.toUpperCase()}.DEVICES.example`, 'device'],
  [`${LABEL}.devices.example.`, 'unassigned'],
  [`x.${LABEL}.devices.example`, 'unassigned'],
  ['console.devices.example', 'unassigned'],
  ['.devices.example', 'unassigned'],
  ['devices.example', 'elsewhere'],
  [`${LABEL}.devices.example.evil`, 'elsewhere'],
  [`${LABEL}devices.example`, 'elsewhere'],
  ['[::1]:8700', 'elsewhere'],
  ['', 'elsewhere'],
  [undefined, 'elsewhere'],
])('the host %s is classified as %s', (host, owner) => {
  expect(ownerOf(host, parseDeviceZone('https://*.devices.example'))).toBe(owner);
});

test("a device's host serves a page, its script and a worker, each with that host's own headers", async () => {
  await using service = await TestService.start({
    deviceOrigin: 'https://*.devices.example',
    publicUrl: 'wss://console.example',
    allowedOrigins: ['https://other.example'],
  });
  const host = `${LABEL}.devices.example`;
  const names = ['page.html', 'page.js', 'worker.js?x=1', 'shim.js', 'door.js', 'none.js'];
  const answers = await Promise.all(names.map((name) => ask(service, { host, path: `/.longwire/${name}` })));
  const [page, script, worker] = answers;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
  expect(page?.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page?.body).toContain('content="https://console.example https://other.example"');
  expect(page?.body).not.toMatch(/<script(?![^>]* src=)|style=|onload/u);
  expect(script?.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(worker?.headers['service-worker-allowed']).toBe('/');
  expect(script?.headers['service-worker-allowed']).toBeUndefined();
  expect(worker?.body).toContain("frame-ancestors 'self' https://console.example https://other.example");
  for (const answer of answers) {
    expect(String(answer?.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors https://console.example https://other.example',
    ]);
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
      'origin-agent-cluster': '?1',
    });
    for (const feature of ['microphone', 'fullscreen', 'picture-in-picture'])
      expect(answer?.headers['permissions-policy']).toContain(`${feature}=()`);
    const names = Object.keys(answer?.headers ?? {});
    for (const name of ['x-frame-options', 'set-cookie', 'access-control-allow-origin'])
      expect(names).not.toContain(name);
    expect(names.filter((name) => name.startsWith('cross-origin-'))).toEqual([]);
  }
});

test.each<[string, Partial<Asked>]>([
  ['health', { path: '/healthz' }],
  ['readiness', { path: '/readyz' }],
  ['metrics', { path: '/metrics' }],
  ['the API', { path: '/api/v1/products' }],
  ["the API's login", { path: '/api/v1/login', method: 'POST' }],
  ['the console', { path: '/', headers: { accept: 'text/html' } }],
  ['a page of the console', { path: '/devices', headers: { accept: 'text/html' } }],
  ['a file of the console', { path: '/assets/index.js' }],
  ['an unsupported method', { path: '/.longwire/page.html', method: 'POST' }],
  ['a path traversal', { path: '/.longwire/../healthz' }],
])('device and unassigned hosts do not serve: %s', async (_what, asked) => {
  await using service = await TestService.start();
  for (const host of [`${LABEL}.localhost:1`, 'unassigned.localhost', `${LABEL}.localhost.`]) {
    const answer = await ask(service, { host, path: '/', ...asked });
    expect([answer.status, answer.body]).toEqual([404, '']);
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors http://localhost:');
  }
  expect((await ask(service, { host: 'localhost', path: '/healthz' })).status).toBe(200);
});

test("only the worker's script can be loaded as a service worker", async () => {
  await using service = await TestService.start();
  const headers = { 'service-worker': 'script' };
  const statuses = ['worker.js', 'page.js', 'shim.js', 'door.js', 'page.html'].map(async (name) => {
    const asked = { host: `${LABEL}.localhost`, path: `/.longwire/${name}`, headers };
    return (await ask(service, asked)).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404]);
});

test("only a page of a device's own host can clear that host's storage", async () => {
  await using service = await TestService.start();
  const { port } = new URL(service.service.url);
  const host = `${LABEL}.localhost:${port}`;
  const post = async (origin: string | undefined, asked: Partial<Asked> = {}) => {
    const headers = origin === undefined ? {} : { origin };
    const path = '/.longwire/forget';
    const answer = await ask(service, { host, path, method: 'POST', headers, ...asked });
    return [answer.status, answer.headers['clear-site-data']];
  };
  expect(await post(`http://${host}`)).toEqual([204, '"storage"']);
  const other = `http://${deviceLabel('pr-1', 'de-2')}.localhost:${port}`;
  for (const origin of [
    undefined,
    'null',
    other,
    `http://localhost:${port}`,
    `http://${LABEL}.localhost:1`,
    `https://${host}`,
  ])
    expect(await post(origin)).toEqual([403, undefined]);
  expect(await post(`http://${host}`, { method: 'GET' })).toEqual([404, undefined]);
  expect(await post(`http://localhost:${port}`, { host: `localhost:${port}` })).toEqual([404, undefined]);
  const page = await ask(service, { host, path: '/.longwire/forget.html' });
  expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
  const shell = await ask(service, { host, path: '/.longwire/page.html' });
  expect(shell.headers['content-security-policy']).not.toContain('connect-src');
});

test("the console gets a device's origin, on its own host only", async () => {
  await using service = await TestService.start();
  const { port } = new URL(service.service.url);
  const path = '/.longwire/device-origin?product=pr-1&device=de-1';
  const answered = await ask(service, { host: 'localhost', path });
  expect([answered.status, JSON.parse(answered.body)]).toEqual([
    200,
    { origin: `http://${LABEL}.localhost:${port}` },
  ]);
  expect(answered.headers['access-control-allow-origin']).toBeUndefined();
  expect((await ask(service, { host: `${LABEL}.localhost`, path })).status).toBe(404);
  for (const query of ['', '?product=pr-1', `?product=pr-1&device=${'x'.repeat(129)}`])
    expect((await ask(service, { host: 'localhost', path: `/.longwire/device-origin${query}` })).status).toBe(
      400,
    );
  await using none = await TestService.start({ deviceOrigin: 'none' });
  expect((await ask(none, { host: 'localhost', path })).status).toBe(404);
});

test.each([
  ['with device hosts', undefined, 200],
  ['without', 'none', 404],
])('a console on an allowed origin may read the response, %s', async (_what, deviceOrigin, status) => {
  const allowedOrigins = ['https://mine.example'];
  await using service = await TestService.start({ allowedOrigins, deviceOrigin });
  const path = '/.longwire/device-origin?product=pr-1&device=de-1';
  const askedBy = async (origin: string) =>
    await ask(service, { host: 'localhost', path, headers: { origin } });
  const listed = await askedBy('https://mine.example');
  expect([listed.status, listed.headers['access-control-allow-origin']]).toEqual([
    status,
    'https://mine.example',
  ]);
  const other = await askedBy('https://other.example');
  expect([other.status, other.headers['access-control-allow-origin']]).toEqual([status, undefined]);
});

test("a device's host opens no WebSocket", async () => {
  await using service = await TestService.start();
  for (const path of ['/signaling/v1', '/signaling/device/v1', '/.longwire/page.html']) {
    const socket = connect(Number(new URL(service.service.url).port), '127.0.0.1');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${LABEL}.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: json\r\n\r\n',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /u);
  }
});

test('a local console is allowed at its port on localhost, and HEAD has no body', async () => {
  await using service = await TestService.start();
  const { port } = new URL(service.service.url);
  const asked = { host: `${LABEL}.localhost:${port}`, path: '/.longwire/page.html' };
  const answer = await ask(service, asked);
  expect(answer.headers['content-security-policy']).toMatch(
    new RegExp(`frame-ancestors http://localhost:${port} http://127.0.0.1:${port}$`, 'u'),
  );
  expect(answer.headers['strict-transport-security']).toBeUndefined();
  const head = await ask(service, { ...asked, method: 'HEAD' });
  expect([head.status, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    answer.headers['content-length'],
  ]);
});

test.each([
  ['http://*.localhost:PORT', {}],
  [
    'https://*.devices.example:8443',
    { deviceOrigin: 'https://*.devices.example:8443', publicUrl: 'https://console.example' },
  ],
])('the console may frame %s and nothing else', async (source, options) => {
  await using service = await TestService.start(options);
  const { headers } = await ask(service, { host: 'localhost', path: '/' });
  const { port } = new URL(service.service.url);
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy.filter((rule) => rule.startsWith('frame-src'))).toEqual([
    `frame-src ${source.replace('PORT', port)}`,
  ]);
  expect(policy).toContain("default-src 'none'");
});

test('a proxy may issue certificates only for hosts of registered devices', async () => {
  await using service = await TestService.start({
    deviceOrigin: 'https://*.devices.example',
    publicUrl: 'https://console.example',
  });
  const askFor = async (domain: string, headers = {}): Promise<number> =>
    (await ask(service, { host: 'service:8700', path: `/.longwire/certificate?domain=${domain}`, headers }))
      .status;
  const good = `${LABEL}.devices.example`;
  expect(await askFor(good)).toBe(200);
  expect(await askFor(good.toUpperCase())).toBe(200);
  const others = [
    `${deviceLabel('pr-1', 'de-2')}.devices.example`,
    'console.example',
    `${LABEL}.elsewhere.example`,
    `${good}.`,
    `${good}:443`,
    `x.${good}`,
    '',
  ];
  for (const domain of others) expect([domain, await askFor(domain)]).toEqual([domain, 404]);
  // A device added in the meantime is found some seconds later; a disabled one is not.
  const { devices } = service.service.registry;
  await devices.add({ productId: 'pr-1', deviceId: 'de-2', fingerprint: service.identity.fingerprint });
  await devices.update({ productId: 'pr-1', deviceId: 'de-1' }, { isEnabled: false });
  const second = `${deviceLabel('pr-1', 'de-2')}.devices.example`;
  expect([await askFor(good), await askFor(second)]).toEqual([200, 404]);
  service.clock.advance(5_000);
  expect([await askFor(second), await askFor(good)]).toEqual([200, 404]);
  // A request that the proxy forwards is not its own.
  for (const header of ['x-forwarded-for', 'via', 'forwarded'])
    expect(await askFor(second, { [header]: '198.51.100.7' })).toBe(404);
});

test('device origins are off with "none" and at an address that other machines can reach', async () => {
  await using none = await TestService.start({ deviceOrigin: 'none' });
  expect((await ask(none, { host: `${LABEL}.localhost`, path: '/healthz' })).status).toBe(200);
  const { headers } = await ask(none, { host: 'localhost', path: '/' });
  expect(headers['content-security-policy']).not.toContain('frame-src');
  await using open = await TestService.start({ publicUrl: 'https://console.example' });
  expect((await ask(open, { host: `${LABEL}.localhost`, path: '/healthz' })).status).toBe(200);
});

test.each([
  ['no address of a console', { host: '0.0.0.0', deviceOrigin: 'https://*.devices.example' }],
  [
    'the console below the base',
    { publicUrl: 'https://console.devices.example', deviceOrigin: 'https://*.devices.example' },
  ],
  ['an invalid address', { deviceOrigin: 'devices.example' }],
  [
    'an origin that would add words to the policy',
    { deviceOrigin: 'https://*.devices.example', allowedOrigins: ["https://a.example;script-src'x'"] },
  ],
])('the start is rejected for %s', async (_what, options) => {
  await using directory = await makeDirectory();
  const starting = createService({ database: `${directory.path}/r.db`, ...options });
  await expect(starting).rejects.toMatchObject({ code: 'ERR_CONFIG' });
});
