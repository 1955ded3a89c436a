/** @module A UDP socket that is bound synchronously: the device may have to send an offer, which contains the port, as soon as a session opens. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { isIPv4 } from 'node:net';

/** Binds a socket to any free port of an IPv4 address. @throws Error if binding fails. */
export function bindUdpSocket(address: string): Socket {
  const socket = createSocket({
    type: 'udp4',
    // Node calls this for literal addresses too. A synchronous result makes bind() synchronous.
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
