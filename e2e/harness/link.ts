/** @module A machine's only network link: taken down, brought up, cut somewhere behind it, and given another address. */
import type { Namespace } from './namespace.ts';

const CARD = 'eth0';
/** A hardware address that no machine has. */
const NO_MACHINE = '02:00:00:00:00:99';

/** The link of one machine. */
export class Link {
  readonly #machine: Namespace;
  readonly #gateway: string;

  constructor(machine: Namespace, gateway: string) {
    this.#machine = machine;
    this.#gateway = gateway;
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
}
