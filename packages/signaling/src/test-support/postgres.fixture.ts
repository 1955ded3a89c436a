/** @module A real PostgreSQL server for one test file, with a separate database for each test. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.fixture.ts';

const run = promisify(execFile);

/** Debian's directory of server versions. */
const VERSIONS = '/usr/lib/postgresql';

/** A running server. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** Creates an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  /** Suspends or resumes the server and all its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Stops without a final checkpoint: the next start recovers, as after a power failure. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server on loopback in a temporary directory; it ends with its fixture or with this process. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = new TestPostgres(await binaries(), await serverUser(), await freePort());
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

/** The user that runs the server: it refuses root. */
interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

class TestPostgres implements PostgresServer {
  readonly port: number;
  readonly #binaries: string;
  readonly #user: ServerUser;
  #directory = '';
  #child: ChildProcess | undefined;
  #databases = 0;

  constructor(bin: string, user: ServerUser, port: number) {
    this.#binaries = bin;
    this.#user = user;
    this.port = port;
  }

  async initialise(): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), 'longwire-postgres-'));
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) await chown(this.#directory, uid, gid);
    const args = [
      '-D',
      this.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ];
    await run(join(this.#binaries, 'initdb'), args, { ...this.#user, cwd: this.#directory });
  }

  get #data(): string {
    return join(this.#directory, 'data');
  }

  async start(): Promise<void> {
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: '200',
      shared_buffers: '32MB',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // the shell ends the server when its stdin closes, however this process ends
    const script = '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server';
    this.#child = spawn(
      'sh',
      ['-c', script, 'sh', join(this.#binaries, 'postgres'), '-D', this.#data, ...flags],
      {
        ...this.#user,
        cwd: this.#directory,
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    await this.#untilReady();
  }

  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.#administer(`create database ${name}`);
    return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
    this.#child = undefined;
  }

  async signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const main = Number((await readFile(join(this.#data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const children = await readFile(`/proc/${main}/task/${main}/children`, 'utf8');
    for (const pid of [main, ...children.split(' ').filter(Boolean).map(Number)]) {
      try {
        process.kill(pid, name);
      } catch {
        // it has exited since it was listed
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #administer(statement: string): Promise<void> {
    const client = new Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async #untilReady(): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      try {
        return await this.#administer('select 1');
      } catch (error) {
        if (Date.now() > deadline || this.#child?.exitCode != null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

async function binaries(): Promise<string> {
  const [newest] = (await readdir(VERSIONS)).map(Number).sort((a, b) => b - a);
  return join(VERSIONS, String(newest), 'bin');
}

async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((text) => text.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
