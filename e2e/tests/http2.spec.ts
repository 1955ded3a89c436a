/** @module The service's own TLS in a real Chromium: page and WebSocket on one HTTP/2 connection. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { expect, test } from '../harness/fixtures.ts';
import { listen, portOf } from '../../scripts/listening.ts';
import { PRODUCT_ID } from '../harness/service.ts';
import { makeCertificate } from '../harness/tls-certificate.ts';

/** Forwards TCP and counts its connections. */
class CountingProxy {
  readonly #server: Server;
  count = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      this.count += 1;
      const far = connect(port, '127.0.0.1');
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.pipe(far).pipe(near);
    });
  }

  static async start(url: string): Promise<CountingProxy> {
    const proxy = new CountingProxy(Number(new URL(url).port));
    await listen(proxy.#server);
    return proxy;
  }

  get port(): number {
    return portOf(this.#server);
  }

  close(): void {
    this.#server.close();
  }
}

test.use({ ignoreHTTPSErrors: true });

test('the page is served over HTTP/2, and its WebSocket opens no other connection', async ({
  openPage,
  start,
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'longwire-h2-'));
  const { cert, key } = makeCertificate(directory);
  const service = await start.service({ args: ['--tls-cert', cert, '--tls-key', key] });
  const proxy = await CountingProxy.start(service.url);
  const page = await openPage(`https://127.0.0.1:${proxy.port}/test.html`);
  await page.waitForLoadState('load');
  const protocol = await page.evaluate(
    () => performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'nextHopProtocol'))[0],
  );
  expect(protocol).toBe('h2');
  const before = proxy.count;

  const code = await page.evaluate(
    async ({ url, subprotocol, login }) => {
      const socket = new WebSocket(url, subprotocol);
      socket.addEventListener('open', () => socket.send(login));
      return await new Promise<number>((resolve) => {
        socket.addEventListener('close', (event) => resolve(event.code));
      });
    },
    {
      url: `wss://127.0.0.1:${proxy.port}${SIGNALING_PATH}`,
      subprotocol: SIGNALING_SUBPROTOCOL,
      login: encodeSignalingMessage({
        kind: 'login',
        productId: PRODUCT_ID,
        deviceId: 'de-none',
        sct: 'none',
      }),
    },
  );
  // the service read the login, and refused it
  expect(code).toBeGreaterThanOrEqual(4_000);
  expect(proxy.count).toBe(before);
  proxy.close();
  rmSync(directory, { recursive: true });
});
