/** @module The console's end of a device's own page: gives the page in the frame access to the device, and to nothing else. */
import { Store } from '@longwire/protocol/base';
import type { WebError } from './http/web-error.ts';
import { DeviceOffers, type OfferedFile } from './offer/device-offers.ts';
import { fileOfBlob } from './offer/offered-file.ts';
import { EXPENSIVE_COST, MessageBudget, VISIBLE_COST } from './page/message-budget.ts';
import type { ExchangeEnd } from './page/page-exchange.ts';
import { parsePageMessage, type AskedRequest, type PageMessage } from './page/page-message.ts';
import { PageTraffic, type PageTrafficOptions } from './page-traffic.ts';
import { pathOnly } from './page-path.ts';
import { nextWebState, type WebEvent, type WebState } from './web-state.ts';

/** Options of `DeviceWeb`. */
export interface DeviceWebOptions extends PageTrafficOptions {
  /** The other end is in the page on the device's own origin. */
  readonly port: MessagePort;
  readonly startPath: string;
  readonly now: () => number;
}

/** How long the page may take to start its service worker, in milliseconds. */
const HELLO_TIMEOUT_MS = 20_000;

/** Failures after which the document is loaded again once the connection is back. */
const HEALED: ReadonlySet<string> = new Set(['disconnected', 'cutOff', 'timeout']);

/** The page of one device while it is shown. */
export class DeviceWeb {
  readonly #options: DeviceWebOptions;
  readonly #traffic: PageTraffic;
  readonly #budget: MessageBudget;
  readonly #store = new Store<WebState>({ kind: 'opening' });
  /** Adds a listener; returns the unsubscriber. */
  readonly subscribe: Store<WebState>['subscribe'] = this.#store.subscribe;
  readonly snapshot: Store<WebState>['snapshot'] = this.#store.snapshot;
  /** The page's offers to the person. */
  readonly offers: DeviceOffers;
  readonly #stopTimer: () => void;
  #isClosed = false;

  constructor(options: DeviceWebOptions) {
    this.#options = options;
    const { port, clock, now } = options;
    this.#budget = new MessageBudget(now);
    this.offers = new DeviceOffers(clock);
    this.#traffic = new PageTraffic(options, {
      spend: this.#spend,
      onCookies: () => this.#sendCookies(),
      onNavigated: (end, path) => this.#handleEnd(end, path),
      onFile: (file) => this.#offerFile(file),
    });
    this.#stopTimer = clock.schedule(HELLO_TIMEOUT_MS, () => this.#giveUp('noShell'));
    port.addEventListener('message', (event: MessageEvent<unknown>) => this.#handleMessage(event));
    port.start();
    port.postMessage({ type: 'hello', id: 1 });
  }

  /** Opens a path of the device. */
  go(path: string): void {
    this.#move({ kind: 'asked', path });
    this.#options.port.postMessage({ type: 'go', path });
  }

  /** Goes back or forward in the frame's history, or reloads. */
  step(how: 'back' | 'forward' | 'reload'): void {
    this.#options.port.postMessage({ type: how });
  }

  /** The device can be reached again: reloads a document that failed because of the connection. */
  heal(): void {
    const state = this.#store.value;
    if (state.kind === 'failed' && state.canRetry && HEALED.has(state.failure)) this.go(state.path);
  }

  /** The frame has left the page that has the port. */
  leave(): void {
    this.#giveUp('left');
  }

  /** Ends everything; safe to call again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimer();
    this.offers.close();
    this.#traffic.close();
    this.#options.port.close();
  }

  #handleMessage({ data, ports }: MessageEvent<unknown>): void {
    if (this.#isClosed || !this.#spend(EXPENSIVE_COST)) return;
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
        return port === undefined ? undefined : this.#traffic.openSocket(message, port);
      case 'file':
        return this.#offerFile(fileOfBlob(message.blob, message.name));
      case 'link':
        return this.#spend(VISIBLE_COST) ? this.offers.offerLink(message.url) : undefined;
    }
  }

  #begin(hasWorker: boolean): void {
    this.#stopTimer();
    if (!hasWorker) return this.#giveUp('noWorker');
    this.#sendCookies();
    if (this.#store.value.kind === 'opening') this.go(this.#options.startPath);
  }

  #fetch(request: AskedRequest, port: MessagePort): void {
    if (!this.#traffic.hasRoom) {
      port.postMessage({ type: 'refused' });
      return port.close();
    }
    if (request.isNavigation) this.#move({ kind: 'asked', path: request.target });
    this.#traffic.fetch(request, port);
  }

  #handleEnd(end: ExchangeEnd, path: string): void {
    if (end.kind === 'answered') {
      if (end.shows !== 'document') this.#move({ kind: 'stayed' });
    } else if (end.error.kind === 'cancelled') this.#move({ kind: 'stayed' });
    else this.#move({ kind: 'failed', failure: end.error.kind, path, canRetry: true });
  }

  #offerFile(file: OfferedFile): void {
    if (this.#spend(VISIBLE_COST)) this.offers.offerFile(file);
    else file.cancel();
  }

  #takeCookie(text: string, path: string): void {
    this.#options.jar.takeFromScript(text, pathOnly(path));
    // Also if it was rejected, because the page assumes that it was set.
    this.#sendCookies();
  }

  #sendCookies(): void {
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
    const state = this.#store.value;
    const path = state.kind === 'shown' ? state.location.path : this.#options.startPath;
    this.#move({ kind: 'failed', failure, path, canRetry });
  }

  #move(event: WebEvent): void {
    this.#store.put(nextWebState(this.#store.value, event));
  }
}
