/** @module Listens on addresses that must stay unreachable, and prints each datagram and connection: `canary.ts --port 4711 10.0.0.5 …`. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' } },
  allowPositionals: true,
});

for (const address of positionals) {
  const socket = createSocket('udp4');
  socket.on('message', (message) => console.log(`heard ${message.length} bytes at ${address}`));
  socket.bind(Number(values.port), address);
  await once(socket, 'listening');
  const server = createServer(() => console.log(`heard a connection at ${address}`));
  server.listen(Number(values.port), address);
  await once(server, 'listening');
}
console.log('listening');
