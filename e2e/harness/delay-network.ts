/**
 * @module Long cables between network namespaces: every packet of every protocol passes through a process that delays it.
 *
 * The kernel may have no netem, and Node opens neither TUN devices nor raw sockets. VXLAN makes an Ethernet cable out of UDP: each
 * cable is two VXLAN devices, created in their own namespace (where their UDP stays) and moved into the machines, and the relay forwards their
 * datagrams. The relay has a namespace as well: VXLAN does not send to an address of the namespace that it was created in.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf, type CableQualities, type CableQuality } from '@longwire/demo';
import type { RelayedCable } from '../peers/delaying-relay.ts';
import { Child } from './child.ts';
import { Namespace, Networks, type Port } from './namespace.ts';
import { DELAYING_RELAY } from './paths.ts';

const BRIDGE = '/usr/sbin/bridge';
/** The link from the VXLAN devices to the relay and back. */
const WIRE_ADDRESS = '10.0.0.1';
const RELAY_ADDRESS = '10.0.0.2';
/** The port of the first cable's first end; each end has one here and one at the relay. */
const FIRST_PORT = 4001;

/** The ends of cables, and the relay between them. */
class Wire {
  readonly #ends = new Namespace('wire');
  readonly #relayPlace = new Namespace('relay');
  readonly #ports: [number, number][] = [];
  readonly #directory = mkdtempSync(join(tmpdir(), 'longwire-wire-'));
  #relay: Child | undefined;

  constructor() {
    const peer = ['type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#relayPlace.name];
    this.#ends.ip('link', 'add', 'name', 'eth0', ...peer);
    for (const [place, address] of [
      [this.#ends, WIRE_ADDRESS],
      [this.#relayPlace, RELAY_ADDRESS],
    ] as const) {
      place.ip('addr', 'add', `${address}/24`, 'dev', 'eth0');
      place.ip('link', 'set', 'eth0', 'up');
    }
  }

  /** Adds one cable. */
  lay(near: Port, far: Port): void {
    const first = FIRST_PORT + this.#ports.length * 2;
    const ports: [number, number] = [first, first + 1];
    this.#ports.push(ports);
    this.#layEnd(near, ports[0]);
    this.#layEnd(far, ports[1]);
  }

  #layEnd({ machine, port }: Port, udpPort: number): void {
    const name = `end${udpPort}`;
    const vxlan = ['id', '1', 'local', WIRE_ADDRESS, 'dstport', String(udpPort), 'nolearning'];
    this.#ends.ip('link', 'add', name, 'mtu', '1500', 'type', 'vxlan', ...vxlan);
    // Reason: the relay needs packets as they are on a cable, not several merged into one.
    this.#ends.ip('link', 'set', name, 'gso_max_segs', '1');
    const all = ['append', '00:00:00:00:00:00', 'dev', name, 'dst', RELAY_ADDRESS];
    this.#ends.run(BRIDGE, 'fdb', ...all, 'port', String(udpPort));
    this.#ends.ip('link', 'set', name, 'netns', machine.name, 'name', port);
  }

  /** Changes all cables, in the order in which they were added; packets in flight arrive. */
  async set(qualities: readonly CableQuality[]): Promise<void> {
    const file = join(this.#directory, 'cables.json');
    const cables = this.#ports.map((ports, index): RelayedCable => {
      const { down, up } = linesOf(qualities[index] ?? { roundTripMs: 0 });
      return { host: WIRE_ADDRESS, ports, lines: [down, up] };
    });
    writeFileSync(file, JSON.stringify(cables));
    const isRunning = this.#relay !== undefined;
    this.#relay ??= new Child('relay', [DELAYING_RELAY, file], [], this.#relayPlace.within);
    const relaying = this.#relay.nextLine(/^relaying$/u);
    if (isRunning) this.#relay.signal('SIGUSR2');
    await relaying;
  }

  async stop(): Promise<void> {
    await this.#relay?.stop();
    rmSync(this.#directory, { recursive: true });
  }
}

/** The three machines, connected by cables of a given delay. */
export class DelayNetwork {
  readonly networks: Networks;
  readonly #wire: Wire;

  private constructor(networks: Networks, wire: Wire) {
    this.networks = networks;
    this.#wire = wire;
  }

  /** Creates the machines. @throws Error when the process may not create namespaces. */
  static async start(cables: CableQualities): Promise<DelayNetwork> {
    const wires: Wire[] = [];
    const join = (server: Port, machine: Port): void => {
      if (wires.length === 0) wires.push(new Wire());
      wires[0]?.lay(server, machine);
    };
    const networks = new Networks({ join, isForwarding: true });
    const [wire] = wires;
    if (wire === undefined) throw new Error('no cable connects the machines');
    const network = new DelayNetwork(networks, wire);
    await network.setCables(cables);
    return network;
  }

  /** Changes the cables; packets in flight arrive. */
  async setCables({ browser, device }: CableQualities): Promise<void> {
    await this.#wire.set([browser, device]);
  }

  async stop(): Promise<void> {
    await this.#wire.stop();
    this.networks.stop();
  }
}
