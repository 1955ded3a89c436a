/** @module A real coturn with the configuration of deploy/, on its own machine. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from './child.ts';
import { ROOT } from './paths.ts';

const SCRIPT = join(ROOT, 'deploy/coturn/run-turnserver');
const PORT = 3478;
const TLS_PORT = 5349;

/** The transport between a client and its relay. */
export const TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A running coturn. */
export class TurnServer {
  readonly #directory: string;
  readonly #addresses: readonly [string, ...string[]];
  readonly #within: readonly string[];
  #child: Child;

  private constructor(
    directory: string,
    addresses: readonly [string, ...string[]],
    within: readonly string[],
    child: Child,
  ) {
    this.#directory = directory;
    this.#addresses = addresses;
    this.#within = within;
    this.#child = child;
  }

  /** Starts it on an address, with its own secret and certificate; it listens and relays on the others as well. */
  static async start(
    address: string,
    within: readonly string[],
    ...others: readonly string[]
  ): Promise<TurnServer> {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-turn-'));
    writeFileSync(join(directory, 'secret'), randomBytes(24).toString('hex'), { mode: 0o600 });
    const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'certificate.pem')];
    const subject = ['-subj', '/CN=turn', '-addext', `subjectAltName=IP:${address}`, '-days', '2'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...key, ...files, ...subject], { stdio: 'ignore' });
    const child = await run(directory, [address, ...others], within);
    return new TurnServer(directory, [address, ...others], within, child);
  }

  /** The file with the secret that signs credentials. */
  get secretFile(): string {
    return join(this.#directory, 'secret');
  }

  get secret(): string {
    return readFileSync(this.secretFile, 'utf8');
  }

  get child(): Child {
    return this.#child;
  }

  get stunUrl(): string {
    return `stun:${hostOf(this.#addresses[0])}:${PORT}`;
  }

  /** Chromium accepts its certificate by this hash of the key (`--ignore-certificate-errors-spki-list`). */
  get keyHash(): string {
    const { publicKey } = new X509Certificate(readFileSync(join(this.#directory, 'certificate.pem')));
    const info = publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(info).digest('base64');
  }

  /** Its URL; by the first of its addresses unless another one leads to it. */
  url(transport: Transport, address: string = this.#addresses[0]): string {
    const host = hostOf(address);
    if (transport === 'tls') return `turns:${host}:${TLS_PORT}?transport=tcp`;
    return `turn:${host}:${PORT}?transport=${transport}`;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#child.kill();
  }

  /** Starts it again after {@link kill}, with the same secret. */
  async restart(): Promise<void> {
    this.#child = await run(this.#directory, this.#addresses, this.#within);
  }

  async stop(): Promise<void> {
    await this.#child.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

function hostOf(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

async function run(
  directory: string,
  addresses: readonly string[],
  within: readonly string[],
): Promise<Child> {
  const environment = {
    RUNTIME_DIRECTORY: join(directory, 'run'),
    TURN_SECRET_FILE: join(directory, 'secret'),
    TURN_REALM: 'turn.example',
    TURN_LISTEN_IP: addresses.join(' '),
    TURN_CERT: join(directory, 'certificate.pem'),
    TURN_KEY: join(directory, 'key.pem'),
  };
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const child = Child.ofCommand('coturn', [...within, 'env', ...assignments, SCRIPT]);
  await child.nextLine(/IO method \(admin thread\)/u);
  return child;
}
