/** @module Connects a client's line to the real service, and through it to the real device. */
import { WebSocket } from 'ws';
import type { WireMessage } from '../../harness/signaling-proxy.ts';
import type { Upstream } from '../tampering.ts';

/** Options of a forwarded line. */
export interface ForwardLineOptions {
  readonly client: WebSocket;
  /** The URL of the real service. */
  readonly url: string;
  /** Receives the messages of the real service. */
  readonly send: (message: WireMessage) => void;
  /** Whether the requested device is the one under attack. */
  readonly isUnderAttack: (deviceId: unknown) => boolean;
  /** Called with each message of that device. */
  readonly onAttacked: (message: WireMessage) => void;
}

/** Close codes of a broken socket, which cannot be sent. */
const BROKEN_OFF: ReadonlySet<number> = new Set([1005, 1006]);

/** Connects to the real service for a client. */
export function forwardLine({ client, url, send, isUnderAttack, onAttacked }: ForwardLineOptions): Upstream {
  const socket = new WebSocket(url, 'json');
  const waiting: string[] = [];
  let isAttacked = false;
  socket.on('open', () => {
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.on('message', (data: Buffer) => {
    const message = parseMessage(data);
    if (isAttacked) onAttacked(message);
    send(message);
  });
  socket.on('close', (code, reason) => {
    if (BROKEN_OFF.has(code)) client.terminate();
    else client.close(code, reason);
  });
  socket.on('error', () => client.terminate());
  return {
    take: (message) => {
      if (message.type === 20) isAttacked = isUnderAttack(message['deviceId']);
      const text = JSON.stringify(message);
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
      else if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
    },
    close: () => {
      if (socket.readyState === WebSocket.CONNECTING) socket.once('open', () => socket.close());
      else socket.close();
    },
  };
}

/** Parses a message of either side. */
export function parseMessage(data: Buffer): WireMessage {
  const message: WireMessage = JSON.parse(data.toString('utf8'));
  return message;
}
