/** @module What the worker uses of its scope: TypeScript's library for workers does not go together with the one for pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
}

interface Window {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
