/** @module The lines of a fake world: each delivers a message immediately, later, reordered or never. */
import type { SignalingMessage } from '@longwire/protocol';
import type { ManualClock } from '../clock/manual-clock.ts';

/** One message in flight. */
export interface FakeMessage {
  /** `signaling`, or the label of a data channel. */
  readonly line: string;
  /** `device` includes everything beyond the client, the service too. */
  readonly to: 'client' | 'device';
  /** The type of a signaling message. */
  readonly kind?: SignalingMessage['kind'];
}

/** What happens to the messages that match. */
export type FakeLineRule = { readonly messages: Partial<FakeMessage> } & (
  | { readonly kind: 'drop'; readonly isHit: () => boolean }
  | { readonly kind: 'delay'; readonly delayMs: number }
  | { readonly kind: 'reorder'; readonly pickDelayMs: () => number }
);

/** The messages in flight on one line in one direction, in order. */
interface Queue {
  lastDueMs: number;
  waiting: number;
}

/** Delivers messages by rules; a line without a rule delivers immediately. */
export class FakeLines {
  readonly #clock: ManualClock;
  readonly #rules = new Set<FakeLineRule>();
  readonly #queues = new WeakMap<object, Map<string, Queue>>();
  #underWay = 0;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** How many messages wait for the clock. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Adds a rule. Returns a function that removes it. */
  add(rule: FakeLineRule): () => void {
    this.#rules.add(rule);
    return () => void this.#rules.delete(rule);
  }

  /** Delivers a message of a socket or peer connection by the rules. */
  carry(owner: object, message: FakeMessage, deliver: () => void): void {
    let delayMs = 0;
    let isInOrder = true;
    for (const rule of this.#rules) {
      if (!matches(message, rule.messages)) continue;
      if (rule.kind === 'drop' && rule.isHit()) return;
      if (rule.kind === 'delay') delayMs += rule.delayMs;
      if (rule.kind === 'reorder') {
        delayMs += rule.pickDelayMs();
        isInOrder = false;
      }
    }
    if (isInOrder) this.#carryInOrder(this.#queueOf(owner, message), delayMs, deliver);
    else this.#schedule(delayMs, deliver);
  }

  /** Delivers the end of a line after the messages in flight on it; no rule applies to it. */
  carryEnd(owner: object, message: FakeMessage, deliver: () => void): void {
    this.#carryInOrder(this.#queueOf(owner, message), 0, deliver);
  }

  #queueOf(owner: object, { line, to }: FakeMessage): Queue {
    const queues = this.#queues.get(owner) ?? new Map<string, Queue>();
    const queue = queues.get(`${to} ${line}`) ?? { lastDueMs: 0, waiting: 0 };
    this.#queues.set(owner, queues.set(`${to} ${line}`, queue));
    return queue;
  }

  #carryInOrder(queue: Queue, delayMs: number, deliver: () => void): void {
    if (delayMs === 0 && queue.waiting === 0) {
      deliver();
      return;
    }
    const nowMs = this.#clock.monotonic();
    queue.lastDueMs = Math.max(nowMs + delayMs, queue.lastDueMs);
    queue.waiting += 1;
    this.#schedule(queue.lastDueMs - nowMs, () => {
      queue.waiting -= 1;
      deliver();
    });
  }

  #schedule(delayMs: number, deliver: () => void): void {
    this.#underWay += 1;
    this.#clock.schedule(delayMs, () => {
      this.#underWay -= 1;
      deliver();
    });
  }
}

function matches(message: FakeMessage, { line, to, kind }: Partial<FakeMessage>): boolean {
  return (
    (line === undefined || line === message.line) &&
    (to === undefined || to === message.to) &&
    (kind === undefined || kind === message.kind)
  );
}
