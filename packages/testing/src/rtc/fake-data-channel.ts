/** @module A data channel between two fakes. */
import { CountedTarget } from '../counted-target.ts';

/** One end of a channel. Messages arrive in microtasks, in order. */
export class FakeDataChannel extends CountedTarget {
  readonly label: string;
  readonly ordered: boolean;
  readyState: 'connecting' | 'open' | 'closing' | 'closed' = 'connecting';
  bufferedAmount = 0;
  /** Every message that was sent. */
  readonly sent: unknown[] = [];
  #other: FakeDataChannel | undefined;

  constructor(label: string, init: { readonly ordered?: boolean } = {}) {
    super();
    this.label = label;
    this.ordered = init.ordered ?? true;
  }

  /** Connects both ends and opens them. */
  static pair(one: FakeDataChannel, other: FakeDataChannel): void {
    one.#other = other;
    other.#other = one;
    one.#open();
    other.#open();
  }

  send(data: unknown): void {
    if (this.readyState !== 'open') throw new DOMException('channel is not open', 'InvalidStateError');
    this.sent.push(data);
    queueMicrotask(() => this.#other?.receive(data));
  }

  /** Delivers a message as if the other end had sent it. */
  receive(data: unknown): void {
    if (this.readyState === 'open') this.fire('message', { data });
  }

  close(): void {
    this.#shut();
    queueMicrotask(() => this.#other?.closeFromOther());
  }

  /** The other end closed. */
  closeFromOther(): void {
    this.#shut();
  }

  #open(): void {
    if (this.readyState !== 'connecting') return;
    this.readyState = 'open';
    this.fire('open');
  }

  #shut(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.fire('close');
  }
}
