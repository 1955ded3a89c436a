/** @module The console's service worker: serves the page offline, and activates a new version on request. */

import { ShellCache, type ShellFile } from './shell-cache.ts';
import { TAKE_OVER } from './take-over.ts';

// Defined by the build.
declare const SHELL_FILES: readonly ShellFile[];
declare const SHELL_VERSION: string;

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The parts of `ServiceWorkerGlobalScope` used here; the compiler knows only the page's globals. */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (
      event: WaitingEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void },
    ) => void,
  ): void;
  addEventListener(
    type: 'message',
    listener: (event: WaitingEvent & { readonly data: unknown }) => void,
  ): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where the worker's global scope gets its type
const worker = globalThis as unknown as WorkerScope;

const shell = new ShellCache({
  version: SHELL_VERSION,
  files: SHELL_FILES,
  scope: worker.registration.scope,
  caches: globalThis.caches,
  fetch: async (url, init) => await globalThis.fetch(url, init),
});

worker.addEventListener('install', (event) => {
  event.waitUntil(shell.install());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(shell.activate().then(async () => await worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const file = shell.fileOf(event.request);
  if (file === undefined) return;
  event.respondWith(shell.answer(file));
  if (event.request.mode === 'navigate') event.waitUntil(shell.refreshPage());
});

worker.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(worker.skipWaiting());
});
