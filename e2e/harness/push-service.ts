/** @module A push service on loopback, and what a browser has of it: Chromium's own cannot be reached in a test. */
import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { PushReceiver } from '../../packages/device/src/activity/push/decrypt-push.fixture.ts';
import { close, listen, portOf } from '../../scripts/listening.ts';

/** A message as the push service gets it. */
export interface PushedMessage {
  readonly path: string;
  readonly authorization: string;
  readonly body: Buffer;
}

/** Receives messages, and answers with a status. */
export class PushService implements AsyncDisposable {
  readonly received: PushedMessage[] = [];
  /** The browser's keys. */
  readonly receiver: PushReceiver = new PushReceiver();
  status: number = 201;
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      this.received.push({ path, authorization: headers.authorization ?? '', body: Buffer.concat(chunks) });
      response.writeHead(this.status).end();
    });
  });

  static async start(): Promise<PushService> {
    const service = new PushService();
    await listen(service.#server);
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /**
   * What a page asks for it in place of Chromium's push service: everything of `PushManager` that the console uses. The second subscription of
   * the browser has the endpoint of the first one and `-2`, and so on.
   */
  async offerTo(page: Page, endpoint = `${this.origin}/of-this-browser`): Promise<void> {
    await page.context().addInitScript(
      ({ endpoint: url, keys }) => {
        const ofKey = (key: string | null): object | null => {
          const count = localStorage.getItem('test-push-count') ?? '1';
          const own = count === '1' ? url : `${url}-${count}`;
          return key === null
            ? null
            : {
                endpoint: own,
                options: {
                  applicationServerKey: Uint8Array.from(
                    atob(key.replaceAll('-', '+').replaceAll('_', '/')),
                    (character) => character.charCodeAt(0),
                  ).buffer,
                },
                toJSON: () => ({ endpoint: own, expirationTime: null, keys }),
                unsubscribe: async () => {
                  localStorage.removeItem('test-push-key');
                  return true;
                },
              };
        };
        Object.assign(PushManager.prototype, {
          getSubscription: async () => ofKey(localStorage.getItem('test-push-key')),
          subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
            if (localStorage.getItem('test-push-key') === null) {
              const count = Number(localStorage.getItem('test-push-count') ?? 0) + 1;
              localStorage.setItem('test-push-count', String(count));
            }
            localStorage.setItem('test-push-key', key);
            return ofKey(key);
          },
        });
      },
      { endpoint, keys: this.receiver.keys },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await close(this.#server);
  }
}

/** Gives the page's service worker a message, as the browser does once its push service has. */
export async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await session.detach();
}
