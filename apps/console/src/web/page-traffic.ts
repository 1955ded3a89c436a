/** @module What a device's page has under way: its requests and WebSockets, each over a stream of its own kind, and no more than so many. */
import type { DataStream } from '../wire.ts';
import type { Clock } from './clock.ts';
import type { CookieJar } from './cookies/cookie-jar.ts';
import { HttpClient } from './http/http-client.ts';
import type { OfferedFile } from './offer/device-offers.ts';
import { PageExchange, type ExchangeEnd } from './page/page-exchange.ts';
import type { AskedRequest, PageMessage } from './page/page-message.ts';
import { socketFields, type BrowserFacts } from './page/request-fields.ts';
import { pathOnly } from './path-only.ts';
import { WebSocketBridge } from './socket/web-socket-bridge.ts';

/** What it works with. */
export interface PageTrafficOptions {
  readonly origin: string;
  readonly jar: CookieJar;
  /** A stream to the device's web server; the page has no say in which. */
  readonly openStream: (signal: AbortSignal) => Promise<DataStream>;
  readonly languages: readonly string[];
  readonly userAgent: string;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle' | 'randomUUID'>;
}

/** Whom it tells. */
export interface PageTrafficPorts {
  /** Whether the page may say so much more. */
  readonly spend: (cost?: number) => boolean;
  /** An answer changed the cookies. */
  readonly onCookies: () => void;
  /** The request for a document ended. */
  readonly onNavigated: (end: ExchangeEnd, path: string) => void;
  /** The page has a file for the person. */
  readonly onFile: (file: OfferedFile) => void;
}

/** Most requests at once, those that wait included. Reason: as many as the client lets wait. */
const MAX_EXCHANGES = 256;

/** Most WebSockets at once. */
const MAX_SOCKETS = 32;

/** The requests and WebSockets of one page. */
export class PageTraffic {
  readonly #options: PageTrafficOptions;
  readonly #ports: PageTrafficPorts;
  readonly #client: HttpClient;
  readonly #exchanges = new Set<PageExchange>();
  readonly #sockets = new Set<WebSocketBridge>();

  constructor(options: PageTrafficOptions, ports: PageTrafficPorts) {
    const { openStream, clock } = options;
    this.#options = options;
    this.#ports = ports;
    this.#client = new HttpClient({ openStream, clock });
  }

  /** Whether one more request is taken. */
  get hasRoom(): boolean {
    return this.#exchanges.size < MAX_EXCHANGES;
  }

  /** Asks the device, and answers on the port. */
  fetch(request: AskedRequest, port: MessagePort): void {
    const { jar, crypto } = this.#options;
    const { spend, onCookies, onFile, onNavigated } = this.#ports;
    const path = pathOnly(request.target);
    const exchange = new PageExchange({
      port,
      request,
      client: this.#client,
      facts: () => this.#facts(path),
      nonce: crypto.randomUUID(),
      spend,
      onCookies: (cookies) => {
        // Every one of them counts, so the first that changes something does not end it.
        const changes = cookies.filter((text) => jar.takeFromServer(text, path));
        if (changes.length > 0) onCookies();
      },
      onFile,
      onEnd: (end) => {
        this.#exchanges.delete(exchange);
        if (request.isNavigation) onNavigated(end, request.target);
      },
    });
    this.#exchanges.add(exchange);
  }

  /** Opens a WebSocket to the device behind the port. */
  openSocket({ target, protocols }: Extract<PageMessage, { kind: 'socket' }>, port: MessagePort): void {
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
      spend: this.#ports.spend,
      onClosed: () => this.#sockets.delete(bridge),
    });
    this.#sockets.add(bridge);
  }

  /** Ends everything that runs. */
  close(): void {
    this.#client.close();
    for (const exchange of this.#exchanges) exchange.cancel();
    for (const socket of this.#sockets) socket.close();
  }

  #facts(path: string): BrowserFacts {
    const { origin, jar, languages } = this.#options;
    return { origin, cookie: jar.headerFor(path), languages };
  }
}
