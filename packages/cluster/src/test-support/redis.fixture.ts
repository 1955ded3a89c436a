/** @module A real Redis on loopback that tests can stop, pause and restart empty. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { connect } from 'node:tls';
import { createClient } from '@redis/client';
import { freePort } from '../../../signaling/src/test-support/free-port.fixture.ts';

/** Time limit for the start of Redis, in milliseconds. */
const START_MS = 10_000;
const LOOK_MS = 20;

/** How it differs from the default. */
export interface TestRedisOptions {
  readonly password?: string;
  /** Files of a certificate, for TLS only. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** Further arguments. */
  readonly args?: readonly string[];
}

/** A Redis without persistence that keeps its address across restarts. */
export class TestRedis implements AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly #args: readonly string[];
  readonly #isTls: boolean;
  #running:
    | { readonly child: ChildProcessByStdio<Writable, Readable, null>; readonly pid: number }
    | undefined;

  private constructor(port: number, { password, tls, args = [] }: TestRedisOptions) {
    this.port = port;
    const scheme = tls === undefined ? 'redis' : 'rediss';
    this.url = `${scheme}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`;
    this.#args = [
      ...(tls === undefined
        ? ['--port', String(port)]
        : ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'].concat(
            ['--tls-cert-file', tls.certFile, '--tls-key-file', tls.keyFile],
            ['--tls-ca-cert-file', tls.certFile],
          )),
      ...(password === undefined ? [] : ['--requirepass', password]),
      ...args,
    ];
    this.#isTls = tls !== undefined;
  }

  /** Starts one on a free port. */
  static async start(options: TestRedisOptions = {}): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), options);
    await redis.startAgain();
    return redis;
  }

  /** Starts it again, empty. */
  async startAgain(): Promise<void> {
    const place = ['--bind', '127.0.0.1', '--dir', tmpdir()];
    // the shell ends the server when its stdin closes, however this process ends
    const script = '"$@" >/dev/null & server=$!; echo $server; read -r _; kill -KILL $server; wait $server';
    const server = ['redis-server', ...place, '--save', '', '--appendonly', 'no', ...this.#args];
    const child = spawn('sh', ['-c', script, 'sh', ...server], { stdio: ['pipe', 'pipe', 'ignore'] });
    const [pid] = await once(createInterface(child.stdout), 'line');
    this.#running = { child, pid: Number(pid) };
    const deadline = Date.now() + START_MS;
    while (!(await answers(this.port, this.#isTls))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('redis-server does not start');
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Runs a command. */
  async run(...args: string[]): Promise<unknown> {
    const client = createClient({ url: this.url, RESP: 2, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  }

  /** Stops it; connections are closed. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    const exited = once(running.child, 'exit');
    running.child.stdin.end();
    await exited;
  }

  /** Suspends it: connections stay open, without replies. */
  pause(): void {
    if (this.#running !== undefined) process.kill(this.#running.pid, 'SIGSTOP');
  }

  resume(): void {
    if (this.#running !== undefined) process.kill(this.#running.pid, 'SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Whether Redis replies; an authentication error counts as a reply. */
async function answers(port: number, isTls: boolean): Promise<boolean> {
  const socket = isTls
    ? connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : createConnection(port, '127.0.0.1');
  const answered = Promise.withResolvers<boolean>();
  socket.on('error', () => answered.resolve(false));
  socket.on('close', () => answered.resolve(false));
  socket.on('data', () => answered.resolve(true));
  socket.write('PING\r\n');
  const isThere = await answered.promise;
  socket.destroy();
  return isThere;
}
