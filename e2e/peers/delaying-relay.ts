/**
 * @module Both directions of cables that are long, as a process of its own. A VXLAN datagram that comes to one of a cable's UDP ports goes on, later, to the other
 * port of the host. `delaying-relay.ts '[{"host":"10.0.0.1","ports":[4001,4002],"delayMs":25,"lossShare":0,"seed":7}]'`
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fillChecksum, VXLAN_HEADER_BYTES } from '../harness/delay-checksum.ts';
import { DelayLine } from '../harness/delay-line.ts';

/** One cable. */
export interface RelayedCable {
  /** Where its ends are; the relay is elsewhere and has the same ports. */
  readonly host: string;
  readonly ports: readonly [number, number];
  /** One way, in milliseconds. */
  readonly delayMs: number;
  /** The share of packets that is lost each way, from 0 to 1. */
  readonly lossShare: number;
  readonly seed: number;
}

/** What may wait in a socket while this process does something else, in bytes. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

async function relay({ host, ports, delayMs, lossShare, seed }: RelayedCable): Promise<void> {
  for (const [index, port] of ports.entries()) {
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: SOCKET_BUFFER_BYTES,
      // Without a look-up of the address, which would take a turn of the event loop for each packet.
      lookup: (address, _options, done) => done(null, address, 4),
    });
    const otherPort = ports[1 - index] ?? port;
    const line = new DelayLine<Uint8Array>({
      delayMs,
      lossShare,
      // Each direction has luck of its own.
      seed: seed * 2 + index,
      deliver: (packet) => socket.send(packet, otherPort, host),
    });
    socket.on('message', (packet) => {
      fillChecksum(packet.subarray(VXLAN_HEADER_BYTES));
      line.push(packet);
    });
    const listening = once(socket, 'listening');
    socket.bind(port);
    await listening;
  }
}

const cables: readonly RelayedCable[] = JSON.parse(process.argv[2] ?? '[]');
await Promise.all(cables.map(relay));
console.log('relaying');
