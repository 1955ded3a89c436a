/** @module The open requests and WebSockets of a device's page, each over its own stream, and limited in number. */
import type { DataStream } from '@longwire/client';
import type { Clock } from '@longwire/protocol/base';
import type { CookieJar } from './cookies/cookie-jar.ts';
import { HttpClient } from './http/http-client.ts';
import type { OfferedFile } from './offer/device-offers.ts';
import { PageExchange, type ExchangeEnd } from './page/page-exchange.ts';
import type { AskedRequest, PageMessage } from './page/page-message.ts';
import { socketFields, type BrowserFacts } from './page/request-fields.ts';
import { pathOnly } from './page-path.ts';
import { WebSocketBridge } from './socket/web-socket-bridge.ts';

/** Options of `PageTraffic`. */
export interface PageTrafficOptions {
  readonly origin: string;
  readonly jar: CookieJar;
  /** Opens a stream to the device's web server; the page cannot choose which. */
  readonly openStream: (signal: AbortSignal) => Promise<DataStream>;
  readonly languages: readonly string[];
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly crypto: Pick<Crypto, 'getRandomValues' | 'subtle' | 'randomUUID'>;
}

/** Callbacks of `PageTraffic`. */
export interface PageTrafficPorts {
  /** Whether the page may send more messages of this cost. */
  readonly spend: (cost?: number) => boolean;
  /** A response changed the cookies. */
  readonly onCookies: () => void;
  /** The request for a document ended. */
  readonly onNavigated: (end: ExchangeEnd, path: string) => void;
  /** The page has a file for the person. */
  readonly onFile: (file: OfferedFile) => void;
}

/** Most requests at a time, including queued ones. Reason: the length of the client's queue. */
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

  /** Whether another request is accepted. */
  get hasRoom(): boolean {
    return this.#exchanges.size < MAX_EXCHANGES;
  }

  /** Sends a request to the device, and replies on the port. */
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
        if (jar.takeFromServer(cookies, path)) onCookies();
      },
      onFile,
      onEnd: (end) => {
        this.#exchanges.delete(exchange);
        if (request.isNavigation) onNavigated(end, request.target);
      },
    });
    this.#exchanges.add(exchange);
  }

  /** Opens a WebSocket to the device for the port. */
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

  /** Ends everything. */
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
