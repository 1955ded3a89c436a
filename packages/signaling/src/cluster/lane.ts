/** @module What is on its way to one node: in order, bounded, said again after a lost connection. */
import { ErrorReply } from '@redis/client';
import { encodeParcel } from './parcel-text.ts';

/** Why nothing more can be said on a lane: the other node is gone, or what is on its way cannot all arrive. */
export type LaneFault = 'gone' | 'unreachable';

/** What a lane needs. */
export interface LaneOptions {
  /** The node that speaks, and the number of the link: higher than those of all its lanes before. */
  readonly from: string;
  readonly link: number;
  /** Adds a parcel to the inbox of the other node; null when it has none. */
  readonly write: (parcel: string) => Promise<unknown>;
  /** Whether Redis is there. */
  readonly canWrite: () => boolean;
  /** Told once. */
  readonly onFault: (fault: LaneFault) => void;
}

interface Parcel {
  readonly text: string;
  readonly bytes: number;
}

/** Parcels under way at a time; while they are, what else is said is put together. */
const MAX_UNDER_WAY = 8;

/** Size from which a parcel is full, in bytes; one message more may be in it. */
const PARCEL_BYTES = 64 * 1024;

/** What may wait for one node, in bytes. Reason: sessions have limits of their own; this is for all of them together. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Numbers parcels, and keeps each until Redis has it. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #waiting: string[] = [];
  readonly #underWay: Parcel[] = [];
  #bytes = 0;
  #seq = 0;
  #isPumping = false;
  #isEnded = false;
  #idle = Promise.withResolvers<void>();

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#idle.resolve();
  }

  get link(): number {
    return this.#options.link;
  }

  /** Resolves when Redis has all that was said, or never will. */
  get idle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Says one message, as JSON, after all that was said before. */
  say(message: string): void {
    if (this.#isEnded) return;
    if (this.#underWay.length === 0 && this.#waiting.length === 0) this.#idle = Promise.withResolvers();
    this.#waiting.push(message);
    this.#bytes += message.length;
    if (this.#bytes > MAX_WAITING_BYTES) this.#fail('unreachable');
    else this.#pumpSoon();
  }

  /** Redis is there again: what it may not have got is said again. Whoever reads drops what came twice. */
  resume(): void {
    for (const parcel of this.#underWay) void this.#write(parcel);
    this.#pump();
  }

  /** Forgets what is on its way. */
  end(): void {
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#underWay.length = 0;
    this.#idle.resolve();
  }

  #fail(fault: LaneFault): void {
    if (this.#isEnded) return;
    this.end();
    this.#options.onFault(fault);
  }

  /** What is said in one turn travels together. */
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
      const parcel = this.#pack();
      this.#underWay.push(parcel);
      void this.#write(parcel);
    }
  }

  #pack(): Parcel {
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && bytes < PARCEL_BYTES) {
      bytes += this.#waiting[count]?.length ?? 0;
      count += 1;
    }
    this.#seq += 1;
    const { from, link } = this.#options;
    return { text: encodeParcel({ from, link, seq: this.#seq }, this.#waiting.splice(0, count)), bytes };
  }

  async #write(parcel: Parcel): Promise<void> {
    try {
      if ((await this.#options.write(parcel.text)) === null) return this.#fail('gone');
    } catch (error) {
      // Redis refused it, while what was said after it may have been taken
      if (error instanceof ErrorReply) return this.#fail('unreachable');
      return undefined; // the connection is lost; see resume
    }
    return this.#settle(parcel);
  }

  #settle(parcel: Parcel): void {
    const at = this.#underWay.indexOf(parcel);
    if (at === -1) return;
    this.#underWay.splice(at, 1);
    this.#bytes -= parcel.bytes;
    this.#pump();
    if (this.#underWay.length === 0 && this.#waiting.length === 0) this.#idle.resolve();
  }
}
