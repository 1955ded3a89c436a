/** @module A session whose client is on this node and whose device is on another. */
import type { SessionDevice, OpenedSession, SessionClient } from './ports/presence.ts';
import type { BusMessage } from './bus-message.ts';
import { sendableCode } from './cluster-close.ts';
import { AckCounter } from './ack-counter.ts';

/** Options of {@link RemoteSession}. */
export interface RemoteSessionOptions {
  readonly id: string;
  readonly client: SessionClient;
  readonly send: (message: BusMessage) => void;
  /** Unacknowledged bytes from which the client has to wait. */
  readonly highWaterBytes: number;
  /** The session has ended, on either side. */
  readonly onEnd: () => void;
}

type State =
  | { readonly kind: 'opening'; readonly opened: PromiseWithResolvers<OpenedSession> }
  | { readonly kind: 'open' }
  | { readonly kind: 'ended' };

/** Acts as the device's end of the session for the relay. */
export class RemoteSession implements SessionDevice {
  readonly #options: RemoteSessionOptions;
  readonly #acks: AckCounter;
  #state: State = { kind: 'opening', opened: Promise.withResolvers<OpenedSession>() };
  /** Bytes that the device's node has not acknowledged. */
  #unreadBytes = 0;
  #room: PromiseWithResolvers<void> | undefined;

  constructor(options: RemoteSessionOptions) {
    const { id, send } = options;
    this.#options = options;
    this.#acks = new AckCounter((bytes) => send({ type: 'taken', session: id, bytes }));
  }

  /** Resolves with the session, or with the reason why it was refused. */
  async opened(): Promise<OpenedSession> {
    return this.#state.kind === 'opening' ? this.#state.opened.promise : { kind: 'offline' };
  }

  deliver(text: string): Promise<void> | undefined {
    if (this.#state.kind === 'ended') return undefined;
    const { id, send, highWaterBytes } = this.#options;
    send({ type: 'say', session: id, text });
    this.#unreadBytes += Buffer.byteLength(text);
    if (this.#unreadBytes <= highWaterBytes) return undefined;
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  end(code: number, reason?: string): void {
    if (this.#state.kind === 'ended') return;
    const words = reason === undefined ? {} : { reason };
    this.#options.send({ type: 'end', session: this.#options.id, code, ...words });
    this.#finish({ kind: 'offline' });
  }

  /** The device's node has opened the session. */
  handleOpened(onlineMs: number | undefined): void {
    if (this.#state.kind !== 'opening') return;
    const { opened } = this.#state;
    this.#state = { kind: 'open' };
    opened.resolve({ kind: 'opened', session: this, onlineMs });
  }

  /** The device's node refused, or did not respond. */
  handleRefusal(kind: 'full' | 'offline' | 'unreachable'): void {
    if (this.#state.kind === 'opening') this.#finish({ kind });
  }

  handleText(text: string): void {
    if (this.#state.kind === 'ended') return;
    this.#options.client.deliver(text);
    this.#acks.add(text);
  }

  handleAck(bytes: number): void {
    this.#unreadBytes = Math.max(0, this.#unreadBytes - bytes);
    if (this.#unreadBytes <= this.#options.highWaterBytes) this.#makeRoom();
  }

  /** The session ended on the other side, or the node connection broke. */
  handleEnd(code: number, reason: string, answer: 'offline' | 'unreachable' = 'offline'): void {
    const { kind } = this.#state;
    this.#finish({ kind: answer });
    if (kind === 'open') this.#options.client.end(sendableCode(code), reason);
  }

  #finish(answer: OpenedSession): void {
    const state = this.#state;
    if (state.kind === 'ended') return;
    this.#state = { kind: 'ended' };
    this.#makeRoom();
    this.#options.onEnd();
    if (state.kind === 'opening') state.opened.resolve(answer);
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}
