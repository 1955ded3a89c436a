/** @module The TLS entrance of the service with its guards, behind which requests get their host, and WebSockets their messages. */
import { readFile } from 'node:fs/promises';
import { clockOf } from '@longwire/protocol';
import { WebSocketServer } from 'ws';
import { listen } from '../../../../scripts/listening.ts';
import { DEFAULT_LIMITS } from '../config/limits.ts';
import { ConnectHandshake } from '../http2/connect-handshake.ts';
import { makeSecureServer } from '../http2/secure-server.ts';
import { SessionGuard } from '../http2/session-guard.ts';
import { makeCertificate } from './certificate.fixture.ts';
import { makeDirectory } from './directory.fixture.ts';

const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts it on loopback. Returns its port; it does not keep the process alive. */
export async function startSecureEcho(): Promise<number> {
  await using directory = await makeDirectory();
  const { certFile, keyFile } = await makeCertificate(directory.path);
  const sockets = new WebSocketServer({ noServer: true });
  const { server } = makeSecureServer({
    certificate: { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') },
    handler: (request, response) => {
      request.resume().on('error', () => undefined);
      response.end(request.headers.host);
    },
    http1: {},
    handshakeTimeoutMs: DEFAULT_LIMITS.headersTimeoutMs,
    handleSession: (session) => {
      void new SessionGuard({ session, clock: clockOf(globalThis), log: LOG, limits: DEFAULT_LIMITS });
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
  const port = await listen(server);
  server.unref();
  return port;
}
