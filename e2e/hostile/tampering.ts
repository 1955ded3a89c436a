/** @module How a hostile service tampers with messages, as data: which messages, from when on, and how. */
import type { Direction, WireMessage } from '../harness/signaling-proxy.ts';
import { isOf, type MessageClass } from './message-kind.ts';
import { forgedOffer } from './forged-offer.ts';
import { REWRITES, type Forgery, type RewriteName } from './rewrites.ts';

/** What happens to a message. */
export type Act =
  | { readonly verb: 'drop' }
  | { readonly verb: 'repeat' }
  /** It is delivered later, and the next messages overtake it. */
  | { readonly verb: 'delay'; readonly byMs: number }
  /** It is swapped with the next message in its direction. */
  | { readonly verb: 'overtake' }
  /** It is delivered in another browser's session, and that browser's message in its place. */
  | { readonly verb: 'exchange' }
  /** It is also sent back to its sender. */
  | { readonly verb: 'reflect' }
  /** The first one of its class replaces each later one. */
  | { readonly verb: 'replay' }
  | { readonly verb: 'rewrite'; readonly rewrite: RewriteName }
  /** The service forges an offer, changed like this, at the step "forge an offer". */
  | { readonly verb: 'inject'; readonly rewrite: RewriteName };

/** From when on: `start` is the first message, `verified` once the client has verified and logged in as far as possible. */
export type Moment = 'start' | 'verified';

/** One kind of tampering. */
export interface Tampering {
  readonly message: MessageClass;
  readonly from: Moment;
  readonly act: Act;
}

/** How often one tampering acts. Reason: an answer to a changed message may be changed again, for as long as both sides continue. */
const MOST_TIMES = 20;

/** One client's line through the service. */
export interface Line {
  send(direction: Direction, message: WireMessage): void;
}

/** The server's end of a line: the real service or an impostor. */
export interface Upstream {
  take(message: WireMessage): void;
  close(): void;
}

/** What tampering needs. */
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

/** Carries out a script's tamperings, and counts how often each acted. */
export class Tamperer {
  readonly #options: TampererOptions;
  readonly #fired = new Map<Tampering, number>();
  /** Messages that wait for the next one of the same line, or of another session. */
  readonly #held = new Map<Tampering, Held>();
  readonly #first = new Map<Tampering, WireMessage>();
  /** The last description that a device sent over each line. */
  readonly #described = new Map<Line, WireMessage>();
  #isVerified = false;

  constructor(options: TampererOptions) {
    this.#options = options;
  }

  /** How often each tampering changed a delivered message, in their order. */
  get counts(): readonly number[] {
    return this.#options.tamperings.map((tampering) => this.#timesOf(tampering));
  }

  /** Starts the tamperings that begin with `verified`. */
  arm(): void {
    this.#isVerified = true;
  }

  /** Sends every client a forged offer, where the script has one. */
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

  /** Takes a message, and forwards it as the script changes it. */
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
        throw new Error('a forged offer cannot act on a passing message');
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
