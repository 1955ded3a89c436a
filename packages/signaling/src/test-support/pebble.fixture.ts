/** @module A real ACME server: Pebble, with a name server that knows one address for every name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { axios } from 'acme-client';
import { makeCertificate } from './certificate.fixture.ts';
import { makeDirectory } from './directory.fixture.ts';
import { freePort } from './free-port.fixture.ts';

const LOOPBACK = '127.0.0.1';
const START_TIMEOUT_MS = 15_000;
/** What it prints when it listens. */
const READY = 'ACME directory available at';

/** Where Pebble visits the service, and where it listens. */
export interface PebbleOptions {
  /** Port of HTTP-01 challenges. */
  readonly httpPort: number;
  /** Port of TLS-ALPN-01 challenges. */
  readonly tlsPort: number;
  readonly port: number;
  /** The address that it listens on; default loopback. */
  readonly host?: string;
  /** The address of every name; default loopback. */
  readonly address?: string;
}

/** A running Pebble. */
export interface Pebble extends AsyncDisposable {
  /** The certificate of its own address, which clients have to trust. */
  readonly certificateFile: string;
  readonly log: () => string;
  /** The certificate of the authority that signs what it hands out, as PEM. */
  readonly authority: () => Promise<string>;
}

/** URL of the directory of a Pebble on `port`. */
export function pebbleUrl(port: number, host: string = LOOPBACK): string {
  return `https://${host}:${port}/dir`;
}

/** Starts Pebble, and lets the ACME client of this process trust it. */
export async function startPebble({
  httpPort,
  tlsPort,
  port,
  host = LOOPBACK,
  address = LOOPBACK,
}: PebbleOptions): Promise<Pebble> {
  await using startup = new AsyncDisposableStack();
  const directory = startup.use(await makeDirectory());
  const { certFile, keyFile } = await makeCertificate(directory.path, host);
  const [dnsPort, managementPort, dnsManagementPort] = [await freePort(), await freePort(), await freePort()];
  const config = join(directory.path, 'pebble.json');
  const pebble = {
    listenAddress: `${host}:${port}`,
    managementListenAddress: `${host}:${managementPort}`,
    certificate: certFile,
    privateKey: keyFile,
    httpPort,
    tlsPort,
  };
  await writeFile(config, JSON.stringify({ pebble }));
  let output = '';
  const started = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => started.reject(new Error(`pebble does not start: ${output}`)),
    START_TIMEOUT_MS,
  );
  const start = (command: string, args: readonly string[]): void => {
    const child = spawn(command, args, { env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' } });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        output += piece.toString();
        if (output.includes(READY)) started.resolve();
      });
    const closed = once(child, 'close');
    startup.defer(async () => {
      child.kill('SIGTERM');
      await closed;
    });
  };
  const names = ['-dns01', `${LOOPBACK}:${dnsPort}`, '-defaultIPv4', address, '-defaultIPv6', ''];
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  start('pebble-challtestsrv', [...names, ...off, '-management', `${LOOPBACK}:${dnsManagementPort}`]);
  start('pebble', ['-config', config, '-dnsserver', `${LOOPBACK}:${dnsPort}`]);
  await started.promise;
  clearTimeout(timer);
  const agent = new Agent({ ca: await readFile(certFile) });
  axios.defaults.httpsAgent = agent;
  const resources = startup.move();
  return {
    certificateFile: certFile,
    log: () => output,
    authority: async () => (await axios.get<string>(`https://${host}:${managementPort}/roots/0`)).data,
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      await resources.disposeAsync();
    },
  };
}
