/** @module A session whose device is on this node and whose client is on another. */
import { errorFields, type Log } from '../log/log.ts';
import type { Attachment, DeviceSession, SessionClient, SessionOpening } from '../ports/presence.ts';
import type { BusMessage } from './bus-message.ts';
import { CloseWords, type CloseWord } from './close-word.ts';
import { TakenCount } from './taken-count.ts';

/** Options of {@link RemoteClient}. */
export interface FarClientOptions {
  readonly id: string;
  readonly say: (message: BusMessage) => void;
  readonly log: Log;
  /** Unacknowledged bytes from the device; beyond this the session ends. */
  readonly maxUnreadBytes: number;
  /** The session has ended, on either side. */
  readonly onEnd: () => void;
}

type State =
  | { readonly kind: 'opening'; endedWith: number | undefined }
  | { readonly kind: 'open'; readonly session: DeviceSession }
  | { readonly kind: 'ended' };

/** Acts as the client's end of the session for the relay. */
export class FarClient implements SessionClient {
  readonly #options: FarClientOptions;
  readonly #taken: TakenCount;
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

  constructor(options: FarClientOptions) {
    const { id, say } = options;
    this.#options = options;
    this.#taken = new TakenCount((bytes) => say({ type: 'taken', session: id, bytes }));
  }

  /**
   * Asks the device for a session and reports the outcome to the client's node; an error counts as offline.
   */
  async open(attachment: Attachment, opening: Omit<SessionOpening, 'client'>): Promise<void> {
    try {
      await this.#open(attachment, opening);
    } catch (error) {
      this.#options.log.error(errorFields(error), 'cannot ask a device for a session');
      this.#options.say({ type: 'refused', session: this.#options.id, reason: 'offline' });
      this.#finish();
    }
  }

  async #open(attachment: Attachment, opening: Omit<SessionOpening, 'client'>): Promise<void> {
    const { id, say } = this.#options;
    const answer = await attachment.openSession({ ...opening, client: this });
    if (this.#state.kind !== 'opening') {
      if (answer.kind === 'opened') answer.session.end(CloseWords.unreachable.code);
      return;
    }
    if (answer.kind !== 'opened') {
      say({ type: 'refused', session: id, reason: answer.kind });
      return this.#finish();
    }
    const { endedWith } = this.#state;
    this.#state = { kind: 'open', session: answer.session };
    if (endedWith !== undefined) return this.handleEnd(endedWith);
    say({ type: 'opened', session: id, onlineMs: answer.onlineMs });
    for (const message of this.#early.splice(0)) this.#tell(message);
    return undefined;
  }

  deliver(text: string): void {
    this.#tell({ type: 'say', session: this.#options.id, text });
  }

  end(code: number, reason: string): void {
    this.#tell({ type: 'end', session: this.#options.id, code, reason });
  }

  handleText(text: string): void {
    if (this.#state.kind !== 'open') return;
    if (this.#isBehind) this.#waiting.push(text);
    else this.#pass(this.#state.session, text);
  }

  handleTaken(bytes: number): void {
    this.#unreadBytes = Math.max(0, this.#unreadBytes - bytes);
  }

  /** The client has disconnected, or the node connection broke. */
  handleEnd(code: number): void {
    const state = this.#state;
    if (state.kind === 'opening') {
      state.endedWith ??= code;
      return;
    }
    this.#finish();
    if (state.kind === 'open') state.session.end(code);
  }

  /** Ends the session on both sides. */
  cut(word: CloseWord): void {
    if (this.#state.kind === 'ended') return;
    this.#options.say({ type: 'end', session: this.#options.id, ...word });
    this.handleEnd(word.code);
  }

  #tell(message: BusMessage): void {
    if (this.#state.kind === 'ended') return;
    if (this.#state.kind === 'opening') {
      this.#early.push(message);
      return;
    }
    this.#options.say(message);
    if (message.type === 'end') return this.#finish();
    if (message.type === 'say') this.#unreadBytes += Buffer.byteLength(message.text);
    if (this.#unreadBytes > this.#options.maxUnreadBytes) this.cut(CloseWords.unreachable);
  }

  #pass(session: DeviceSession, text: string): void {
    const delivered = session.deliver(text);
    if (delivered === undefined) return this.#taken.add(text);
    this.#isBehind = true;
    return void this.#wait(delivered, text);
  }

  async #wait(delivered: Promise<void>, text: string): Promise<void> {
    try {
      await delivered;
    } catch (error) {
      this.#options.log.error(errorFields(error), 'cannot deliver a message to a device');
    }
    this.#isBehind = false;
    this.#taken.add(text);
    while (!this.#isBehind && this.#state.kind === 'open') {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#pass(this.#state.session, next);
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
