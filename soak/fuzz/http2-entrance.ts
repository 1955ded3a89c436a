/** @module The TLS entrance of the service, which takes HTTP/2 frames: one connection for each input. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { DEFAULT_LIMITS } from '../../packages/signaling/src/config/limits.ts';
import { ConnectHandshake } from '../../packages/signaling/src/http2/connect-handshake.ts';
import { makeSecureServer } from '../../packages/signaling/src/http2/secure-server.ts';
import { SessionGuard } from '../../packages/signaling/src/http2/session-guard.ts';
import { makeCertificate } from '../../packages/signaling/src/test-support/certificate.fixture.ts';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { HTTP2_START, http2Frame } from '../../packages/signaling/src/test-support/http2-frames.fixture.ts';
import { systemClock } from '../../packages/device/src/time/system-clock.ts';
import { inTime } from './in-time.ts';

const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** RFC 9113 defines ten types; one more is unknown. */
const TYPES = 11;

/** Its reply shows that everything before it was processed. */
const LAST = Buffer.from('last one');
const PING = http2Frame(6, 0, 0, LAST);

let port: Promise<number> | undefined;

async function listen(): Promise<number> {
  await using directory = await makeDirectory();
  const { certFile, keyFile } = await makeCertificate(directory.path);
  const sockets = new WebSocketServer({ noServer: true });
  const { server } = makeSecureServer({
    certificate: { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') },
    handler: (request, response) => {
      request.resume().on('error', () => undefined);
      response.end(request.headers.host);
    },
    http1: {},
    handshakeTimeoutMs: DEFAULT_LIMITS.headersTimeoutMs,
    handleSession: (session) => {
      void new SessionGuard({ session, clock: systemClock, log: LOG, limits: DEFAULT_LIMITS });
    },
    handleConnect: (request) => {
      const handshake = new ConnectHandshake(request, () => undefined);
      if (handshake.fault?.kind === 'refused') handshake.refuse(handshake.fault.status);
      else
        handshake.open(sockets, (socket) =>
          socket.on('error', () => undefined).on('message', (message) => socket.send(message)),
        );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

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
  port ??= listen();
  const socket = connect({ port: await port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  socket.on('error', () => undefined);
  socket.write(framesOf(input));
  try {
    await untilProcessed(socket);
  } finally {
    socket.destroy();
  }
}
