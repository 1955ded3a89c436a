/**
 * @module Both directions of long cables, in its own process. A VXLAN datagram to one of a cable's UDP ports is forwarded, delayed, to the other
 * port of the host. `delaying-relay.ts FILE` reads the cables from a file, and their qualities again at SIGUSR2:
 * `[{"host":"10.0.0.1","ports":[4001,4002],"lines":[{"delayMs":25,"bitsPerSecond":2000000,"queueMs":300},{"delayMs":25}]}]`
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { DelayLine, type LineQuality } from '@longwire/demo';
import { fillChecksum, VXLAN_HEADER_BYTES } from '../harness/delay-checksum.ts';

/** One cable. */
export interface RelayedCable {
  /** The host of its ends; the relay runs elsewhere and uses the same ports. */
  readonly host: string;
  readonly ports: readonly [number, number];
  /** What packets from each port pass through. */
  readonly lines: readonly [LineQuality, LineQuality];
}

/** A socket's buffer while this process is busy, in bytes. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

const [file = ''] = process.argv.slice(2);

function readCables(): readonly RelayedCable[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function relay({ host, ports, lines }: RelayedCable): Promise<DelayLine<Uint8Array>[]> {
  return await Promise.all(
    lines.map(async (quality, index) => {
      const [port, otherPort] = index === 0 ? ports : [ports[1], ports[0]];
      const socket = createSocket({
        type: 'udp4',
        recvBufferSize: SOCKET_BUFFER_BYTES,
        // No address lookup, which would take a turn of the event loop for each packet.
        lookup: (address, _options, done) => done(null, address, 4),
      });
      const line = new DelayLine<Uint8Array>({
        ...quality,
        bytesOf: ({ length }) => length - VXLAN_HEADER_BYTES,
        deliver: (packet) => socket.send(packet, otherPort, host),
      });
      socket.on('message', (packet) => {
        fillChecksum(packet.subarray(VXLAN_HEADER_BYTES));
        line.push(packet);
      });
      const listening = once(socket, 'listening');
      socket.bind(port);
      await listening;
      return line;
    }),
  );
}

const relayed = await Promise.all(readCables().map(relay));
process.on('SIGUSR2', () => {
  for (const [cable, { lines }] of readCables().entries()) {
    for (const [index, quality] of lines.entries()) relayed[cable]?.[index]?.set(quality);
  }
  console.log('relaying');
});
console.log('relaying');
