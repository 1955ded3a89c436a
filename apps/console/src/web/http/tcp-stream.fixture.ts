/** @module Device streams for tests: to a real TCP server, or with given bytes. */
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import type { DataStream } from '@longwire/client';

/** A stream to a port of this machine, like a tunnel of the device. */
export async function tcpStream(port: number): Promise<DataStream> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  const { readable, writable } = Duplex.toWeb(socket);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  // @ts-expect-error Node's own types of the same streams
  return { port, readable, writable, closed };
}

/** A stream that delivers these bytes whatever is sent, and then ends. */
export function givenStream(pieces: readonly Uint8Array[], sent: Uint8Array[] = []): DataStream {
  const closed = Promise.withResolvers<void>();
  return {
    port: 80,
    closed: closed.promise,
    readable: new ReadableStream({
      start(controller) {
        for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
        controller.close();
      },
    }),
    writable: new WritableStream({
      write(piece) {
        sent.push(piece);
      },
    }),
  };
}

/** Text as bytes, one for each character. */
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));

/** A whole body as text. */
export async function bodyText(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of body) text += String.fromCharCode(...piece);
  return text;
}
