/**
 * @module A download by TCP that never ends: `download.ts serve ADDRESS` sends to everyone who connects, `download.ts take ADDRESS PORT` counts
 * what it gets, and prints the number of bytes at SIGUSR2.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const [verb, address = '', port = '0'] = process.argv.slice(2);
const chunk = new Uint8Array(64 * 1024);

async function send(socket: Socket): Promise<void> {
  while (!socket.destroyed) if (!socket.write(chunk)) await once(socket, 'drain');
}

async function serve(): Promise<void> {
  const server = createServer((socket) => {
    socket.resume();
    // The taker ends when it has been measured.
    socket.on('error', () => socket.destroy());
    send(socket).catch(() => socket.destroy());
  });
  server.listen(0, address);
  await once(server, 'listening');
  const at = server.address();
  console.log(`serving at ${typeof at === 'object' && at !== null ? at.port : 0}`);
}

function take(): void {
  let taken = 0;
  const socket = connect(Number(port), address);
  socket.on('data', ({ length }) => {
    taken += length;
  });
  process.on('SIGUSR2', () => console.log(`taken ${taken}`));
}

if (verb === 'serve') await serve();
else take();
