/** @module Messages to one node: ordered, bounded, resent after a reconnect. */
import { ErrorReply } from '@redis/client';
import { encodeEnvelope } from './envelope-codec.ts';

/** Why an outbox failed: the other node is gone, or some messages cannot be delivered. */
export type OutboxFault = 'gone' | 'unreachable';

/** Options of {@link NodeOutbox}. */
export interface NodeOutboxOptions {
  /** The sending node, and the epoch: higher than that of every earlier outbox to the same node. */
  readonly from: string;
  readonly epoch: number;
  /** Appends an envelope to the other node's inbox; resolves with null if it has none. */
  readonly write: (envelope: string) => Promise<unknown>;
  /** Whether Redis is reachable. */
  readonly canWrite: () => boolean;
  /** Called once. */
  readonly onFault: (fault: OutboxFault) => void;
}

interface EncodedEnvelope {
  readonly text: string;
  readonly bytes: number;
}

/** Envelopes in flight; further messages wait and are batched. */
const MAX_UNDER_WAY = 8;

/** Size from which an envelope is full, in bytes; its last message may exceed it. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * Limit of queued messages per node, in bytes. Reason: each session has its own limit; this one covers all of
 * them together.
 */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Numbers envelopes and keeps each until Redis has stored it. */
export class NodeOutbox {
  readonly #options: NodeOutboxOptions;
  readonly #waiting: string[] = [];
  readonly #underWay: EncodedEnvelope[] = [];
  #bytes = 0;
  #seq = 0;
  #isPumping = false;
  #isEnded = false;
  #idle = Promise.withResolvers<void>();

  constructor(options: NodeOutboxOptions) {
    this.#options = options;
    this.#idle.resolve();
  }

  get epoch(): number {
    return this.#options.epoch;
  }

  /** Resolves when Redis has stored everything, or the outbox has ended. */
  get idle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Queues one message, encoded as JSON, after all earlier ones. */
  send(message: string): void {
    if (this.#isEnded) return;
    if (this.#underWay.length === 0 && this.#waiting.length === 0) this.#idle = Promise.withResolvers();
    this.#waiting.push(message);
    this.#bytes += message.length;
    if (this.#bytes > MAX_WAITING_BYTES) this.#fail('unreachable');
    else this.#pumpSoon();
  }

  /** Redis is reachable again: resends envelopes it may not have stored. The reader drops duplicates. */
  resume(): void {
    for (const envelope of this.#underWay) void this.#write(envelope);
    this.#pump();
  }

  /** Drops everything that is queued or in flight. */
  end(): void {
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#underWay.length = 0;
    this.#idle.resolve();
  }

  #fail(fault: OutboxFault): void {
    if (this.#isEnded) return;
    this.end();
    this.#options.onFault(fault);
  }

  /** Messages of one microtask turn share an envelope. */
  #pumpSoon(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    queueMicrotask(() => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#underWay.length < MAX_UNDER_WAY && this.#options.canWrite()) {
      const envelope = this.#pack();
      this.#underWay.push(envelope);
      void this.#write(envelope);
    }
  }

  #pack(): EncodedEnvelope {
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && bytes < ENVELOPE_BYTES) {
      bytes += this.#waiting[count]?.length ?? 0;
      count += 1;
    }
    this.#seq += 1;
    const { from, epoch } = this.#options;
    return { text: encodeEnvelope({ from, epoch, seq: this.#seq }, this.#waiting.splice(0, count)), bytes };
  }

  async #write(envelope: EncodedEnvelope): Promise<void> {
    try {
      if ((await this.#options.write(envelope.text)) === null) return this.#fail('gone');
    } catch (error) {
      // Redis rejected it, while it may have stored later envelopes
      if (error instanceof ErrorReply) return this.#fail('unreachable');
      return undefined; // the connection is lost; see resume
    }
    return this.#settle(envelope);
  }

  #settle(envelope: EncodedEnvelope): void {
    const at = this.#underWay.indexOf(envelope);
    if (at === -1) return;
    this.#underWay.splice(at, 1);
    this.#bytes -= envelope.bytes;
    this.#pump();
    if (this.#underWay.length === 0 && this.#waiting.length === 0) this.#idle.resolve();
  }
}
