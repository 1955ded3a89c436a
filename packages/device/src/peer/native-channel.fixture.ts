/** @module For tests: a fake channel of the library; the test plays the other side. */
import type { NativeChannel } from './safe-channel.ts';

/** Records sent messages; they count as buffered until {@link FakeNativeChannel.drain}. */
export class FakeNativeChannel implements NativeChannel {
  readonly sent: (string | Uint8Array)[] = [];
  /** Whether messages are buffered instead of sent immediately. */
  isHolding = true;
  isClosed = false;
  /** The largest message that the other side accepts. */
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
    // The fake never fails.
  }

  onMessage(listener: (message: string | Buffer | ArrayBuffer) => void): void {
    this.#handleMessage = listener;
  }

  /** Sends everything that is buffered. */
  drain(): void {
    if (this.#buffered === 0) return;
    this.#buffered = 0;
    this.#handleLow();
  }

  /** Delivers a message of the other side. */
  receive(message: string | Uint8Array): void {
    this.#handleMessage(typeof message === 'string' ? message : Buffer.from(message));
  }

  /** Closes the channel from the other side. */
  closeRemotely(): void {
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
