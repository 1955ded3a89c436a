/** @module A network at home: a service on a machine of its own with a private address, and this machine's browsers. */
import { execFileSync } from 'node:child_process';
import { Namespace } from './namespace.ts';

const IP = '/usr/sbin/ip';

/** Each process has its own network beside those of others. */
const NETWORK = `10.77.${process.pid % 250}`;

/** A namespace that this machine reaches by one cable. */
export class HomeNetwork implements Disposable {
  /** The address of the service's machine. */
  readonly address: string = `${NETWORK}.1`;
  readonly machine: Namespace;

  constructor() {
    const cable = `lw-home-${process.pid}`.slice(0, 15);
    this.machine = new Namespace('home');
    const ends = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', this.machine.name];
    execFileSync(IP, ['link', 'add', 'name', cable, ...ends]);
    // Reason: an IPv6 address that is ready two seconds later is a change of the network, for which Chromium aborts what it loads.
    execFileSync(IP, ['link', 'set', cable, 'addrgenmode', 'none']);
    execFileSync(IP, ['addr', 'add', `${NETWORK}.2/24`, 'dev', cable]);
    execFileSync(IP, ['link', 'set', cable, 'up']);
    this.machine.ip('addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    this.machine.ip('link', 'set', 'eth0', 'up');
  }

  /** Removes it with its cable. */
  [Symbol.dispose](): void {
    execFileSync(IP, ['netns', 'delete', this.machine.name]);
  }
}
