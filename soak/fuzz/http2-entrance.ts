/** @module The TLS entrance of the service, which takes HTTP/2 frames: one connection for each input. */
import { connect, type TLSSocket } from 'node:tls';
import { HTTP2_START, http2Frame } from '../../packages/signaling/src/test-support/http2-frames.fixture.ts';
import { startSecureEcho } from '../../packages/signaling/src/test-support/secure-echo.fixture.ts';
import { inTime } from './in-time.ts';

/** RFC 9113 defines ten types; one more is unknown. */
const TYPES = 11;

/** Its reply shows that everything before it was processed. */
const LAST = Buffer.from('last one');
const PING = http2Frame(6, 0, 0, LAST);

let port: Promise<number> | undefined;

/** The frames of an input, in which type, flags, stream and length have a byte each. */
function framesOf(input: Uint8Array): Buffer {
  const frames = [HTTP2_START];
  for (let at = 0; at + 4 <= input.length;) {
    const [type = 0, flags = 0, stream = 0, length = 0] = input.subarray(at, at + 4);
    frames.push(
      http2Frame(type % TYPES, flags, stream, Buffer.from(input.subarray(at + 4, at + 4 + length))),
    );
    at += 4 + length;
  }
  return Buffer.concat([...frames, PING]);
}

async function untilProcessed(socket: TLSSocket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let heard = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    heard = Buffer.concat([heard, piece]);
    if (heard.includes(LAST)) resolve();
  });
  socket.on('close', () => resolve());
  await inTime(promise);
}

/** Sends the frames on a connection of their own; each connection goes on, or is ended. */
export async function sendFrames(input: Uint8Array): Promise<void> {
  port ??= startSecureEcho();
  const socket = connect({ port: await port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  socket.write(framesOf(input));
  try {
    await untilProcessed(socket);
  } finally {
    socket.destroy();
  }
}
