/** @module UDP sockets of a test, on loopback; they are closed after it. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const sockets = new Set<Socket>();

/** A socket on a port, on any that is free unless given. */
export async function bound(port = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  sockets.add(socket);
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const socket = await bound();
  const { port } = socket.address();
  await closeSocket(socket);
  return port;
}

/** Closes one; its port is free then. */
export async function closeSocket(socket: Socket): Promise<void> {
  sockets.delete(socket);
  socket.close();
  await once(socket, 'close');
}

/** Closes those that are left. */
export function closeSockets(): void {
  for (const socket of sockets) socket.close();
  sockets.clear();
}
