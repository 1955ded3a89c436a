/** @module A real HAProxy on loopback before several nodes, which asks each whether it is ready, as docs/guides/operate.md says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.fixture.ts';

const PROGRAM = '/usr/sbin/haproxy';
/** Time limit for nodes to be noticed, in milliseconds. */
const UP_MS = 20_000;
const LOOK_MS = 50;

const configuration = (port: number, nodes: readonly number[]): string => `
defaults
  mode http
  option redispatch
  retries 3
  timeout connect 1s
  timeout client 1m
  timeout server 1m
  timeout tunnel 1h
frontend public
  bind 127.0.0.1:${port}
  http-request return status 200 content-type text/plain lf-string "${nodes.map((_, at) => `%[srv_is_up(nodes/n${at})]`).join(' ')}" if { path /up }
  http-request set-header X-Forwarded-For %[src]
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 100ms fall 1 rise 1
${nodes.map((node, at) => `  server n${at} 127.0.0.1:${node}`).join('\n')}
`;

/** The load balancer. */
export class LoadBalancer implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /** Starts one before nodes on these ports of loopback, which may start later. */
  static async start(nodes: readonly number[]): Promise<LoadBalancer> {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'longwire-balancer-'));
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, configuration(port, nodes));
    const child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' });
    return new LoadBalancer(`http://127.0.0.1:${port}`, child, folder);
  }

  /** Whether it sends new connections to each node. */
  async up(): Promise<readonly boolean[]> {
    const answer = await fetch(`${this.url}/up`);
    return (await answer.text()).split(' ').map((isUp) => isUp === '1');
  }

  /** Waits until all nodes get new connections. */
  async untilUp(): Promise<void> {
    const deadline = Date.now() + UP_MS;
    while (!(await this.up().catch(() => [false])).every(Boolean)) {
      if (this.#child.exitCode !== null) throw new Error('haproxy does not start');
      if (Date.now() > deadline) throw new Error('haproxy reaches not every node');
      await wait(LOOK_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    await rm(this.#folder, { recursive: true });
  }
}
