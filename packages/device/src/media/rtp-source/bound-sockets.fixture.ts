/** @module For tests: UDP sockets on loopback that are closed after the test. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const sockets = new Set<Socket>();

/** A socket on a port; by default any free port. */
export async function bound(port = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  sockets.add(socket);
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** A port that was just free. */
export async function freePort(): Promise<number> {
  const socket = await bound();
  const { port } = socket.address();
  await closeSocket(socket);
  return port;
}

/** Closes a socket; resolves when its port is free. */
export async function closeSocket(socket: Socket): Promise<void> {
  sockets.delete(socket);
  socket.close();
  await once(socket, 'close');
}

/** Closes all remaining sockets. */
export function closeSockets(): void {
  for (const socket of sockets) socket.close();
  sockets.clear();
}
