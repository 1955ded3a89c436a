/** @module A real coturn on loopback, started by the script of deploy/ with the configuration of deploy/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { given } from '@longwire/protocol';
import { vi } from 'vitest';
import { turnCredentials, type TurnCredentials, type TurnGrant } from '../ice/turn-credentials.ts';
import { freePort } from './free-port.fixture.ts';
import { TurnClient } from './turn-client.fixture.ts';
import type { TurnTarget } from './turn-socket.fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../../../deploy/coturn/run-turnserver', import.meta.url));
const HOST = '127.0.0.1';
const REALM = 'turn.example';
/** The last log line of a successful start. */
const READY = /^null [^]*IO method \(admin thread\)/u;
const START_TIMEOUT_MS = 10_000;

/** Differences between tests. */
export interface CoturnOptions {
  /** Content of the secret file. */
  readonly secretFile: string;
  /** A configuration that replaces the one in deploy/. */
  readonly config?: string;
  readonly args?: readonly string[];
  /** Also TURN over TLS, with a file that has the certificate and its key. */
  readonly certificate?: string;
}

/** A running coturn. */
export interface Coturn extends AsyncDisposable {
  readonly port: number;
  readonly tlsPort: number;
  readonly log: () => string;
  /** Credentials signed with the secret. */
  readonly credentials: (grant?: Partial<TurnGrant>) => TurnCredentials;
  /** A client with such credentials. */
  readonly client: (grant?: Partial<TurnGrant>) => TurnClient;
  /** What `ExecReload=` of its unit does: it reads its certificate again. */
  readonly reload: () => void;
}

/** Starts coturn; it serves requests when the promise resolves. */
export async function startCoturn({
  secretFile,
  config,
  args = [],
  certificate,
}: CoturnOptions): Promise<Coturn> {
  await using startup = new AsyncDisposableStack();
  const { path: directory } = startup.use(await mkdtempDisposable(join(tmpdir(), 'longwire-coturn-')));
  const secret = join(directory, 'secret');
  await writeFile(secret, secretFile, { mode: 0o600 });
  const [port, tlsPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    RUNTIME_DIRECTORY: join(directory, 'run'),
    TURN_SECRET_FILE: secret,
    TURN_REALM: REALM,
    TURN_LISTEN_IP: HOST,
    TURN_RELAY_IP: `${HOST} ::1`,
    ...given({ TURN_CONFIG: config, TURN_CERT: certificate }),
  };
  const child = spawn(SCRIPT, [`--listening-port=${port}`, `--tls-listening-port=${tlsPort}`, ...args], {
    env,
  });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  startup.defer(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  const target: TurnTarget = { host: HOST, port };
  await vi.waitUntil(() => READY.test(`${child.exitCode} ${output}`), { timeout: START_TIMEOUT_MS });
  const [signing = ''] = secretFile.trim().split(',');
  const credentials: Coturn['credentials'] = (grant = {}) =>
    turnCredentials({ secret: signing, id: 'a-session-client', expiresAt: Date.now() + 600_000, ...grant });
  const client: Coturn['client'] = (grant) => new TurnClient(target, credentials(grant));
  const resources = startup.move();
  return {
    port,
    tlsPort,
    log: () => output,
    credentials,
    client,
    reload: () => void child.kill('SIGUSR2'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
