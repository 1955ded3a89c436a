/**
 * @module Types of the scripts' scope that TypeScript's library lacks: its worker types conflict with those
 * for pages.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

interface WindowClient {
  readonly id: string;
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** What page.js provides to shim.js. */
interface LongwireShell {
  cookieText(path: string): string;
  setCookie(text: string, path: string): void;
  replaceCookie(cookie: { name: string; value: string; path: string }, isGone: boolean): void;
  openSocket(target: string, protocols: readonly string[]): MessagePort;
  /** Offered to the user: the frame itself may neither save nor open anything. */
  saveAddress(target: string, name: string): void;
  saveBlob(blob: Blob, name: string): void;
  openLink(url: string): void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

interface Window {
  longwire: LongwireShell;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
  };
}
