/** @module The browser's only network link: taken down, brought up, cut somewhere behind it, given another address, smaller packets or a NAT. */
import { BROWSER_GATEWAY, ip, type Namespace, type Networks } from './namespace.ts';

const CARD = 'eth0';
/** The router's ends of its links. */
const TO_BROWSER = 'to-browser';
const TO_DEVICE = 'to-device';
const IPTABLES = '/usr/sbin/iptables';
/** A hardware address that no machine has. */
const NO_MACHINE = '02:00:00:00:00:99';

/** The link of the browser's machine to the one that routes for it. */
export class Link {
  readonly #machine: Namespace;
  readonly #router: Namespace;
  readonly #gateway = BROWSER_GATEWAY;

  constructor({ browser, server }: Networks) {
    this.#machine = browser;
    this.#router = server;
  }

  takeDown(): void {
    this.#machine.ip('link', 'set', CARD, 'down');
  }

  /** The kernel has dropped the routes meanwhile. */
  bringUp(): void {
    this.#machine.ip('link', 'set', CARD, 'up');
    this.#machine.ip('route', 'add', 'default', 'via', this.#gateway);
  }

  /** Loses every packet of the machine without a sign of it, as when the line behind its router is cut. */
  cut(): void {
    this.#machine.ip(
      'neigh',
      'replace',
      this.#gateway,
      'lladdr',
      NO_MACHINE,
      'dev',
      CARD,
      'nud',
      'permanent',
    );
  }

  /** The next packet asks for the gateway's address again. */
  mend(): void {
    this.#machine.ip('neigh', 'del', this.#gateway, 'dev', CARD);
  }

  /** Connections from the old address break; the new address is in the same network. */
  changeAddress(from: string, to: string): void {
    this.#machine.ip('addr', 'add', `${to}/24`, 'dev', CARD);
    this.#machine.ip('addr', 'del', `${from}/24`, 'dev', CARD);
    this.#machine.ip('addr', 'replace', `${to}/24`, 'dev', CARD);
    this.#machine.ip('route', 'replace', 'default', 'via', this.#gateway);
  }

  /** The largest packet that either end sends, in bytes. */
  limitPackets(bytes: number): void {
    this.#machine.ip('link', 'set', CARD, 'mtu', String(bytes));
    this.#router.ip('link', 'set', TO_BROWSER, 'mtu', String(bytes));
  }

  /** How many connections the NAT has mapped since its ports were set. */
  mappedConnections(): number {
    const args = ['netns', 'exec', this.#router.name, IPTABLES, '-w', '-t', 'nat', '-nvxL', 'POSTROUTING'];
    // The packets of a rule of this table are the first ones of their connections.
    return Number(/^\s*(\d+).* MASQUERADE /mu.exec(ip(...args))?.[1]);
  }

  /** A NAT: the device sees the browser as the router, at ports of this range, and reaches it there only. What was mapped before is forgotten. */
  natPorts(first: number, last: number): void {
    const table = (...args: readonly string[]): void => this.#router.run(IPTABLES, '-w', ...args);
    const ports = `${first}-${last}`;
    table('-F', 'FORWARD');
    table('-A', 'FORWARD', '-i', TO_DEVICE, '-m', 'conntrack', '--ctstate', 'NEW', '-j', 'DROP');
    table('-t', 'nat', '-F', 'POSTROUTING');
    table(
      '-t',
      'nat',
      '-A',
      'POSTROUTING',
      '-o',
      TO_DEVICE,
      '-p',
      'udp',
      '-j',
      'MASQUERADE',
      '--to-ports',
      ports,
    );
    // The kernel forgets masqueraded connections of an interface that goes down.
    this.#router.ip('link', 'set', TO_DEVICE, 'down');
    this.#router.ip('link', 'set', TO_DEVICE, 'up');
  }
}
