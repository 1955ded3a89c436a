/** @module A service with a public name and a real ACME server, Pebble. */
import { once } from 'node:events';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { ManualClock } from '@longwire/testing/clock';
import { onTestFinished, vi } from 'vitest';
import type { Service } from '../create-service.ts';
import type { DomainTls } from '../tls/tls-options.ts';
import { makeDirectory } from './directory.fixture.ts';
import { freePort } from './free-port.fixture.ts';
import { pebbleUrl, startPebble, type Pebble, type PebbleOptions } from './pebble.fixture.ts';
import { TestService } from './test-service.fixture.ts';

/** The name of the service. */
export const DOMAIN = 'cam.example.org';
const YEAR_MS = 365 * 86_400_000;

/** The service looks at its certificate each hour. */
const LOOK_MS = 3_600_000;

/** Longest wait for an order, in milliseconds. */
export const ORDER_TIMEOUT_MS = 20_000;
const FAILED = 'no certificate from the ACME server: keeping the previous one';

interface LogLine {
  readonly msg: string;
  readonly retryMs?: number;
  readonly errorMessage?: string;
}

/** The parts, started one by one. */
export interface DomainRig {
  readonly ports: { readonly https: number; readonly plain: number; readonly acme: number };
  readonly directory: string;
  readonly clock: ManualClock;
  /** Moves the service's clock to where the certificate ages. */
  readonly makeRenewalDue: () => void;
  readonly failures: () => readonly LogLine[];
  readonly startPebble: (options?: Partial<PebbleOptions>) => Promise<Pebble>;
  readonly startService: (tls?: Partial<DomainTls>) => Promise<Service>;
}

/** Ports and a directory; nothing runs yet. */
export async function makeRig(): Promise<DomainRig> {
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
    makeRenewalDue: () => {
      clock.moveWall(4 * YEAR_MS);
      clock.advance(LOOK_MS);
    },
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

/** The certificate that the service shows. */
export async function shownBy({ ports }: DomainRig): Promise<PeerCertificate> {
  const options = { port: ports.https, host: '127.0.0.1', servername: DOMAIN, rejectUnauthorized: false };
  const socket = connect(options);
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}

/** Waits for a certificate of Pebble other than the given one. */
export async function issued(rig: DomainRig, before?: PeerCertificate): Promise<PeerCertificate> {
  return await vi.waitUntil(
    async () => {
      const shown = await shownBy(rig);
      const isNew = shown.fingerprint256 !== before?.fingerprint256;
      return isNew && String(shown.issuer.CN).startsWith('Pebble') ? shown : undefined;
    },
    { timeout: ORDER_TIMEOUT_MS, interval: 200 },
  );
}
