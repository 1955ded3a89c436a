/** @module Test fixture: a signaling service on the loopback interface with what one device needs. */
import { once } from 'node:events';
import { encodeAttachmentMessage, parseAttachmentMessage, type AttachmentMessage } from '@longwire/protocol';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ClientSignaling } from '../session/test-client.fixture.ts';

/** One client's signaling at the service. */
export interface ServiceSession extends ClientSignaling {
  readonly id: string;
  /** The code and reason with which the device closed it, if it has. */
  readonly closed: { readonly code: number; readonly reason: string } | undefined;
  /** Closes the client's socket. */
  leave(code: number, reason?: string): void;
}

/** What a service announces to an attached device. */
type Announced = Omit<Extract<AttachmentMessage, { type: 'attached' }>, 'type'>;

/** Accepts any device without checking its proof, and opens sessions to it. */
export class LocalService implements AsyncDisposable {
  readonly #server: WebSocketServer;
  readonly #sessions = new Map<string, OpenSession>();
  /** What it announces from the next attachment on. */
  announces: Announced;
  /** Every message of the device, oldest first. */
  readonly received: AttachmentMessage[] = [];
  #device: WebSocket | undefined;
  #opened = 0;

  private constructor(server: WebSocketServer, announces: Announced) {
    this.#server = server;
    this.announces = announces;
    server.on('connection', (socket) => this.#handleDevice(socket));
  }

  /** Listens on a free port. */
  static async start(announces: Announced = {}): Promise<LocalService> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new LocalService(server, announces);
  }

  get url(): string {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? `ws://127.0.0.1:${address.port}` : '';
  }

  /** Opens a session, as for a client that has logged in. */
  open(tokenId = 'token'): ServiceSession {
    this.#opened += 1;
    const id = `s${this.#opened}`;
    const session = new OpenSession(id, (message) => this.say(message));
    this.#sessions.set(id, session);
    this.say({ type: 'session-open', session: id, tokenId, iceServers: [] });
    return session;
  }

  /** Sends the device any message. */
  say(message: AttachmentMessage): void {
    this.sayRaw(encodeAttachmentMessage(message));
  }

  /** Sends the device any text. */
  sayRaw(text: string): void {
    this.#device?.send(text);
  }

  /** Closes the attachment; the device attaches again. */
  dropDevice(): void {
    this.#device?.close(1012, 'restart');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #handleDevice(socket: WebSocket): void {
    socket.on('message', (data: Buffer) => {
      const parsed = parseAttachmentMessage(data.toString('utf8'));
      if (parsed.ok) this.#handle(parsed.value, socket);
    });
  }

  #handle(message: AttachmentMessage, socket: WebSocket): void {
    this.received.push(message);
    if (message.type === 'hello')
      socket.send(encodeAttachmentMessage({ type: 'challenge', nonce: 'bm9uY2U' }));
    if (message.type === 'prove') {
      this.#device = socket;
      this.say({ type: 'attached', ...this.announces });
    }
    if (message.type === 'session-message')
      this.#sessions.get(message.session)?.handleOutgoing(message.message);
    if (message.type === 'session-close')
      this.#sessions.get(message.session)?.handleClose(message.code, message.reason ?? '');
  }
}

class OpenSession implements ServiceSession {
  readonly id: string;
  readonly #say: (message: AttachmentMessage) => void;
  readonly #listeners = new Set<(text: string) => void>();
  closed: ServiceSession['closed'];

  constructor(id: string, say: (message: AttachmentMessage) => void) {
    this.id = id;
    this.#say = say;
  }

  on(_: 'outgoing', listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  handleMessage(text: string): void {
    if (this.closed === undefined) this.#say({ type: 'session-message', session: this.id, message: text });
  }

  leave(code: number, reason?: string): void {
    this.#say({ type: 'session-close', session: this.id, code, ...(reason !== undefined && { reason }) });
  }

  handleOutgoing(text: string): void {
    for (const listener of this.#listeners) listener(text);
  }

  handleClose(code: number, reason: string): void {
    this.closed = { code, reason };
  }
}
