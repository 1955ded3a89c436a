/** @module The console's service worker: serves the page offline, activates a new version on request, and shows push messages. */

import { chooseLanguage, type Language } from '../messages/language.ts';
import * as german from '../messages/event-kinds-de.ts';
import * as english from '../messages/event-kinds-en.ts';
import { ShellCache, type ShellFile } from './shell-cache.ts';
import { readPush, ringsAgain, type PushWords, type ShownPush } from './push-message.ts';
import { subscribeAgain, type SubscriptionChange } from './subscribe-again.ts';
import { TAKE_OVER } from './take-over.ts';
import { readForWorker } from './worker-store.ts';

const WORDS: Record<Language, PushWords> = { en: english, de: german };

// Defined by the build.
declare const SHELL_FILES: readonly ShellFile[];
declare const SHELL_VERSION: string;

/** The parts of `WindowClient` used here. */
interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The parts of `ServiceWorkerGlobalScope` used here; the compiler knows only the page's globals. */
interface WorkerScope {
  readonly registration: {
    readonly scope: string;
    readonly pushManager: Pick<PushManager, 'subscribe'>;
    /** Those that are shown with a tag. */
    getNotifications(options: { readonly tag: string }): Promise<readonly { readonly timestamp?: number }[]>;
    showNotification(
      title: string,
      options: ShownPush['options'] & { readonly renotify: boolean },
    ): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (
      event: WaitingEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void },
    ) => void,
  ): void;
  addEventListener(
    type: 'push',
    listener: (event: WaitingEvent & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: WaitingEvent & SubscriptionChange) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (
      event: WaitingEvent & { readonly notification: { readonly data: unknown; close(): void } },
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

worker.addEventListener('push', (event) => {
  // A browser withdraws the permission of a page that shows nothing.
  event.waitUntil(show(event.data?.text() ?? ''));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event, worker.registration.pushManager));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

async function show(text: string): Promise<void> {
  const { caches } = globalThis;
  const language = chooseLanguage(await readForWorker(caches, 'language'), navigator.languages);
  const senders = await readForWorker(caches, 'push-senders');
  const { title, options } = readPush(text, WORDS[language], senders);
  const [earlier] = await worker.registration.getNotifications({ tag: options.tag });
  await worker.registration.showNotification(title, { ...options, renotify: ringsAgain(options, earlier) });
}

/** Shows a place of the page: in the tab that has it, or in a new one, so that no other tab loses what it shows. */
async function open(hash: string): Promise<void> {
  const url = new URL(hash, worker.registration.scope).href;
  const tabs = await worker.clients.matchAll({ type: 'window' });
  const tab = tabs.find((each) => each.url === url);
  await (tab === undefined ? worker.clients.openWindow(url) : tab.focus());
}
