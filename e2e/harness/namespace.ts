/** @module Network namespaces: machines on a private Internet of the test, with addresses from 198.51.100.0/24 and 203.0.113.0/24. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const IP = '/usr/sbin/ip';

/** Prefix of names, followed by the process that created them: the next process cleans up after one that did not. */
const PREFIX = 'longwire-';

/** The machine that all others reach; it does not forward between them. */
export const SERVER_ADDRESS = '203.0.113.1';

/** The addresses of browser and device. */
export const BROWSER_ADDRESS = '198.51.100.10';
export const DEVICE_ADDRESS = '203.0.113.10';

/** The browser's gateway. */
export const BROWSER_GATEWAY = '198.51.100.1';

/** One namespace. */
export class Namespace {
  readonly name: string;
  /** Runs a command in it. */
  readonly within: readonly string[];

  constructor(role: string) {
    this.name = `${PREFIX}${process.pid}-${role}`;
    this.within = [IP, 'netns', 'exec', this.name];
    ip('netns', 'add', this.name);
    this.ip('link', 'set', 'lo', 'up');
  }

  ip(...args: readonly string[]): void {
    ip('-n', this.name, ...args);
  }

  /** Runs a command to its end. @throws Error when it fails. */
  run(...command: readonly string[]): void {
    ip('netns', 'exec', this.name, ...command);
  }
}

/** A network interface of a machine, by the name that it gets there. */
export interface Port {
  readonly machine: Namespace;
  readonly port: string;
}

/** Connects the server and another machine by a cable. */
export type JoinMachines = (server: Port, machine: Port) => void;

/** How the machines are connected. */
export interface NetworksOptions {
  /** The cables; plain ones of the kernel by default. */
  readonly join?: JoinMachines;
  /** Whether browser and device reach each other through the server; false by default. */
  readonly isForwarding?: boolean;
}

/** A server, a browser and a device, each on its own machine. Browser and device reach the server, and each other only when configured. */
export class Networks {
  readonly server: Namespace;
  readonly browser: Namespace;
  readonly device: Namespace;

  /** Removes them with everything in them. */
  readonly stop: () => void;
  readonly #join: JoinMachines;

  /** @throws Error when the process may not create namespaces. */
  constructor({ join = joinByVeth, isForwarding = false }: NetworksOptions = {}) {
    this.#join = join;
    this.stop = startNamespaces();
    this.server = new Namespace('server');
    this.browser = new Namespace('browser');
    this.device = new Namespace('device');
    this.server.run('sh', '-c', `echo ${isForwarding ? 1 : 0} > /proc/sys/net/ipv4/ip_forward`);
    this.#connect(this.browser, BROWSER_ADDRESS, BROWSER_GATEWAY);
    this.#connect(this.device, DEVICE_ADDRESS, SERVER_ADDRESS);
  }

  /** Gives the server another address. */
  addAddress(address: string): void {
    this.server.ip('addr', 'add', `${address}/32`, 'dev', 'lo');
  }

  /** Chromium gathers no candidates without a default route. */
  #connect(machine: Namespace, address: string, gateway: string): void {
    const port = `to-${machine === this.browser ? 'browser' : 'device'}`;
    this.#join({ machine: this.server, port }, { machine, port: 'eth0' });
    this.server.ip('addr', 'add', `${gateway}/24`, 'dev', port);
    this.server.ip('link', 'set', port, 'up');
    machine.ip('addr', 'add', `${address}/24`, 'dev', 'eth0');
    machine.ip('link', 'set', 'eth0', 'up');
    machine.ip('route', 'add', 'default', 'via', gateway);
  }
}

/**
 * Before a process makes namespaces: removes what an ended one left. Returns a function that removes this process's own, which its end does as well.
 * @throws Error when the process may not create any.
 */
export function startNamespaces(): () => void {
  if (!canMakeNamespaces()) {
    throw new Error(
      `network namespaces need root, ${IP} (Debian's iproute2) and a kernel that allows them (unshare --net true)`,
    );
  }
  removeLeftOvers();
  process.once('exit', removeOwn);
  return () => {
    process.off('exit', removeOwn);
    removeOwn();
  };
}

function removeOwn(): void {
  for (const name of names()) if (name.startsWith(`${PREFIX}${process.pid}-`)) ip('netns', 'delete', name);
}

/** Whether this process may create namespaces: root in a container may not. Determined by creating one. */
export function canMakeNamespaces(): boolean {
  return process.getuid?.() === 0 && existsSync(IP) && spawnSync('unshare', ['--net', 'true']).status === 0;
}

/** Connects two machines by a cable of the kernel. */
export function joinByVeth(server: Port, { machine, port }: Port): void {
  const ends = ['type', 'veth', 'peer', 'name', port, 'netns', machine.name];
  ip('link', 'add', 'name', server.port, 'netns', server.machine.name, ...ends);
}

function names(): string[] {
  return ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name.startsWith(PREFIX));
}

function removeLeftOvers(): void {
  for (const name of names()) {
    const pid = name.slice(PREFIX.length).split('-')[0] ?? '';
    if (!existsSync(`/proc/${pid}`)) ip('netns', 'delete', name);
  }
}

/** Runs `ip` and answers what it prints. @throws Error when it fails. */
export function ip(...args: readonly string[]): string {
  return execFileSync(IP, args, { encoding: 'utf8' });
}
