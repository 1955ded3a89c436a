/** @module What the build of this package knows of its platform, the same in browsers and Node: signals that abort, and addresses (WHATWG URL). Everything else is an argument. */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare const AbortController: new () => AbortController;

interface URL {
  readonly hostname: string;
  readonly protocol: string;
}

declare const URL: new (address: string) => URL;
