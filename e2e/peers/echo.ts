/**
 * @module Round trips by TCP and by UDP: `echo.ts serve PORT` echoes its input, `echo.ts ask PORT HOST COUNT` prints the round-trip times,
 * as JSON, and which UDP packets came back.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * After this many further TCP round trips an earlier UDP packet that has not come back is lost: cables keep the order, and the
 * further rounds cover the buffers at the ends.
 */
const ROUNDS_AFTER = 3;

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

async function send(packets: Socket, packet: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  packets.send(packet, port, host, (error) => (error === null ? resolve() : reject(error)));
  return await promise;
}

async function ask(): Promise<void> {
  const socket = connect(port, host).setNoDelay();
  const connectMs = await timed(async () => await once(socket, 'connect'));
  const roundTrip = async (): Promise<void> => {
    socket.write('x');
    await once(socket, 'data');
  };
  const tcpMs: number[] = [];
  for (let round = 0; round < Number(count); round += 1) tcpMs.push(await timed(roundTrip));
  const packets = createSocket('udp4');
  const sentMs: number[] = [];
  const udpMs: number[] = [];
  const udpBack: number[] = [];
  packets.on('message', (packet) => {
    const number = packet.readUInt16BE();
    udpBack.push(number);
    udpMs.push(performance.now() - (sentMs[number] ?? Number.NaN));
  });
  for (let number = 0; number < Number(count); number += 1) {
    const packet = Buffer.alloc(2);
    packet.writeUInt16BE(number);
    sentMs.push(performance.now());
    await send(packets, packet);
  }
  for (let round = 0; round < ROUNDS_AFTER; round += 1) await roundTrip();
  packets.close();
  socket.destroy();
  console.log(JSON.stringify({ connectMs, tcpMs, udpMs, udpBack }));
}

await (verb === 'serve' ? serve() : ask());
