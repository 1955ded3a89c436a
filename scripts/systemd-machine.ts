/** @module A machine that systemd has booted, in namespaces of this one, to try units for real. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const SCRIPT = join(import.meta.dirname, 'boot-systemd');
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const BOOT_MS = 30_000;
const LOOK_MS = 50;
/** Time limit for a script in the machine; the longest installs packages. */
const SCRIPT_MS = 300_000;
/** Where control groups are mounted on a machine that has none of version 2. */
const CGROUP_PATH = '/run/longwire-cgroup2';

/** What differs between machines. */
export interface SystemdMachineOptions {
  /** The folder of files that it starts with, which stays as it is; default those of this machine. */
  readonly root?: string;
  /** What it boots: `machine.target` (the default) starts no service, `multi-user.target` all that are enabled. */
  readonly target?: 'machine.target' | 'multi-user.target';
  /** A command that runs it in another network; default one of its own with loopback alone. */
  readonly within?: readonly string[];
}

interface Running {
  readonly starter: ChildProcess;
  /** Its first process, as this machine numbers it. */
  readonly pid: number;
}

const run = promisify(execFile);

/** Boots, loses its power, and boots again with the files that it had. Needs root. */
export class SystemdMachine implements AsyncDisposable {
  readonly #options: SystemdMachineOptions;
  readonly #state: string = mkdtempSync(join(tmpdir(), 'longwire-machine-'));
  readonly #cgroup: string;
  /** The control groups are mounted for this machine. */
  readonly #isMounted: boolean;
  #running: Running | undefined;

  private constructor(options: SystemdMachineOptions) {
    this.#options = options;
    const mounted = cgroupMount();
    this.#isMounted = mounted === undefined;
    this.#cgroup = join(mounted ?? mountCgroups(), basename(this.#state));
  }

  /** @throws Error if it does not boot */
  static async boot(options: SystemdMachineOptions = {}): Promise<SystemdMachine> {
    const machine = new SystemdMachine(options);
    await machine.boot();
    return machine;
  }

  /** The machine's files, as this machine sees them. */
  get root(): string {
    return `/proc/${this.#pid()}/root`;
  }

  /** Boots again after {@link cutPower}; resolves once the target is active. @throws Error if it does not boot */
  async boot(): Promise<void> {
    const { root = '/', target = 'machine.target', within = [] } = this.#options;
    mkdirSync(this.#cgroup, { recursive: true });
    const args = [root, this.#state, this.#cgroup, target, ...within];
    const starter = spawn(SCRIPT, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [starter.stdout, starter.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    const endMs = performance.now() + BOOT_MS;
    while (performance.now() < endMs && starter.exitCode === null) {
      const pid = firstProcess(starter);
      if (pid !== undefined) {
        this.#running = { starter, pid };
        if (await this.#isActive(target)) return;
      }
      await delay(LOOK_MS);
    }
    await this[Symbol.asyncDispose]();
    throw new Error(`systemd does not boot: ${output}`);
  }

  /** Runs a shell script in the machine and returns what it printed. @throws Error with its output if it fails */
  async run(script: string, options: { readonly cwd?: string } = {}): Promise<string> {
    const { cwd = '/' } = options;
    const [command, ...args] = this.command('sh', '-euc', `cd "$0"\n${script}`, cwd);
    const { stdout } = await run(command, args, { timeout: SCRIPT_MS, killSignal: 'SIGKILL' });
    return stdout.trim();
  }

  /** The command line that runs a program in the machine. */
  command(...command: readonly string[]): [string, ...string[]] {
    const pid = this.#pid();
    const spaces = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--root'];
    const place = [`--target=${pid}`, ...spaces, `--wd=/proc/${pid}/root`];
    return ['nsenter', ...place, 'env', '-i', `PATH=${PATH}`, 'HOME=/root', ...command];
  }

  /** Ends all processes at once. */
  async cutPower(): Promise<void> {
    if (this.#running === undefined) return;
    const { starter, pid } = this.#running;
    this.#running = undefined;
    const ended = once(starter, 'exit');
    process.kill(pid, 'SIGKILL');
    if (starter.exitCode === null && starter.signalCode === null) await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cutPower();
    execFileSync('find', [this.#cgroup, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
    rmSync(this.#state, { recursive: true, force: true });
    // Lazily: another machine may use it.
    if (this.#isMounted) execFileSync('umount', ['--lazy', CGROUP_PATH]);
  }

  #pid(): number {
    if (this.#running === undefined) throw new Error('the machine has no power');
    return this.#running.pid;
  }

  async #isActive(target: string): Promise<boolean> {
    try {
      await this.run(`systemctl is-active ${target}`);
      return true;
    } catch {
      return false;
    }
  }
}

/** Where the control groups of version 2 are; undefined if they are not mounted. */
function cgroupMount(): string | undefined {
  const [, path] = /^\S+ (\S+) cgroup2 /mu.exec(readFileSync('/proc/self/mounts', 'utf8')) ?? [];
  return path;
}

/** Mounts them beside those of version 1, and returns where. */
function mountCgroups(): string {
  mkdirSync(CGROUP_PATH, { recursive: true });
  execFileSync('mount', ['-t', 'cgroup2', 'cgroup2', CGROUP_PATH]);
  return CGROUP_PATH;
}

/** What `unshare` has started: systemd. */
function firstProcess({ pid }: ChildProcess): number | undefined {
  try {
    const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const isSystemd = first !== '' && readFileSync(`/proc/${first}/comm`, 'utf8') === 'systemd\n';
    return isSystemd ? Number(first) : undefined;
  } catch {
    return undefined;
  }
}
