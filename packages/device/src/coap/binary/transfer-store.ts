/** @module Payloads that are on their way in blocks: few, bounded together, and the oldest gives way. */

/** One payload that comes or goes in blocks. */
export interface Transfer {
  /** The channel that it is on. */
  readonly owner: object;
  readonly tokenKey: string;
  readonly transferKey: string;
  /** The memory that it takes. */
  readonly bytes: number;
}

/** What names a transfer. */
export type TransferName = Pick<Transfer, 'owner' | 'tokenKey' | 'transferKey'>;

/** Most transfers of one session in one direction. Reason: more than a console has at once. */
export const MAX_TRANSFERS = 16;

/** Most bytes of them together. Reason: two of the largest; 16 sessions that fill both directions hold 512 MiB. */
export const MAX_TRANSFER_BYTES: number = 16 * 1024 * 1024;

/**
 * How long a transfer waits for its next block, in milliseconds. Reason: a client that gives one up does not say so (RFC 7959 has no word for
 * it), and one that goes on asks within the time limit of a request, 10 s unless told otherwise.
 */
export const MAX_TRANSFER_IDLE_MS = 60_000;

/** The transfers of one session in one direction. */
export class TransferStore<T extends Transfer> {
  /** The one that was used longest ago comes first. */
  #transfers: readonly T[] = [];
  readonly #timers = new Map<T, NodeJS.Timeout>();

  /** Everything that is kept. */
  get all(): readonly T[] {
    return this.#transfers;
  }

  /** Those of a channel for one resource, newest last. */
  matching({ owner, transferKey }: Omit<TransferName, 'tokenKey'>): readonly T[] {
    return this.#transfers.filter((one) => one.owner === owner && one.transferKey === transferKey);
  }

  /** Keeps one instead of any of the same name, or has it be the newest; others are dropped until all fit. */
  keep(transfer: T): void {
    const { tokenKey } = transfer;
    for (const other of this.matching(transfer)) if (other.tokenKey === tokenKey) this.drop(other);
    let room = MAX_TRANSFER_BYTES - transfer.bytes;
    const fitting: T[] = [];
    for (const other of this.#transfers.slice(-(MAX_TRANSFERS - 1)).reverse()) {
      room -= other.bytes;
      if (room < 0) break;
      fitting.unshift(other);
    }
    this.#set([...fitting, transfer]);
    this.#timers.set(transfer, setTimeout(() => this.drop(transfer), MAX_TRANSFER_IDLE_MS).unref());
  }

  /** Forgets one. */
  drop(transfer: T): void {
    this.#set(this.#transfers.filter((other) => other !== transfer));
  }

  /** Forgets all. */
  clear(): void {
    this.#set([]);
  }

  /** A channel has ended. */
  dropOwned(owner: object): void {
    this.#set(this.#transfers.filter((other) => other.owner !== owner));
  }

  #set(transfers: readonly T[]): void {
    this.#transfers = transfers;
    for (const [one, timer] of this.#timers) {
      if (transfers.includes(one)) continue;
      clearTimeout(timer);
      this.#timers.delete(one);
    }
  }
}
