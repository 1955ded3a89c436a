/** @module What a hostile service does to the messages that pass, as data: which, from when on, and what. */
import type { Direction, WireMessage } from '../harness/signaling-proxy.ts';
import { isOf, type MessageClass } from './message-kind.ts';
import { forgedOffer } from './forged-offer.ts';
import { REWRITES, type Forgery, type RewriteName } from './rewrites.ts';

/** What happens to a message. */
export type Act =
  | { readonly verb: 'drop' }
  | { readonly verb: 'repeat' }
  /** It comes later, and what follows overtakes it. */
  | { readonly verb: 'delay'; readonly byMs: number }
  /** It changes places with the next message in its direction. */
  | { readonly verb: 'overtake' }
  /** It is delivered in another browser's session, and that one's in its place. */
  | { readonly verb: 'exchange' }
  /** It is sent back to where it came from as well. */
  | { readonly verb: 'reflect' }
  /** The first one of its class is delivered in the place of each later one. */
  | { readonly verb: 'replay' }
  | { readonly verb: 'rewrite'; readonly rewrite: RewriteName }
  /** The service makes one of its own, changed like this, at the step "forge an offer". */
  | { readonly verb: 'inject'; readonly rewrite: RewriteName };

/** From when on: `start` is the first message, `verified` once the client has verified and logged in what it could. */
export type Moment = 'start' | 'verified';

/** One thing that the service does. */
export interface Tampering {
  readonly message: MessageClass;
  readonly from: Moment;
  readonly act: Act;
}

/** How often one tampering acts. Reason: an answer to a changed message may be changed again, for as long as both sides go on. */
const MOST_TIMES = 20;

/** One client's line through the service. */
export interface Line {
  send(direction: Direction, message: WireMessage): void;
}

/** What is at the far end of a line. */
export interface FarEndPort {
  take(message: WireMessage): void;
  close(): void;
}

/** What tampering is carried out with. */
export interface TampererOptions {
  readonly tamperings: readonly Tampering[];
  readonly forgery: Forgery;
  /** Calls `task` later. */
  readonly schedule: (delayMs: number, task: () => void) => void;
}

interface Held {
  readonly line: Line;
  readonly message: WireMessage;
}

/** Carries out what a script says, and counts how often it did. */
export class Tamperer {
  readonly #options: TampererOptions;
  readonly #fired = new Map<Tampering, number>();
  /** What waits for the next message of the same line, or of another session. */
  readonly #held = new Map<Tampering, Held>();
  readonly #first = new Map<Tampering, WireMessage>();
  /** The last description that a device sent over each line. */
  readonly #described = new Map<Line, WireMessage>();
  #isVerified = false;

  constructor(options: TampererOptions) {
    this.#options = options;
  }

  /** How often each tampering changed what arrived, in their order. */
  get counts(): readonly number[] {
    return this.#options.tamperings.map((tampering) => this.#timesOf(tampering));
  }

  /** What begins with `verified` begins now. */
  arm(): void {
    this.#isVerified = true;
  }

  /** Sends every client an offer of the service's own, where the script has one. */
  inject(): void {
    const { tamperings, forgery } = this.#options;
    for (const tampering of tamperings) {
      const { act } = tampering;
      if (act.verb !== 'inject') continue;
      for (const [line, described] of this.#described) {
        this.#count(tampering);
        line.send('toClient', REWRITES[act.rewrite].rewrite(forgedOffer(described, forgery), forgery));
      }
    }
  }

  /** Takes a message that passes, and sends on what the script makes of it. */
  pass(line: Line, direction: Direction, message: WireMessage): void {
    if (direction === 'toClient' && (message.type === 0 || message.type === 1))
      this.#described.set(line, message);
    const tampering = this.#options.tamperings.find(
      (each) =>
        each.act.verb !== 'inject' &&
        (each.from === 'start' || this.#isVerified) &&
        isOf(each.message, direction, message) &&
        this.#timesOf(each) < MOST_TIMES,
    );
    if (tampering === undefined) line.send(direction, message);
    else this.#act(tampering, { line, message });
    this.#releaseOvertaken(line, direction, message);
  }

  #act(tampering: Tampering, { line, message }: Held): void {
    const { act } = tampering;
    const { direction } = tampering.message;
    switch (act.verb) {
      case 'drop':
        this.#count(tampering);
        break;
      case 'repeat':
        this.#count(tampering);
        line.send(direction, message);
        line.send(direction, message);
        break;
      case 'delay':
        this.#count(tampering);
        this.#options.schedule(act.byMs, () => line.send(direction, message));
        break;
      case 'overtake':
        if (this.#held.has(tampering)) line.send(direction, message);
        else this.#held.set(tampering, { line, message });
        break;
      case 'exchange':
        this.#exchange(tampering, { line, message });
        break;
      case 'reflect':
        this.#count(tampering);
        line.send(direction, message);
        line.send(direction === 'toClient' ? 'toDevice' : 'toClient', message);
        break;
      case 'replay':
        line.send(direction, this.#firstOf(tampering, message));
        break;
      case 'rewrite': {
        const rewritten = REWRITES[act.rewrite].rewrite(message, this.#options.forgery);
        if (JSON.stringify(rewritten) !== JSON.stringify(message)) this.#count(tampering);
        line.send(direction, rewritten);
        break;
      }
      case 'inject':
        throw new Error('an offer of the service itself is no message that passes');
    }
  }

  #exchange(tampering: Tampering, now: Held): void {
    const { direction } = tampering.message;
    const held = this.#held.get(tampering);
    if (held === undefined) {
      this.#held.set(tampering, now);
      return;
    }
    this.#held.delete(tampering);
    if (held.line !== now.line) this.#count(tampering);
    held.line.send(direction, now.message);
    now.line.send(direction, held.message);
  }

  #firstOf(tampering: Tampering, message: WireMessage): WireMessage {
    const first = this.#first.get(tampering);
    if (first === undefined) this.#first.set(tampering, message);
    else this.#count(tampering);
    return first ?? message;
  }

  #releaseOvertaken(line: Line, direction: Direction, message: WireMessage): void {
    for (const [tampering, held] of this.#held) {
      if (tampering.act.verb !== 'overtake' || held.line !== line || held.message === message) continue;
      if (tampering.message.direction !== direction) continue;
      this.#held.delete(tampering);
      this.#count(tampering);
      line.send(direction, held.message);
    }
  }

  #count(tampering: Tampering): void {
    this.#fired.set(tampering, this.#timesOf(tampering) + 1);
  }

  #timesOf(tampering: Tampering): number {
    return this.#fired.get(tampering) ?? 0;
  }
}
