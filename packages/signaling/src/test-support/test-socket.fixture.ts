/** @module A WebSocket whose messages tests read one at a time. */
import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

/** How a socket ended. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** Queues received messages until they are read. */
export class TestSocket {
  readonly socket: WebSocket;
  readonly closed: Promise<Closed>;
  readonly #arrived: string[] = [];
  #wake = Promise.withResolvers<void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    const closed = Promise.withResolvers<Closed>();
    this.closed = closed.promise;
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      closed.resolve({ code, reason: reason.toString() });
      this.#wake.resolve();
    });
  }

  /** Opens a socket. @throws Error with the HTTP status if the service refuses it */
  static async open(url: string, protocols: string[], options: ClientOptions = {}): Promise<TestSocket> {
    const made = new TestSocket(new WebSocket(url.replace(/^http/, 'ws'), protocols, options));
    await once(made.socket, 'open');
    return made;
  }

  sendText(text: string): void {
    this.socket.send(text);
  }

  /** Sends and waits until the kernel has the message. */
  async flushText(text: string): Promise<void> {
    const sent = Promise.withResolvers<void>();
    this.socket.send(text, () => sent.resolve());
    await sent.promise;
  }

  /** The next message. @throws Error if the socket closes first */
  async text(): Promise<string> {
    for (;;) {
      const text = this.#arrived.shift();
      if (text !== undefined) return text;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('socket closed, no message');
      await this.#wake.promise;
    }
  }

  async texts(count: number): Promise<string[]> {
    const texts: string[] = [];
    while (texts.length < count) texts.push(await this.text());
    return texts;
  }

  /** Received messages that have not been read. */
  get pending(): readonly string[] {
    return this.#arrived;
  }

  #take(text: string): void {
    this.#arrived.push(text);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
