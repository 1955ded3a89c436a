/** @module A network at home: a service on a machine of its own with a private address, and this machine's browsers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ip, Namespace } from './namespace.ts';

/** Each process has its own network beside those of others. */
const NETWORK = `10.77.${process.pid % 250}`;

/** A namespace that this machine reaches by one cable. */
export class HomeNetwork implements Disposable {
  /** The address of the service's machine. */
  readonly address: string = `${NETWORK}.1`;
  /** The address of this machine. */
  readonly gateway: string = `${NETWORK}.2`;
  readonly machine: Namespace;
  readonly #cable = `lw-home-${process.pid}`.slice(0, 15);

  constructor() {
    const cable = this.#cable;
    this.machine = new Namespace('home');
    const ends = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', this.machine.name];
    ip('link', 'add', 'name', cable, ...ends);
    // Reason: an IPv6 address that is ready two seconds later is a change of the network, for which Chromium aborts what it loads.
    ip('link', 'set', cable, 'addrgenmode', 'none');
    ip('addr', 'add', `${this.gateway}/24`, 'dev', cable);
    ip('link', 'set', cable, 'up');
    this.machine.ip('addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    this.machine.ip('link', 'set', 'eth0', 'up');
  }

  /** Runs a command on the service's machine, which knows it by a public name. `folder` holds its hosts file. */
  knowing(folder: string, name: string): readonly string[] {
    const hosts = join(folder, 'hosts');
    writeFileSync(hosts, `127.0.0.1 localhost\n${this.address} ${name}\n`);
    // `ip netns exec` gives the command mounts of its own.
    const script = 'mount --bind "$0" /etc/hosts && exec "$@"';
    return [...this.machine.within, 'sh', '-c', script, hosts];
  }

  /** Removes it with its cable. */
  [Symbol.dispose](): void {
    // Reason: the kernel removes the cable of a deleted namespace some time later, and the next network has one of the same name.
    ip('link', 'delete', this.#cable);
    ip('netns', 'delete', this.machine.name);
  }
}
