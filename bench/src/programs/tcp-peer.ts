/**
 * @module The destination of a tunnel, in a separate process: on one port it reads to the end and answers with one byte, on the other it sends
 * a number of bytes and ends. `tcp-peer.ts --bytes N`
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { listen } from '../../../scripts/listening.ts';

const { values } = parseArgs({ options: { bytes: { type: 'string', default: '0' } } });
const chunk = new Uint8Array(64 * 1024);

async function portFor(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // A device that leaves resets its connections; the next measurement still needs this process.
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  return await listen(server);
}

async function sendAll(socket: Socket): Promise<void> {
  for (let left = Number(values.bytes); left > 0; left -= chunk.length) {
    if (!socket.write(chunk.subarray(0, left))) await once(socket, 'drain');
  }
  socket.end();
}

const sink = await portFor((socket) => {
  socket.once('end', () => socket.end('!'));
  socket.resume();
});
const source = await portFor((socket) => {
  socket.resume();
  sendAll(socket).catch(() => socket.destroy());
});
console.log(`tcp peer with sink ${sink} and source ${source}`);
