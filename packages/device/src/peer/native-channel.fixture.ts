/** @module For tests: a channel of the library whose other side is the test. */
import type { NativeChannel } from './safe-channel.ts';

/** Keeps what is sent; nothing has gone until {@link FakeNativeChannel.drain}. */
export class FakeNativeChannel implements NativeChannel {
  readonly sent: (string | Uint8Array)[] = [];
  /** Whether messages wait; else they go at once. */
  isHolding = true;
  isClosed = false;
  /** The largest message that the other side takes. */
  maxMessageBytes: number = 1024 * 1024;
  /** Called with each message that is sent. */
  onSent: (message: string | Uint8Array) => void = () => undefined;
  readonly #label: string;
  #buffered = 0;
  #handleLow: () => void = () => undefined;
  #handleClosed: () => void = () => undefined;
  #handleMessage: (message: string | Buffer | ArrayBuffer) => void = () => undefined;

  constructor(label: string) {
    this.#label = label;
  }

  getLabel(): string {
    return this.#label;
  }

  isOpen(): boolean {
    return !this.isClosed;
  }

  bufferedAmount(): number {
    return this.isClosed ? 0 : this.#buffered;
  }

  maxMessageSize(): number {
    return this.maxMessageBytes;
  }

  sendMessage(message: string): boolean {
    return this.#send(message);
  }

  sendMessageBinary(message: Uint8Array): boolean {
    return this.#send(Uint8Array.from(message));
  }

  close(): void {
    this.isClosed = true;
  }

  onBufferedAmountLow(listener: () => void): void {
    this.#handleLow = listener;
  }

  onClosed(listener: () => void): void {
    this.#handleClosed = listener;
  }

  onError(): void {
    // The test has none.
  }

  onMessage(listener: (message: string | Buffer | ArrayBuffer) => void): void {
    this.#handleMessage = listener;
  }

  /** Everything that waited goes. */
  drain(): void {
    if (this.#buffered === 0) return;
    this.#buffered = 0;
    this.#handleLow();
  }

  /** A message of the other side. */
  receive(message: string | Uint8Array): void {
    this.#handleMessage(typeof message === 'string' ? message : Buffer.from(message));
  }

  /** The other side closes it. */
  closeFromThere(): void {
    this.#handleClosed();
    this.isClosed = true;
  }

  #send(message: string | Uint8Array): boolean {
    this.sent.push(message);
    if (this.isHolding) this.#buffered += message.length;
    this.onSent(message);
    return !this.isHolding;
  }
}
