/** @module The console's end of a device's own page: gives the page in the frame everything that it asks of the device, and nothing else. */
import type { DataStream } from '../wire.ts';
import type { Clock } from './clock.ts';
import type { CookieJar } from './cookies/cookie-jar.ts';
import { HttpClient } from './http/http-client.ts';
import type { WebError } from './http/web-error.ts';
import { DEAR, MessageBudget } from './page/message-budget.ts';
import { PageExchange, type ExchangeEnd } from './page/page-exchange.ts';
import { parsePageMessage, type AskedRequest, type PageMessage } from './page/page-message.ts';
import { socketFields, type BrowserFacts } from './page/request-fields.ts';
import { WebSocketBridge } from './socket/web-socket-bridge.ts';
import { nextWebState, type WebEvent, type WebState } from './web-state.ts';

/** What a device's web is made from. */
export interface DeviceWebOptions {
  /** The other end is in the page on the device's own origin. */
  readonly port: MessagePort;
  readonly origin: string;
  readonly jar: CookieJar;
  /** A stream to the device's web server; the page has no say in which. */
  readonly openStream: (signal: AbortSignal) => Promise<DataStream>;
  readonly startPath: string;
  readonly languages: readonly string[];
  readonly userAgent: string;
  readonly clock: Clock;
  readonly now: () => number;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle' | 'randomUUID'>;
}

/** How long the page may take to start its worker, in milliseconds. */
const HELLO_TIMEOUT_MS = 20_000;

/** Most requests at once, those that wait included. Reason: as many as the client lets wait. */
const MAX_EXCHANGES = 256;

/** Most WebSockets at once. */
const MAX_SOCKETS = 32;

/** What is asked anew when the connection is back. */
const HEALED: ReadonlySet<string> = new Set(['disconnected', 'cutOff', 'timeout']);

/** The page of one device, as long as it is looked at. */
export class DeviceWeb {
  readonly #options: DeviceWebOptions;
  readonly #client: HttpClient;
  readonly #budget: MessageBudget;
  readonly #exchanges = new Set<PageExchange>();
  readonly #sockets = new Set<WebSocketBridge>();
  readonly #listeners = new Set<() => void>();
  readonly #stopTimer: () => void;
  #state: WebState = { kind: 'opening' };
  #isClosed = false;

  constructor(options: DeviceWebOptions) {
    this.#options = options;
    const { port, clock, openStream, now } = options;
    this.#client = new HttpClient({ openStream, clock });
    this.#budget = new MessageBudget(now);
    this.#stopTimer = clock.schedule(HELLO_TIMEOUT_MS, () => this.#giveUp('noShell'));
    port.addEventListener('message', (event: MessageEvent<unknown>) => this.#handleMessage(event));
    port.start();
    port.postMessage({ type: 'hello', id: 1 });
  }

  /** Adds a listener; the answer removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): WebState => this.#state;

  /** Shows a path of the device. */
  go(path: string): void {
    this.#move({ kind: 'asked', path });
    this.#options.port.postMessage({ type: 'go', path });
  }

  /** Back or forward in what the frame has shown, or the same anew. */
  step(how: 'back' | 'forward' | 'reload'): void {
    this.#options.port.postMessage({ type: how });
  }

  /** The device can be reached again: what failed for that is asked anew. */
  heal(): void {
    const state = this.#state;
    if (state.kind === 'failed' && state.canRetry && HEALED.has(state.failure)) this.go(state.path);
  }

  /** The frame shows another page than the one that has the port. */
  leave(): void {
    this.#giveUp('left');
  }

  /** Ends everything that runs; safe to repeat. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.#client.close();
    for (const exchange of this.#exchanges) exchange.cancel();
    for (const socket of this.#sockets) socket.close();
    this.#options.port.close();
  }

  #handleMessage({ data, ports }: MessageEvent<unknown>): void {
    if (this.#isClosed || !this.#spend(DEAR)) return;
    const message = parsePageMessage(data);
    const [port] = ports;
    if (message === undefined) port?.close();
    else this.#handle(message, port);
  }

  #handle(message: PageMessage, port: MessagePort | undefined): void {
    switch (message.kind) {
      case 'hello':
        return this.#begin(message.hasWorker);
      case 'location':
        return this.#move({ kind: 'located', location: message.location });
      case 'left':
        return this.#fail('left', true);
      case 'cookie':
        return this.#takeCookie(message.text, message.path);
      case 'fetch':
        return port === undefined ? undefined : this.#fetch(message.request, port);
      case 'socket':
        return port === undefined ? undefined : this.#openSocket(message, port);
    }
  }

  #begin(hasWorker: boolean): void {
    this.#stopTimer();
    if (!hasWorker) return this.#giveUp('noWorker');
    this.#tellCookies();
    if (this.#state.kind === 'opening') this.go(this.#options.startPath);
  }

  #fetch(request: AskedRequest, port: MessagePort): void {
    if (this.#exchanges.size >= MAX_EXCHANGES) {
      port.postMessage({ type: 'refused' });
      return port.close();
    }
    const { jar, crypto } = this.#options;
    const path = pathOnly(request.target);
    if (request.isNavigation) this.#move({ kind: 'asked', path: request.target });
    const exchange = new PageExchange({
      port,
      request,
      client: this.#client,
      facts: () => this.#facts(path),
      nonce: crypto.randomUUID(),
      spend: this.#spend,
      onCookies: (cookies) => {
        // Every one of them counts, so the first that changes something does not end it.
        const changes = cookies.filter((text) => jar.takeFromServer(text, path));
        if (changes.length > 0) this.#tellCookies();
      },
      onEnd: (end) => {
        this.#exchanges.delete(exchange);
        if (request.isNavigation) this.#handleEnd(end, request.target);
      },
    });
    this.#exchanges.add(exchange);
  }

  #handleEnd(end: ExchangeEnd, path: string): void {
    if (end.kind === 'answered') {
      if (end.isDownload) this.#move({ kind: 'stayed' });
    } else if (end.error.kind === 'cancelled') this.#move({ kind: 'stayed' });
    else this.#move({ kind: 'failed', failure: end.error.kind, path, canRetry: true });
  }

  #openSocket({ target, protocols }: Extract<PageMessage, { kind: 'socket' }>, port: MessagePort): void {
    const { openStream, clock, crypto, userAgent } = this.#options;
    if (this.#sockets.size >= MAX_SOCKETS) {
      port.postMessage({ type: 'close', code: 1006, reason: '', wasClean: false });
      return port.close();
    }
    const fields = socketFields(this.#facts(pathOnly(target)), userAgent);
    const bridge = new WebSocketBridge({
      port,
      handshake: { target, fields, protocols },
      openStream,
      clock,
      crypto,
      spend: this.#spend,
      onClosed: () => this.#sockets.delete(bridge),
    });
    this.#sockets.add(bridge);
  }

  #facts(path: string): BrowserFacts {
    const { origin, jar, languages } = this.#options;
    return { origin, cookie: jar.headerFor(path), languages };
  }

  #takeCookie(text: string, path: string): void {
    this.#options.jar.takeFromScript(text, pathOnly(path));
    // Also where it was not taken: the page believes that it was.
    this.#tellCookies();
  }

  #tellCookies(): void {
    this.#options.port.postMessage({ type: 'cookies', cookies: this.#options.jar.visible() });
  }

  readonly #spend = (cost = 1): boolean => {
    if (this.#budget.spend(cost)) return true;
    this.#giveUp('flood');
    return false;
  };

  #giveUp(failure: 'noShell' | 'noWorker' | 'left' | 'flood'): void {
    if (this.#isClosed) return;
    this.#fail(failure, false);
    this.close();
  }

  #fail(failure: WebError['kind'] | 'noShell' | 'noWorker' | 'left' | 'flood', canRetry: boolean): void {
    if (failure === 'cancelled') return;
    const path = this.#state.kind === 'shown' ? this.#state.location.path : this.#options.startPath;
    this.#move({ kind: 'failed', failure, path, canRetry });
  }

  #move(event: WebEvent): void {
    this.#state = nextWebState(this.#state, event);
    for (const listener of this.#listeners) listener();
  }
}

function pathOnly(target: string): string {
  return target.split(/[?#]/u, 1)[0] ?? '/';
}
