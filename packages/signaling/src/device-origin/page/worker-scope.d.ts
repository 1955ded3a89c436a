/** @module What the scripts use of their scope and TypeScript's library does not have: that for workers does not go together with the one for pages. */
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

/** What page.js gives to shim.js. */
interface LongwireShell {
  cookieText(path: string): string;
  setCookie(text: string, path: string): void;
  replaceCookie(cookie: { name: string; value: string; path: string }, isGone: boolean): void;
  openSocket(target: string, protocols: readonly string[]): MessagePort;
  /** These are offered to the person: the frame may neither save nor open anything by itself. */
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
