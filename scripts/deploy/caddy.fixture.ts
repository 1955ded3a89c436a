/**
 * @module A real Caddy with a Caddyfile of deploy/, on free loopback ports, in a temporary directory, with
 * its own certificate authority.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { findExecutable } from '../executable.ts';
import { readDeployFile } from './deploy-file.fixture.ts';

/** Time limit for Caddy's start, in milliseconds. */
const START_MS = 20_000;
const LOOK_MS = 50;

/** Settings that differ between Caddy instances. */
export interface CaddyOptions {
  readonly serviceHost: string;
  readonly devicesHost: string;
  readonly nodes: readonly string[];
}

/** A running Caddy. */
export interface Caddy extends AsyncDisposable {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate of its authority, which clients trust. */
  readonly ca: string;
  /** Where it keeps certificates, as below `acme-v02.api.letsencrypt.org-directory` in production. */
  readonly certificates: string;
  /** Its output so far. */
  readonly log: () => string;
}

/** The environment variables that the Caddyfile uses. */
export function caddyEnvironment({ serviceHost, devicesHost, nodes }: CaddyOptions): Record<string, string> {
  return { SERVICE_HOST: serviceHost, DEVICES_HOST: devicesHost, SERVICE_NODES: nodes.join(' ') };
}

/** The path of Caddy on this machine. */
export function caddyProgram(): string {
  const found = findExecutable(['caddy']);
  if (found === undefined) throw new Error('caddy expected on this machine');
  return found;
}

/** Adapts only the ports, the storage and the issuer of certificates. */
async function localFile(
  name: string,
  directory: string,
  ports: readonly [number, number, number],
): Promise<string> {
  const [httpPort, httpsPort, askPort] = ports;
  const options = [
    'admin off',
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
    'default_bind 127.0.0.1',
    'local_certs',
    'skip_install_trust',
    `storage file_system ${directory}/storage`,
  ];
  const original = readDeployFile(name)
    .replaceAll('127.0.0.1:8702', `127.0.0.1:${askPort}`)
    .replaceAll('issuer acme', 'issuer internal');
  const block = `{\n\t${options.join('\n\t')}`;
  const hasOptions = /^\{$/mu.test(original);
  const text = hasOptions ? original.replace(/^\{$/mu, block) : `${block}\n}\n${original}`;
  const file = join(directory, 'Caddyfile');
  await writeFile(file, text);
  return file;
}

/** Starts Caddy in front of a service; it accepts connections when the promise resolves. */
export async function startCaddy(
  options: CaddyOptions,
  ports: readonly [number, number, number],
): Promise<Caddy> {
  return await startCaddyOf('Caddyfile', caddyEnvironment(options), ports);
}

/** Starts Caddy with any Caddyfile of deploy/. */
export async function startCaddyOf(
  name: string,
  environment: Readonly<Record<string, string>>,
  ports: readonly [number, number, number],
): Promise<Caddy> {
  const directory = await mkdtemp(join(tmpdir(), 'longwire-caddy-'));
  const file = await localFile(name, directory, ports);
  const child = spawn(caddyProgram(), ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...environment, HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  const root = join(directory, 'storage/pki/authorities/local/root.crt');
  const [httpPort, httpsPort] = ports;
  const deadline = Date.now() + START_MS;
  while (!existsSync(root) || !(await takesConnections(httpsPort))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`caddy does not start: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return {
    httpPort,
    httpsPort,
    ca: readFileSync(root, 'utf8'),
    certificates: join(directory, 'storage/certificates/local'),
    log: () => log,
    [Symbol.asyncDispose]: stop,
  };
}

/** Free ports for http, https and requests about device hosts. */
export async function caddyPorts(): Promise<[number, number, number]> {
  return [await freePort(), await freePort(), await freePort()];
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
