/** @module Reads what other nodes say to this one. */
import { errorFields, type Log } from '../log/log.ts';
import type { RedisConnection } from './redis-connection.ts';
import { readEntries, type StreamEntry } from './redis-reply.ts';

/** What a reader needs. */
export interface InboxReaderOptions {
  /** A connection of its own: it is mostly blocked. */
  readonly connection: Pick<RedisConnection, 'run' | 'renew'>;
  readonly inbox: string;
  /** How long Redis holds a question without answer, in milliseconds. */
  readonly blockMs: number;
  readonly log: Log;
  readonly onEntry: (entry: StreamEntry) => void;
}

/** Entries read at a time. */
const COUNT = 128;

/** Where an inbox begins. */
const BEGINNING = '0-0';

/** Follows the stream from where it was left, over any number of connections. */
export class InboxReader {
  readonly #options: InboxReaderOptions;
  #lastId = BEGINNING;
  #round = 0;

  constructor(options: InboxReaderOptions) {
    this.#options = options;
  }

  /** The entry that was read last. */
  get lastId(): string {
    return this.#lastId;
  }

  /** The inbox is a new one. */
  rewind(): void {
    this.#lastId = BEGINNING;
  }

  /** Reads until the connection is lost or `stop`. */
  start(): void {
    this.#round += 1;
    void this.#follow(this.#round);
  }

  stop(): void {
    this.#round += 1;
  }

  async #follow(round: number): Promise<void> {
    while (round === this.#round) {
      const from = this.#lastId;
      try {
        const entries = await this.#read(from);
        if (round === this.#round && from === this.#lastId) this.#take(entries);
      } catch (error) {
        if (round === this.#round) this.#options.connection.renew(error);
      }
    }
  }

  async #read(from: string): Promise<StreamEntry[]> {
    const { connection, inbox, blockMs } = this.#options;
    const args = ['COUNT', String(COUNT), 'BLOCK', String(blockMs), 'STREAMS', inbox, from];
    return readEntries(await connection.run(['XREAD', ...args]));
  }

  #take(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      this.#lastId = entry.id;
      try {
        this.#options.onEntry(entry);
      } catch (error) {
        this.#options.log.error(errorFields(error), 'a message of another node could not be handled');
      }
    }
  }
}
