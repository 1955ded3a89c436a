/**
 * @module A bare `ws` server in a separate process: the floor for everything the signaling service does. Two sockets at one path below
 * `/pair/` get each other's messages unchanged; every message at `/answer` gets the same answer, unread. `bare-relay.ts [--port N]`
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { WebSocketServer, type WebSocket } from 'ws';
import { reportMemory } from './memory-report.ts';

const ANSWER = '{"type":21}';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
/** Sockets whose pair is not complete. */
const alone = new Map<string, WebSocket>();

function forward(from: WebSocket, to: WebSocket): void {
  from.on('message', (data, isBinary) => to.send(data, { binary: isBinary }));
}

function join(path: string, socket: WebSocket): void {
  const other = alone.get(path);
  if (other === undefined) {
    alone.set(path, socket);
    return;
  }
  alone.delete(path);
  forward(socket, other);
  forward(other, socket);
}

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(values.port),
  // Thousands reconnect at the same time.
  backlog: 4_096,
  perMessageDeflate: false,
  clientTracking: false,
});
server.on('connection', (socket, { url = '' }) => {
  socket.on('error', () => socket.terminate());
  if (url === '/answer') socket.on('message', () => socket.send(ANSWER));
  else join(url, socket);
});
await once(server, 'listening');
reportMemory();
process.once('SIGTERM', () => process.exit(0));
const address = server.address();
if (typeof address === 'object' && address !== null)
  console.log(`bare relay at http://127.0.0.1:${address.port}`);
