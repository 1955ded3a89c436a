/**
 * @module Both directions of long cables, in its own process. A VXLAN datagram to one of a cable's UDP ports is forwarded, delayed, to the other
 * port of the host. `delaying-relay.ts '[{"host":"10.0.0.1","ports":[4001,4002],"delayMs":25,"lossShare":0,"seed":7}]'`
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fillChecksum, VXLAN_HEADER_BYTES } from '../harness/delay-checksum.ts';
import { DelayLine } from '../harness/delay-line.ts';

/** One cable. */
export interface RelayedCable {
  /** The host of its ends; the relay runs elsewhere and uses the same ports. */
  readonly host: string;
  readonly ports: readonly [number, number];
  /** One way, in milliseconds. */
  readonly delayMs: number;
  /** The share of packets that is lost each way, from 0 to 1. */
  readonly lossShare: number;
  readonly seed: number;
}

/** A socket's buffer while this process is busy, in bytes. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

async function relay({ host, ports, delayMs, lossShare, seed }: RelayedCable): Promise<void> {
  for (const [index, port] of ports.entries()) {
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: SOCKET_BUFFER_BYTES,
      // No address lookup, which would take a turn of the event loop for each packet.
      lookup: (address, _options, done) => done(null, address, 4),
    });
    const otherPort = ports[1 - index] ?? port;
    const line = new DelayLine<Uint8Array>({
      delayMs,
      lossShare,
      // Each direction has its own random sequence.
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
