/** @module How the socket to a service is routed: to another address than its name's, and with a certificate to trust. */
import { createServer, type Server } from 'node:https';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { listen, portOf } from '../../../../scripts/listening.ts';
import { ISSUED, SELF_SIGNED, TEST_KEY } from '../doctor/certificates.fixture.ts';
import { webSocketOpener, type ServiceRoute } from './attachment-socket.ts';

let server: Server;
let sockets: WebSocketServer;
beforeEach(async () => {
  server = createServer({ key: TEST_KEY, cert: SELF_SIGNED });
  sockets = new WebSocketServer({ server });
  await listen(server);
});
afterEach(() => {
  sockets.close();
  server.close();
});

/** How an attempt to open a socket ends. */
async function attempt(host: string, route: ServiceRoute): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = webSocketOpener(route)(`wss://${host}:${portOf(server)}`, {
    open: () => resolve('open'),
    text: () => undefined,
    ping: () => undefined,
    closed: (_, reason) => resolve(reason),
  });
  try {
    return await promise;
  } finally {
    socket.terminate();
  }
}

test('a certificate of no public authority is refused unless the route trusts it', async () => {
  expect(await attempt('localhost', { serviceIp: '127.0.0.1' })).toMatch(/self-signed/u);
  expect(await attempt('localhost', { serviceIp: '127.0.0.1', serviceAuthority: SELF_SIGNED })).toBe('open');
});

test('the name of the service is still the one that its certificate must have', async () => {
  const route = { serviceIp: '127.0.0.1', serviceAuthority: SELF_SIGNED };
  expect(await attempt('cam.example.test', route)).toMatch(/altnames/u);
});

test('the certificate of the service is trusted by itself, without the authority that has issued it', async () => {
  server.setSecureContext({ key: TEST_KEY, cert: ISSUED });
  const serviceIp = '127.0.0.1';
  expect(await attempt('localhost', { serviceIp })).toMatch(/unable to verify/u);
  expect(await attempt('localhost', { serviceIp, serviceAuthority: ISSUED })).toBe('open');
});
