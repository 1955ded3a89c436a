/** @module A proxy between a client and the service: as strict about order as services in the field, and able to hold, change and inject messages. */
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** Where a message is going. */
export type Direction = 'toDevice' | 'toClient';

/** A message of PROTOCOL.md section 2, as it is on the wire. */
export interface WireMessage {
  readonly type: number;
  readonly data?: string;
  readonly metadata?: unknown;
  readonly [key: string]: unknown;
}

export interface Passed {
  readonly direction: Direction;
  readonly message: WireMessage;
}

/** Returns what is forwarded instead of a message: another one, or none. */
export type Rewrite = (passed: Passed) => WireMessage | undefined;

export interface SignalingProxyOptions {
  /** The service behind it, `ws://…`. */
  readonly upstream: string;
  /** Address to listen on; loopback by default. */
  readonly host?: string;
  /** Drops messages that were sent before the previous step was answered, as sequential services do. */
  readonly isClassic?: boolean;
  readonly rewrite?: Rewrite;
  /** Whether clients are not notified when the service closes their socket. */
  readonly hidesCloses?: boolean;
}

interface Held extends Passed {
  readonly send: () => void;
}

/** One proxy; the messages of all its clients pass through the same rules. */
export class SignalingProxy {
  /** Every message that arrived here, in order. */
  readonly messages: Passed[] = [];
  /** Messages that came too early for a sequential service, in order. */
  readonly lost: WireMessage[] = [];
  /** The codes with which the service closed sockets. */
  readonly closes: number[] = [];
  /** Set by a test to change or drop messages. */
  rewrite: Rewrite;
  readonly #options: SignalingProxyOptions;
  readonly #server: WebSocketServer;
  readonly #events = new EventEmitter();
  readonly #held: Held[] = [];
  readonly #sockets = new Set<WebSocket>();
  #isHolding = false;
  #inject: ((direction: Direction, message: WireMessage) => void) | undefined;

  constructor(options: SignalingProxyOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({ port: 0, host: options.host ?? '127.0.0.1' });
    this.rewrite = options.rewrite ?? (({ message }) => message);
    this.#server.on('connection', (client, request) => this.#connect(client, request.url ?? '/'));
  }

  static async start(options: SignalingProxyOptions): Promise<SignalingProxy> {
    const proxy = new SignalingProxy(options);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  readonly name = 'signaling proxy';

  /** The received messages, one line each; for a description its metadata and the order of its media. */
  get log(): string {
    return this.messages
      .map(({ direction, message: { type, data = '', metadata } }) => {
        const media = [...data.matchAll(/m=(?:(?!\\r).)*|a=mid:(?:(?!\\r).)*/gu)].map(([line]) => line);
        return [direction, type, JSON.stringify(metadata), ...media].join(' ');
      })
      .join('\n');
  }

  /** The address for clients. */
  get url(): string {
    const address = this.#server.address();
    if (!isPort(address)) throw new Error('the proxy is not listening');
    return `ws://${address.address}:${address.port}`;
  }

  /** Holds messages from now on. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Releases all held messages, in order. */
  release(): void {
    this.#isHolding = false;
    for (const { send } of this.#held.splice(0)) send();
  }

  /** Sends a message from the test on the newest connection. */
  inject(direction: Direction, message: WireMessage): void {
    if (this.#inject === undefined) throw new Error('no client is connected');
    this.#inject(direction, message);
  }

  /** The first matching message, past or future. */
  async seen(matches: (passed: Passed) => boolean): Promise<Passed> {
    for (;;) {
      const found = this.messages.find(matches);
      if (found !== undefined) return found;
      await once(this.#events, 'message');
    }
  }

  #connect(client: WebSocket, path: string): void {
    const upstream = new WebSocket(`${this.#options.upstream}${path}`, 'json');
    const order = new ClassicOrder(this.#options.isClassic ?? false);
    // Without a listener, `error` fires and ends the client.
    const opened = once(upstream, 'open').then(
      () => true,
      () => false,
    );
    const whenOpen = async (task: () => void): Promise<void> => {
      if (await opened) task();
    };
    const toDevice = (text: string): void => void whenOpen(() => upstream.send(text));
    const toClient = (text: string): void => client.send(text);
    this.#inject = (direction, message) =>
      (direction === 'toDevice' ? toDevice : toClient)(JSON.stringify(message));
    for (const socket of [client, upstream]) this.#sockets.add(socket);
    client.on('message', (data: Buffer) => {
      const message = parse(data);
      if (order.accepts(message)) this.#pass({ direction: 'toDevice', message }, toDevice);
      else this.lost.push(message);
    });
    upstream.on('message', (data: Buffer) => {
      const message = parse(data);
      order.handleAnswer(message);
      this.#pass({ direction: 'toClient', message }, toClient);
    });
    upstream.on('close', (code, reason) => {
      this.closes.push(code);
      if (this.#options.hidesCloses !== true) end(client, code, reason);
    });
    client.on('close', (code, reason) => void whenOpen(() => end(upstream, code, reason)));
    upstream.on('error', () => client.terminate());
    client.on('error', () => upstream.terminate());
  }

  #pass(passed: Passed, send: (text: string) => void): void {
    this.messages.push(passed);
    this.#events.emit('message');
    const message = this.rewrite(passed);
    if (message === undefined) return;
    const go = (): void => send(JSON.stringify(message));
    if (this.#isHolding) this.#held.push({ ...passed, send: go });
    else go();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Drops what a client sent too early; DEPLOYED.md: "classic order only". */
class ClassicOrder {
  readonly #isClassic: boolean;
  #step: 'login' | 'turn' | 'relay' = 'login';

  constructor(isClassic: boolean) {
    this.#isClassic = isClassic;
  }

  accepts({ type }: WireMessage): boolean {
    if (!this.#isClassic || type === 20) return true;
    return type === 3 ? this.#step !== 'login' : this.#step === 'relay';
  }

  handleAnswer({ type }: WireMessage): void {
    if (type === 21) this.#step = 'turn';
    if (type === 4) this.#step = 'relay';
  }
}

function parse(data: Buffer): WireMessage {
  const message: unknown = JSON.parse(data.toString('utf8'));
  if (!isWireMessage(message)) throw new Error('the frame has no type');
  return message;
}

function isWireMessage(value: unknown): value is WireMessage {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'number';
}

function isPort(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function end(socket: WebSocket, code: number, reason: Buffer): void {
  if (code === 1005 || code === 1006) socket.terminate();
  else socket.close(code, reason);
}
