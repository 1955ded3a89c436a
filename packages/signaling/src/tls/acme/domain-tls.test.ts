/** @module A service with a public name gets its certificate from a real ACME server, Pebble. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { ManualClock } from '@longwire/testing/clock';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Service } from '../../create-service.ts';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { freePort } from '../../test-support/free-port.fixture.ts';
import { pebbleUrl, startPebble, type PebbleOptions } from '../../test-support/pebble.fixture.ts';
import { TestService } from '../../test-support/test-service.fixture.ts';
import type { DomainTls } from '../tls-options.ts';

const DOMAIN = 'cam.example.org';
const YEAR_MS = 365 * 86_400_000;
const ORDER_TIMEOUT_MS = 20_000;
const FAILED = 'no certificate from the ACME server: keeping the previous one';

interface LogLine {
  readonly msg: string;
  readonly retryMs?: number;
  readonly errorMessage?: string;
}

interface Rig {
  readonly ports: { readonly https: number; readonly plain: number; readonly acme: number };
  readonly directory: string;
  readonly clock: ManualClock;
  readonly failures: () => readonly LogLine[];
  readonly startPebble: (options?: Partial<PebbleOptions>) => Promise<AsyncDisposable>;
  readonly startService: (tls?: Partial<DomainTls>) => Promise<Service>;
}

/** Ports and a directory; nothing runs yet. */
async function makeRig(): Promise<Rig> {
  const made = await makeDirectory();
  onTestFinished(() => made[Symbol.asyncDispose]());
  const directory = join(made.path, 'tls');
  const ports = { https: await freePort(), plain: await freePort(), acme: await freePort() };
  const clock = new ManualClock(Date.now());
  const lines: LogLine[] = [];
  const stream = { write: (line: string): void => void lines.push(JSON.parse(line)) };
  return {
    ports,
    directory,
    clock,
    failures: () => lines.filter(({ msg }) => msg === FAILED),
    startPebble: async (options = {}) => {
      const { acme: port, plain: httpPort, https: tlsPort } = ports;
      const pebble = await startPebble({ port, httpPort, tlsPort, ...options });
      onTestFinished(() => pebble[Symbol.asyncDispose]());
      return pebble;
    },
    startService: async (changes = {}) => {
      const acmeServer = pebbleUrl(ports.acme);
      const tls = { domain: DOMAIN, directory, acmeServer, plainPort: ports.plain, ...changes };
      const started = await TestService.start({
        tls,
        clock,
        port: ports.https,
        log: { level: 'info', stream },
      });
      onTestFinished(() => started[Symbol.asyncDispose]());
      return started.service;
    },
  };
}

async function shownBy({ ports }: Rig): Promise<PeerCertificate> {
  const options = { port: ports.https, host: '127.0.0.1', servername: DOMAIN, rejectUnauthorized: false };
  const socket = connect(options);
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}

/** Waits for a certificate of Pebble other than the given one. */
async function issued(rig: Rig, before?: PeerCertificate): Promise<PeerCertificate> {
  return await vi.waitUntil(
    async () => {
      const shown = await shownBy(rig);
      const isNew = shown.fingerprint256 !== before?.fingerprint256;
      return isNew && String(shown.issuer.CN).startsWith('Pebble') ? shown : undefined;
    },
    { timeout: ORDER_TIMEOUT_MS, interval: 200 },
  );
}

test('the first certificate comes by TLS-ALPN-01 alone, and only the owner can read the keys', async () => {
  const rig = await makeRig();
  await rig.startPebble();
  const { entry } = await rig.startService({ plainPort: false });
  expect((await issued(rig)).subjectaltname).toBe(`DNS:${DOMAIN}`);
  expect(entry).toMatchObject({ hostName: DOMAIN, origins: [`https://${DOMAIN}:${rig.ports.https}`] });
  expect(entry?.authority).toBeUndefined();
  expect((await stat(rig.directory)).mode & 0o777).toBe(0o700);
  for (const name of ['account-key.pem', 'privkey.pem', 'fullchain.pem'])
    expect([name, (await stat(join(rig.directory, name))).mode & 0o777]).toEqual([name, 0o600]);
}, 40_000);

test('the first certificate comes by HTTP-01 if no TLS reaches the service from outside', async () => {
  const rig = await makeRig();
  await rig.startPebble({ tlsPort: await freePort() });
  await rig.startService();
  expect((await issued(rig)).subjectaltname).toBe(`DNS:${DOMAIN}`);
  expect(rig.failures()).toEqual([]);
}, 40_000);

test('an aging certificate is renewed with the same key, and a restart orders none', async () => {
  const rig = await makeRig();
  await rig.startPebble();
  const service = await rig.startService();
  const first = await issued(rig);
  rig.clock.moveWall(4 * YEAR_MS);
  rig.clock.advance(3_600_000);
  const second = await issued(rig, first);
  expect(second.pubkey).toEqual(first.pubkey);
  await service.close();
  rig.clock.moveWall(-4 * YEAR_MS);
  await rig.startService({ acmeServer: pebbleUrl(await freePort()) });
  expect((await shownBy(rig)).fingerprint256).toBe(second.fingerprint256);
  expect(rig.failures()).toEqual([]);
}, 40_000);

test('while the ACME server is down the service runs, tries again with growing pauses, and says so', async () => {
  const rig = await makeRig();
  await rig.startService();
  await expect.poll(() => rig.failures().map(({ retryMs }) => retryMs)).toEqual([60_000]);
  expect((await shownBy(rig)).issuer.CN).toBe('no certificate yet');
  rig.clock.advance(60_000);
  await expect.poll(() => rig.failures().map(({ retryMs }) => retryMs)).toEqual([60_000, 120_000]);
  await rig.startPebble();
  rig.clock.advance(120_000);
  await issued(rig);
}, 40_000);

test('the last certificate is served while the ACME server is down, also after a restart', async () => {
  const rig = await makeRig();
  const pebble = await rig.startPebble();
  const service = await rig.startService();
  const last = await issued(rig);
  await pebble[Symbol.asyncDispose]();
  rig.clock.moveWall(6 * YEAR_MS);
  rig.clock.advance(3_600_000);
  await expect.poll(() => rig.failures().length).toBe(1);
  expect((await shownBy(rig)).fingerprint256).toBe(last.fingerprint256);
  await service.close();
  await rig.startService();
  await expect.poll(() => rig.failures().length).toBe(2);
  expect((await shownBy(rig)).fingerprint256).toBe(last.fingerprint256);
}, 40_000);

test('a name that leads elsewhere gets no certificate, and the log says what the ACME server found', async () => {
  const rig = await makeRig();
  await rig.startPebble({ address: '127.0.0.99' });
  await rig.startService();
  await expect.poll(() => rig.failures().length, { timeout: ORDER_TIMEOUT_MS }).toBe(1);
  expect(rig.failures()[0]?.errorMessage).toContain('127.0.0.99');
  expect((await shownBy(rig)).issuer.CN).toBe('no certificate yet');
}, 40_000);

test('the plain port leads to https and keeps the path', async () => {
  const rig = await makeRig();
  await rig.startService();
  const request = get({ host: '127.0.0.1', port: rig.ports.plain, path: '/devices?a=b', agent: false });
  const [response] = await once(request, 'response');
  response.resume();
  const { https } = rig.ports;
  expect([response.statusCode, response.headers.location]).toEqual([
    308,
    `https://${DOMAIN}:${https}/devices?a=b`,
  ]);
});

test.each([
  ['127.0.0.1', 'want a public name'],
  ['localhost', 'want a public name'],
  ['a_b.example', 'want a public name'],
  ['camera.local', 'use a public name, or local https'],
])('the domain %s is refused', async (domain, words) => {
  const rig = await makeRig();
  await expect(rig.startService({ domain })).rejects.toMatchObject({
    code: 'ERR_CONFIG',
    message: expect.stringContaining(words),
  });
});
