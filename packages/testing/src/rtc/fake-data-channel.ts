/** @module A data channel between two fakes. */
import { CountedTarget } from '../counted-target.ts';

/** The connection between the two ends of a channel. */
export interface FakeLine {
  /** Whether the connection delivers nothing any more; neither end is notified. */
  readonly isSilent: boolean;
  /** Delivers a message of the channel now, later or never. */
  carry(label: string, deliver: () => void): void;
}

const PLAIN_LINE: FakeLine = { isSilent: false, carry: (_label, deliver) => deliver() };

/** One end of a channel. Messages arrive in microtasks, in order; bytes arrive as an `ArrayBuffer`. */
export class FakeDataChannel extends CountedTarget {
  readonly label: string;
  readonly ordered: boolean;
  readyState: 'connecting' | 'open' | 'closing' | 'closed' = 'connecting';
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  binaryType = 'arraybuffer';
  /** Every message that was sent. */
  readonly sent: unknown[] = [];
  readonly #line: FakeLine;
  #other: FakeDataChannel | undefined;
  /** Messages on a held line; undefined while the line is not held. */
  #held: unknown[] | undefined;

  constructor(label: string, init: { readonly ordered?: boolean } = {}, line: FakeLine = PLAIN_LINE) {
    super();
    this.#line = line;
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
    if (this.#held === undefined && !this.#line.isSilent) {
      this.#deliver(data);
    } else {
      this.#held?.push(data);
      this.bufferedAmount += sizeOf(data);
    }
  }

  /** Holds the line: sent messages stay in the buffer. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends the buffered messages and stops holding the line. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const data of held) this.#deliver(data);
    const before = this.bufferedAmount;
    this.bufferedAmount = 0;
    if (before > this.bufferedAmountLowThreshold) this.fire('bufferedamountlow');
  }

  /** Breaks, as the channels of a lost connection do. */
  break(): void {
    this.fire('error', { error: new DOMException('the transport is gone', 'OperationError') });
    this.#shut();
  }

  /** Delivers a message as if the other end had sent it. */
  receive(data: unknown): void {
    if (this.readyState === 'open') this.fire('message', { data });
  }

  close(): void {
    this.#shut();
    queueMicrotask(() => {
      if (!this.#line.isSilent) this.#other?.closeFromOther();
    });
  }

  /** The other end closed. */
  closeFromOther(): void {
    this.#shut();
  }

  #deliver(data: unknown): void {
    const arrived = ArrayBuffer.isView(data) ? bufferOf(data) : data;
    const deliver = (): void => {
      if (!this.#line.isSilent) this.#other?.receive(arrived);
    };
    queueMicrotask(() => this.#line.carry(this.label, deliver));
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

function bufferOf(view: ArrayBufferView): ArrayBuffer {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice().buffer;
}

function sizeOf(data: unknown): number {
  return ArrayBuffer.isView(data) ? data.byteLength : String(data).length;
}
