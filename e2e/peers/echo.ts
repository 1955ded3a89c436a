/**
 * @module Round trips by TCP and by UDP: `echo.ts serve PORT` gives back what it gets, `echo.ts ask PORT HOST COUNT` prints how long that took,
 * as JSON, and which packets of UDP came back at all.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** How long a packet may be under way before it is taken for lost, in milliseconds. */
const LOST_MS = 1000;

const [verb, portText = '0', host = '127.0.0.1', count = '1'] = process.argv.slice(2);
const port = Number(portText);

async function serve(): Promise<void> {
  const packets = createSocket('udp4');
  packets.on('message', (packet, { port: from, address }) => packets.send(packet, from, address));
  packets.bind(port);
  const server = createServer((socket) => socket.setNoDelay().pipe(socket));
  server.listen(port);
  await Promise.all([once(packets, 'listening'), once(server, 'listening')]);
  console.log('listening');
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await task();
  return performance.now() - startedMs;
}

async function ask(): Promise<void> {
  const socket = connect(port, host).setNoDelay();
  const connectMs = await timed(async () => await once(socket, 'connect'));
  const tcpMs: number[] = [];
  for (let round = 0; round < Number(count); round += 1) {
    tcpMs.push(
      await timed(async () => {
        socket.write('x');
        await once(socket, 'data');
      }),
    );
  }
  socket.destroy();
  const packets = createSocket('udp4');
  const sentMs: number[] = [];
  const udpMs: number[] = [];
  const udpBack: number[] = [];
  packets.on('message', (packet) => {
    const number = packet.readUInt16BE();
    udpBack.push(number);
    udpMs.push(performance.now() - (sentMs[number] ?? Number.NaN));
    if (udpBack.length === Number(count)) packets.close();
  });
  for (let number = 0; number < Number(count); number += 1) {
    const packet = Buffer.alloc(2);
    packet.writeUInt16BE(number);
    sentMs.push(performance.now());
    packets.send(packet, port, host);
  }
  const timer = setTimeout(() => packets.close(), LOST_MS);
  await once(packets, 'close');
  clearTimeout(timer);
  console.log(JSON.stringify({ connectMs, tcpMs, udpMs, udpBack }));
}

await (verb === 'serve' ? serve() : ask());
