/** @module A session whose device is on this node and whose client is on another. */
import type { Logger } from '@longwire/protocol';
import type { Attachment, SessionDevice, SessionClient, SessionOpening } from './ports/presence.ts';
import type { BusMessage } from './bus-message.ts';
import { ClusterCloses, type ClusterClose } from './cluster-close.ts';
import { AckCounter } from './ack-counter.ts';

/** Options of {@link RemoteClient}. */
export interface RemoteClientOptions {
  readonly id: string;
  readonly send: (message: BusMessage) => void;
  readonly logger: Logger;
  /** Unacknowledged bytes from the device; beyond this the session ends. */
  readonly maxUnreadBytes: number;
  /** The session has ended, on either side. */
  readonly onEnd: () => void;
}

type State =
  | { readonly kind: 'opening'; endedWith: Parameters<SessionDevice['end']> | undefined }
  | { readonly kind: 'open'; readonly session: SessionDevice }
  | { readonly kind: 'ended' };

/** Acts as the client's end of the session for the relay. */
export class RemoteClient implements SessionClient {
  readonly #options: RemoteClientOptions;
  readonly #acks: AckCounter;
  /**
   * Messages from the client while the device lags behind; the client's node stops sending at its high-water
   * mark.
   */
  readonly #waiting: string[] = [];
  /** Messages from the device before the client's node knows that the session is open. */
  readonly #early: BusMessage[] = [];
  #state: State = { kind: 'opening', endedWith: undefined };
  #isBehind = false;
  #unreadBytes = 0;

  constructor(options: RemoteClientOptions) {
    const { id, send } = options;
    this.#options = options;
    this.#acks = new AckCounter((bytes) => send({ type: 'taken', session: id, bytes }));
  }

  /**
   * Asks the device for a session and reports the outcome to the client's node; an error counts as offline.
   */
  async open(attachment: Attachment, opening: Omit<SessionOpening, 'client'>): Promise<void> {
    try {
      await this.#open(attachment, opening);
    } catch (error) {
      this.#options.logger.error('cluster.open-failed', { error });
      this.#options.send({ type: 'refused', session: this.#options.id, reason: 'offline' });
      this.#finish();
    }
  }

  async #open(attachment: Attachment, opening: Omit<SessionOpening, 'client'>): Promise<void> {
    const { id, send } = this.#options;
    const answer = await attachment.openSession({ ...opening, client: this });
    if (this.#state.kind !== 'opening') {
      if (answer.kind === 'opened') answer.session.end(ClusterCloses.unreachable.code);
      return;
    }
    if (answer.kind !== 'opened') {
      send({ type: 'refused', session: id, reason: answer.kind });
      return this.#finish();
    }
    const { endedWith } = this.#state;
    this.#state = { kind: 'open', session: answer.session };
    if (endedWith !== undefined) return this.handleEnd(...endedWith);
    send({ type: 'opened', session: id, onlineMs: answer.onlineMs });
    for (const message of this.#early.splice(0)) this.#send(message);
    return undefined;
  }

  deliver(text: string): void {
    this.#send({ type: 'say', session: this.#options.id, text });
  }

  end(code: number, reason: string): void {
    this.#send({ type: 'end', session: this.#options.id, code, reason });
  }

  handleText(text: string): void {
    if (this.#state.kind !== 'open') return;
    if (this.#isBehind) this.#waiting.push(text);
    else this.#relay(this.#state.session, text);
  }

  handleAck(bytes: number): void {
    this.#unreadBytes = Math.max(0, this.#unreadBytes - bytes);
  }

  /** The client has disconnected, or the node connection broke. */
  handleEnd(...end: Parameters<SessionDevice['end']>): void {
    const state = this.#state;
    if (state.kind === 'opening') {
      state.endedWith ??= end;
      return;
    }
    this.#finish();
    if (state.kind === 'open') state.session.end(...end);
  }

  /** Ends the session on both sides. */
  cut(word: ClusterClose): void {
    if (this.#state.kind === 'ended') return;
    this.#options.send({ type: 'end', session: this.#options.id, ...word });
    this.handleEnd(word.code);
  }

  #send(message: BusMessage): void {
    if (this.#state.kind === 'ended') return;
    if (this.#state.kind === 'opening') {
      this.#early.push(message);
      return;
    }
    this.#options.send(message);
    if (message.type === 'end') return this.#finish();
    if (message.type === 'say') this.#unreadBytes += Buffer.byteLength(message.text);
    if (this.#unreadBytes > this.#options.maxUnreadBytes) this.cut(ClusterCloses.unreachable);
  }

  #relay(session: SessionDevice, text: string): void {
    const delivered = session.deliver(text);
    if (delivered === undefined) return this.#acks.add(text);
    this.#isBehind = true;
    return void this.#wait(delivered, text);
  }

  async #wait(delivered: Promise<void>, text: string): Promise<void> {
    try {
      await delivered;
    } catch (error) {
      this.#options.logger.error('cluster.delivery-failed', { error });
    }
    this.#isBehind = false;
    this.#acks.add(text);
    while (!this.#isBehind && this.#state.kind === 'open') {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#relay(this.#state.session, next);
    }
  }

  #finish(): void {
    if (this.#state.kind === 'ended') return;
    this.#state = { kind: 'ended' };
    this.#waiting.length = 0;
    this.#early.length = 0;
    this.#options.onEnd();
  }
}
