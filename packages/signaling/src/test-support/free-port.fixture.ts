/** @module Finds free ports for servers that cannot choose one. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/**
 * Below Linux's ephemeral ports (32768 and up), so that no outgoing connection takes the port before its
 * server listens.
 */
const FIRST = 12_000;
const COUNT = 20_000;

/** A loopback port that is unused for TCP and UDP. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await isFreeForTcp(port)) && (await isFreeForUdp(port))) return port;
  }
}

async function isFreeForTcp(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function isFreeForUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4').bind(port, HOST);
  try {
    await once(socket, 'listening');
  } catch {
    return false;
  }
  socket.close();
  await once(socket, 'close');
  return true;
}
