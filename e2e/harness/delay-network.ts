/**
 * @module Long cables between the machines of network namespaces: every packet of every protocol passes through a process that keeps it for a while.
 *
 * The kernel may have no netem, and Node opens neither TUN devices nor raw sockets. It has VXLAN, which makes an Ethernet cable out of UDP: each
 * cable is two VXLAN devices, made in a namespace of their own (where their UDP stays) and moved into the machines, and the relay passes on their
 * datagrams. It has a namespace as well: VXLAN does not send to an address of the namespace that it was made in.
 */
import type { RelayedCable } from '../peers/delaying-relay.ts';
import { Child } from './child.ts';
import { Namespace, Networks, type Port } from './namespace.ts';
import { DELAYING_RELAY } from './paths.ts';

const BRIDGE = '/usr/sbin/bridge';
/** What leads from the VXLAN devices to the relay and back. */
const WIRE_ADDRESS = '10.0.0.1';
const RELAY_ADDRESS = '10.0.0.2';
/** Of the first cable's first end; each end has one here and one at the relay. */
const FIRST_PORT = 4001;

/** What a cable is like. */
export interface CableQuality {
  /** There and back, in milliseconds. */
  readonly roundTripMs: number;
  /** The share of packets that is lost each way, from 0 to 1; none unless told. */
  readonly lossShare?: number;
  /** The same seed loses the same again of the same packets. */
  readonly seed?: number;
}

/** The cables to the server, by the machine at their other end. */
export interface CableQualities {
  readonly browser: CableQuality;
  readonly device: CableQuality;
}

/** The ends of cables, and the relay between them. */
class Wire {
  readonly #ends = new Namespace('wire');
  readonly #relayPlace = new Namespace('relay');
  readonly #ports: [number, number][] = [];
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

  /** Lays one more cable. */
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
    // Reason: the relay takes packets as they are on a cable, not several in one.
    this.#ends.ip('link', 'set', name, 'gso_max_segs', '1');
    const all = ['append', '00:00:00:00:00:00', 'dev', name, 'dst', RELAY_ADDRESS];
    this.#ends.run(BRIDGE, 'fdb', ...all, 'port', String(udpPort));
    this.#ends.ip('link', 'set', name, 'netns', machine.name, 'name', port);
  }

  /** Exchanges all cables for others, in the order they were laid. */
  async set(qualities: readonly CableQuality[]): Promise<void> {
    await this.stop();
    const told = this.#ports.map((ports, index): RelayedCable => {
      const { roundTripMs = 0, lossShare = 0, seed = 0 } = qualities[index] ?? {};
      return { host: WIRE_ADDRESS, ports, delayMs: roundTripMs / 2, lossShare, seed };
    });
    this.#relay = new Child('relay', [DELAYING_RELAY, JSON.stringify(told)], [], this.#relayPlace.within);
    await this.#relay.nextLine(/^relaying$/u);
  }

  async stop(): Promise<void> {
    await this.#relay?.stop();
    this.#relay = undefined;
  }
}

/** The three machines, joined by cables that are as long as is told. */
export class DelayNetwork {
  readonly networks: Networks;
  readonly #wire: Wire;

  private constructor(networks: Networks, wire: Wire) {
    this.networks = networks;
    this.#wire = wire;
  }

  /** Makes the machines. @throws Error when the process may not make namespaces. */
  static async start(cables: CableQualities): Promise<DelayNetwork> {
    const wires: Wire[] = [];
    const join = (server: Port, machine: Port): void => {
      if (wires.length === 0) wires.push(new Wire());
      wires[0]?.lay(server, machine);
    };
    const networks = new Networks({ join, isForwarding: true });
    const [wire] = wires;
    if (wire === undefined) throw new Error('cables expected, none was laid');
    const network = new DelayNetwork(networks, wire);
    await network.setCables(cables);
    return network;
  }

  /** Exchanges the cables for others; what is under way is lost. */
  async setCables({ browser, device }: CableQualities): Promise<void> {
    await this.#wire.set([browser, device]);
  }

  async stop(): Promise<void> {
    await this.#wire.stop();
    this.networks.stop();
  }
}
