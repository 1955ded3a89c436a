/** @module A WebSocket without a network: the test is the other end. */
import { CountedTarget } from '../counted-target.ts';

const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
/** The close code that browsers report when a socket ends without a closing handshake. */
export const CLOSED_UNCLEANLY = 1006;

/** The service's end of a fake socket. */
export interface FakeSocketHandler {
  handleOpen?(socket: FakeWebSocket): void;
  handleFrame?(socket: FakeWebSocket, text: string): void;
  handleClose?(socket: FakeWebSocket, code: number): void;
}

/** One fake socket: the browser's API, and `server…` methods for the other end. Events fire in microtasks. */
export class FakeWebSocket extends CountedTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN: number = OPEN;
  static readonly CLOSING: number = CLOSING;
  static readonly CLOSED: number = CLOSED;

  readonly url: string;
  readonly protocol: string;
  /** Every sent frame, as text. */
  readonly sent: string[] = [];
  readyState = 0;
  /** The code that the browser's side closed with. */
  closedWith: number | undefined;
  /** The reason that the browser's side gave. */
  closeReason = '';
  readonly #handler: FakeSocketHandler;
  #isSilent = false;

  constructor(url: string, protocol: string, handler: FakeSocketHandler) {
    super();
    this.url = url;
    this.protocol = protocol;
    this.#handler = handler;
    queueMicrotask(() => handler.handleOpen?.(this));
  }

  send(text: string): void {
    if (this.readyState === 0) throw new DOMException('still connecting', 'InvalidStateError');
    if (this.readyState !== OPEN) return;
    this.sent.push(text);
    queueMicrotask(() => {
      if (!this.#isSilent) this.#handler.handleFrame?.(this, text);
    });
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState >= CLOSING) return;
    this.readyState = CLOSED;
    this.closedWith = code;
    this.closeReason = reason;
    queueMicrotask(() => {
      if (this.#isSilent) {
        this.fire('close', { code: CLOSED_UNCLEANLY, reason: '', wasClean: false });
        return;
      }
      this.#handler.handleClose?.(this, code);
      this.fire('close', { code, reason: '', wasClean: true });
    });
  }

  /** Opens the socket. */
  serverOpen(): void {
    if (this.readyState !== 0) return;
    this.readyState = OPEN;
    this.fire('open');
  }

  /** Sends one frame to the browser's side. */
  serverSend(data: unknown): void {
    if (this.readyState === OPEN && !this.#isSilent) this.fire('message', { data });
  }

  /** Closes from the service's side. */
  serverClose(code: number, reason = ''): void {
    if (this.readyState === CLOSED || this.#isSilent) return;
    this.readyState = CLOSED;
    this.fire('close', { code, reason, wasClean: true });
  }

  /** Breaks the connection: an error, then a close with 1006, as in browsers. */
  serverFail(): void {
    if (this.readyState === CLOSED || this.#isSilent) return;
    this.readyState = CLOSED;
    this.fire('error');
    this.fire('close', { code: CLOSED_UNCLEANLY, reason: '', wasClean: false });
  }

  /** Closes from the service's side with the code that a browser reports. */
  serverEnd({ closeCode, reason }: { readonly closeCode: number; readonly reason: string }): void {
    if (closeCode === CLOSED_UNCLEANLY) this.serverFail();
    else this.serverClose(closeCode, reason);
  }

  /** Stops delivery in both directions; neither end is notified. */
  silence(): void {
    this.#isSilent = true;
  }
}
