/** @module Stores payloads that are being transferred in blocks: few, limited in total, the oldest dropped first. */

/** One payload in transfer. */
export interface Transfer {
  /** Its channel. */
  readonly owner: object;
  readonly tokenKey: string;
  readonly transferKey: string;
  /** The memory that it occupies, in bytes. */
  readonly bytes: number;
}

/** The key of a transfer. */
export type TransferName = Pick<Transfer, 'owner' | 'tokenKey' | 'transferKey'>;

/** Most transfers of one session in one direction. Reason: more than a console has at the same time. */
export const MAX_TRANSFERS = 16;

/** Most bytes of them in total. Reason: two of the largest; 16 sessions that fill both directions hold 512 MiB. */
export const MAX_TRANSFER_BYTES: number = 16 * 1024 * 1024;

/**
 * How long a transfer waits for its next block, in milliseconds. Reason: a client cannot cancel one (RFC 7959 has no message for it),
 * and an active one asks within the time limit of a request, 10 s by default.
 */
export const MAX_TRANSFER_IDLE_MS = 60_000;

/** The transfers of one session in one direction. */
export class TransferStore<T extends Transfer> {
  /** Ordered by last use, the oldest first. */
  #transfers: readonly T[] = [];
  readonly #timers = new Map<T, NodeJS.Timeout>();

  /** All stored transfers. */
  get all(): readonly T[] {
    return this.#transfers;
  }

  /** The transfers of a channel for one resource, newest last. */
  matching({ owner, transferKey }: Omit<TransferName, 'tokenKey'>): readonly T[] {
    return this.#transfers.filter((one) => one.owner === owner && one.transferKey === transferKey);
  }

  /** Stores a transfer as the newest, in place of one with the same key; drops the oldest until all fit. */
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

  /** Removes a transfer. */
  drop(transfer: T): void {
    this.#set(this.#transfers.filter((other) => other !== transfer));
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
