/** @module A UDP socket that is bound at once: a client may ask for an offer in the same moment in which its session opens, and the port stands in it. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { isIPv4 } from 'node:net';

/** Binds a socket to any free port of an IPv4 address. @throws Error when that cannot be done. */
export function bindNow(address: string): Socket {
  const socket = createSocket({
    type: 'udp4',
    // Node asks this for addresses as well, and goes on when it answers: for an address that is before it returns.
    lookup: (name, options, answer) => {
      if (isIPv4(name)) answer(null, name, 4);
      else lookup(name, { ...options, family: 4, all: false }, answer);
    },
  });
  let failure: Error | undefined;
  const fail = (error: Error): void => void (failure = error);
  socket.once('error', fail);
  socket.bind(0, address);
  socket.off('error', fail);
  if (failure === undefined) return socket;
  socket.close();
  throw failure;
}
