/**
 * @module A private Internet with two homes. Each home has a machine behind its router, and the router is behind its provider's, which
 * may translate as well; the browser's home has a second network with a machine of its own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinByVeth, Namespace, startNamespaces } from '../harness/namespace.ts';
import { GUESTS, INSIDE, OUTSIDE, routerRules, type Side } from './router-rules.ts';

const NFT = '/usr/sbin/nft';
const TAYGA = '/usr/sbin/tayga';

/** What the two machines speak: the same, or the browser IPv6 with a NAT64 at its provider and the rest IPv4. */
export type Family = 'IPv4' | 'IPv6' | 'NAT64';

/** Addresses of one interface; the relay refuses private ones as peers, and the documentation's IPv6 ones. */
interface Addresses {
  readonly v4: string;
  readonly v6: string;
}

const SERVER: Addresses = { v4: '203.0.113.200', v6: '3ffe:c::1' };

/** The prefix under which an IPv6 machine reaches IPv4 (RFC 6052); under the well-known one tayga drops the addresses of these networks. */
const NAT64_PREFIX = '3ffe:64::';
/** From which the translator takes an IPv4 address for each IPv6 machine, before the provider's own translation. */
const NAT64_POOL = '192.168.255';
/** The translator's own. */
const NAT64_ADDRESS = '3ffe:d::1';

/** A home: the first parts of its addresses, of which each link has a network. */
class Home {
  readonly machine: Namespace;
  readonly router: Namespace;
  readonly provider: Namespace;
  readonly #name: string;
  readonly #prefix: Addresses;
  readonly #folder: string;

  constructor(name: string, prefix: Addresses, folder: string) {
    this.#name = name;
    this.#prefix = prefix;
    this.#folder = folder;
    this.machine = new Namespace(name);
    this.router = new Namespace(`${name}-router`);
    this.provider = new Namespace(`${name}-provider`);
    for (const each of [this.router, this.provider]) forward(each);
  }

  /** The address of an end of a link. */
  address(link: number, end: number): Addresses {
    return { v4: `${this.#prefix.v4}.${link * 32 + end}`, v6: `${this.#prefix.v6}:${link}::${end}` };
  }

  /** Connects a machine, which gets the addresses of its family only. */
  connect(machine: Namespace, link: number, port: string, family: 'v4' | 'v6'): void {
    joinByVeth({ machine: this.router, port }, { machine, port: 'eth0' });
    this.#setUp(this.router, port, this.address(link, 1));
    const { [family]: own } = this.address(link, 2);
    const { [family]: gateway } = this.address(link, 1);
    addAddress(machine, 'eth0', own);
    machine.ip('link', 'set', 'eth0', 'up');
    machine.ip('route', 'add', 'default', 'via', gateway);
  }

  /** Connects router, provider and Internet. */
  connectTo(internet: Namespace): void {
    const [router, inner, outer, far] = [
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ].map(([link = 0, end = 0]) => this.address(link, end));
    if (router === undefined || inner === undefined || outer === undefined || far === undefined)
      throw new Error('a home has four outer addresses');
    joinByVeth({ machine: this.provider, port: INSIDE }, { machine: this.router, port: OUTSIDE });
    joinByVeth({ machine: internet, port: this.#name }, { machine: this.provider, port: OUTSIDE });
    this.#setUp(this.router, OUTSIDE, router);
    this.#setUp(this.provider, INSIDE, inner);
    this.#setUp(this.provider, OUTSIDE, outer);
    this.#setUp(internet, this.#name, far);
    for (const family of ['v4', 'v6'] as const) {
      this.router.ip('route', 'add', 'default', 'via', inner[family]);
      this.provider.ip('route', 'add', 'default', 'via', far[family]);
      const all = family === 'v4' ? `${this.#prefix.v4}.0/25` : `${this.#prefix.v6}::/32`;
      this.provider.ip('route', 'add', all, 'via', router[family]);
      internet.ip('route', 'add', all, 'via', outer[family]);
    }
  }

  /** Sets router and provider; the provider only routes by default. */
  set({ router, provider = { kind: 'none' } }: Side): void {
    this.#load(this.router, routerRules(router, this.address(2, 1).v4));
    this.#load(this.provider, routerRules(provider, this.address(3, 1).v4));
  }

  #load(router: Namespace, rules: string): void {
    const file = join(this.#folder, `${router.name}.nft`);
    writeFileSync(file, rules);
    router.run(NFT, '-f', file);
  }

  #setUp(machine: Namespace, port: string, { v4, v6 }: Addresses): void {
    for (const address of [v4, v6]) addAddress(machine, port, address);
    machine.ip('link', 'set', port, 'up');
  }
}

function forward(router: Namespace): void {
  const files = ['ipv4/ip_forward', 'ipv6/conf/all/forwarding'];
  router.run('sh', '-c', files.map((file) => `echo 1 > /proc/sys/net/${file}`).join(' && '));
}

/** IPv6 would otherwise look for a second machine with the address for two seconds. */
function addAddress(machine: Namespace, port: string, address: string): void {
  const isV6 = address.includes(':');
  machine.ip('addr', 'add', `${address}/${isV6 ? 64 : 27}`, 'dev', port, ...(isV6 ? ['nodad'] : []));
}

/** The machines. */
export class NatNetworks implements Disposable {
  readonly internet: Namespace;
  readonly browser: Home;
  readonly device: Home;
  /** Behind the browser's router, in its second network. */
  readonly neighbour: Namespace;
  readonly family: Family;
  readonly #folder: string;
  readonly #remove: () => void;

  /** `folder` is for files of the machines. @throws Error when the process may not create namespaces. */
  constructor(family: Family, folder: string) {
    this.family = family;
    this.#folder = folder;
    this.#remove = startNamespaces();
    this.internet = new Namespace('internet');
    forward(this.internet);
    this.internet.ip('addr', 'add', SERVER.v4, 'dev', 'lo');
    this.internet.ip('addr', 'add', SERVER.v6, 'dev', 'lo', 'nodad');
    this.browser = new Home('browser', { v4: '198.51.100', v6: '3ffe:a' }, folder);
    this.device = new Home('device', { v4: '203.0.113', v6: '3ffe:b' }, folder);
    this.neighbour = new Namespace('neighbour');
    for (const home of [this.browser, this.device]) {
      home.connectTo(this.internet);
      home.set({ router: { kind: 'none' } });
    }
    this.browser.connect(this.browser.machine, 0, INSIDE, family === 'IPv4' ? 'v4' : 'v6');
    this.browser.connect(this.neighbour, 1, GUESTS, this.#serverFamily);
    this.device.connect(this.device.machine, 0, INSIDE, this.#serverFamily);
    if (family === 'NAT64') this.#startNat64();
  }

  /** Where the servers listen: on the device's family first. */
  get serverAddresses(): readonly [string, string] {
    return this.#serverFamily === 'v6' ? [SERVER.v6, SERVER.v4] : [SERVER.v4, SERVER.v6];
  }

  /** How the browser reaches the servers: by what DNS64 would answer where there is a NAT64. */
  get addressForBrowser(): string {
    return this.family === 'NAT64' ? `${NAT64_PREFIX}${SERVER.v4}` : this.serverAddresses[0];
  }

  get #serverFamily(): 'v4' | 'v6' {
    return this.family === 'IPv6' ? 'v6' : 'v4';
  }

  /** The kernel has no NAT64: tayga gives each IPv6 machine an IPv4 address, and the kernel translates that as any provider's. */
  #startNat64(): void {
    const { provider } = this.browser;
    const file = join(this.#folder, 'tayga.conf');
    writeFileSync(
      file,
      [
        'tun-device nat64',
        `ipv4-addr ${NAT64_POOL}.1`,
        `ipv6-addr ${NAT64_ADDRESS}`,
        `prefix ${NAT64_PREFIX}/96`,
        `dynamic-pool ${NAT64_POOL}.0/24`,
        `data-dir ${this.#folder}`,
        '',
      ].join('\n'),
    );
    provider.run(TAYGA, '-c', file, '--mktun');
    provider.ip('link', 'set', 'nat64', 'up');
    provider.ip('route', 'add', `${NAT64_PREFIX}/96`, 'dev', 'nat64');
    provider.ip('route', 'add', `${NAT64_POOL}.0/24`, 'dev', 'nat64');
  }

  /** The command that translates, until it is ended; for NAT64 only. */
  get translator(): readonly string[] {
    return [...this.browser.provider.within, TAYGA, '-d', '-c', join(this.#folder, 'tayga.conf')];
  }

  [Symbol.dispose](): void {
    this.#remove();
  }
}
